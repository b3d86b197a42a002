package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
)

// withDatabase opens the configured database for one piece of work. It may run beside a server that
// uses the private cluster. It does not create a market unless the configuration asks for a new
// one.
func withDatabase(ctx context.Context, cfg Config, log *slog.Logger, work func(*postgres.Database) error) error {
	return withOpened(ctx, cfg, cfg.database(log), work)
}

func withOpened(ctx context.Context, cfg Config, opening postgres.Config, work func(*postgres.Database) error) error {
	if err := requireMarket(cfg); err != nil {
		return err
	}
	opening.Beside, opening.Duty = true, "command"
	db, err := postgres.Open(ctx, opening)
	if err != nil {
		return err
	}
	return errors.Join(work(db), db.Close(context.WithoutCancel(ctx)))
}

// requireMarket refuses a data directory without a market. Opening it would create one, and a
// mistyped folder would go unnoticed.
func requireMarket(cfg Config) error {
	if cfg.DatabaseURL != "" || cfg.NewMarket || postgres.HasCluster(cfg.Data) {
		return nil
	}
	return fmt.Errorf("there is no market in %s: name its folder in AUTOMACAO_DATA, start one with `automacao serve`, or have one made here with --new-market", cfg.Data)
}

// Migrate brings the schema up to date and grants the role of DATABASE_URL what it needs to serve.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger) error {
	opening := cfg.database(log)
	opening.Migrates = true
	return withOpened(ctx, cfg, opening, func(*postgres.Database) error { return nil })
}

func withMembers(ctx context.Context, cfg Config, log *slog.Logger, work func(*postgres.Database, members) error) error {
	signing, err := passingKeys()
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		a := &App{cfg: cfg}
		a.auth = auth.New(db.Pool, signing, a.authConfig(), log)
		defer a.auth.Close()
		return work(db, members{a.auth})
	})
}

// passingKeys returns keys that are used by this process only. Commands answer no request, and
// leave it to the server to make the market's keys.
func passingKeys() (*token.Keys, error) { return token.FromSecret(apikey.New()) }

// WatchTable makes live subscriptions possible for a table, `name` or `schema.name`, to rows that
// the subscriber may read. Watching a table twice changes nothing. It refuses a table without
// row-level security, because everybody would hear of every row.
func WatchTable(ctx context.Context, cfg Config, log *slog.Logger, table string) error {
	return withTable(ctx, cfg, log, table, func(tx pgx.Tx, name string) error {
		var isHeld, hasKey bool
		err := tx.QueryRow(ctx, `
			SELECT c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polcmd IN ('r', '*')),
			       c.relkind = 'r' AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
			FROM pg_class c WHERE c.oid = $1::text::regclass`, name).Scan(&isHeld, &hasKey)
		switch {
		case err != nil:
			return fmt.Errorf("look at %s: %w", name, err)
		case !hasKey:
			return fmt.Errorf("%s is no plain table with a primary key, by which a changed row is found again", name)
		case !isHeld:
			return fmt.Errorf("%s has no policy for reading: ALTER TABLE %s ENABLE ROW LEVEL SECURITY, and say with CREATE POLICY who reads which rows", name, name)
		}
		return tell(ctx, tx, `SELECT realtime.watch($1::text::regclass)`, name)
	})
}

// UnwatchTable ends live subscriptions to a table.
func UnwatchTable(ctx context.Context, cfg Config, log *slog.Logger, table string) error {
	return withTable(ctx, cfg, log, table, func(tx pgx.Tx, name string) error {
		return tell(ctx, tx, `SELECT realtime.unwatch($1::text::regclass)`, name)
	})
}

// WatchedTables lists the tables with live subscriptions, as `schema.name`.
func WatchedTables(ctx context.Context, cfg Config, log *slog.Logger) (names []string, err error) {
	err = withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		rows, err := db.Pool.Query(ctx, `
			SELECT format('%I.%I', n.nspname, c.relname)
			FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE g.tgname = 'realtime_change' AND g.tgenabled <> 'D' ORDER BY 1`)
		if err != nil {
			return fmt.Errorf("list the watched tables: %w", err)
		}
		names, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return names, err
}

// ApplySQL runs statements as the owner of the schema, in one transaction, and has servers read the
// schema again.
func ApplySQL(ctx context.Context, cfg Config, log *slog.Logger, statements string) error {
	return asOwner(ctx, cfg, log, func(tx pgx.Tx) error {
		// A file that ends the transaction ends the savepoint with it.
		if _, err := tx.Exec(ctx, `SAVEPOINT file`); err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		// One message may contain several statements.
		if _, err := tx.Conn().PgConn().Exec(ctx, statements).ReadAll(); err != nil {
			return fmt.Errorf("nothing was changed: %w", placed(err, statements))
		}
		if _, err := tx.Exec(ctx, `RELEASE SAVEPOINT file`); err != nil {
			return errors.New("the file ends its own transaction: what stands before that is in the database, the rest may not be; leave BEGIN, COMMIT and ROLLBACK out")
		}
		return reload(ctx, tx)
	})
}

// placed adds the line of the statements at which PostgreSQL stopped.
func placed(err error, statements string) error {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Position < 1 {
		return err
	}
	before := []rune(statements)
	before = before[:min(int(refused.Position)-1, len(before))]
	return fmt.Errorf("line %d: %w", 1+strings.Count(string(before), "\n"), err)
}

// withTable works as the owner of the schema, on a table that exists.
func withTable(ctx context.Context, cfg Config, log *slog.Logger, table string, work func(tx pgx.Tx, name string) error) error {
	return asOwner(ctx, cfg, log, func(tx pgx.Tx) error {
		var name *string
		err := tx.QueryRow(ctx, `
			SELECT format('%I.%I', n.nspname, c.relname)
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass($1)`, table).Scan(&name)
		if errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("there is no table %s: write it as in SQL, with its schema where that is not public", table)
		}
		if err != nil {
			return fmt.Errorf("look for %s: %w", table, err)
		}
		return work(tx, *name)
	})
}

// asOwner works in one transaction as the owner of the schema.
func asOwner(ctx context.Context, cfg Config, log *slog.Logger, work func(tx pgx.Tx) error) error {
	return withDatabase(ctx, cfg, log, func(db *postgres.Database) (err error) {
		conn, err := pgx.Connect(ctx, db.OwnerURL)
		if err != nil {
			return fmt.Errorf("connect as the role that owns the schema: %w", err)
		}
		defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
		return pgx.BeginFunc(ctx, conn, work)
	})
}

// tell makes a change and has servers read the schema again.
func tell(ctx context.Context, tx pgx.Tx, statement, name string) error {
	if _, err := tx.Exec(ctx, statement, name); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return reload(ctx, tx)
}

// reload has servers read the schema again once the transaction is committed.
func reload(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `SELECT pg_notify('pgrst', 'reload schema')`); err != nil {
		return fmt.Errorf("announce the change of the schema: %w", err)
	}
	return nil
}
