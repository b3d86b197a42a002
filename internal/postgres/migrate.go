package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"automacao/internal/postgres/migrations"
)

// migrationLock is the advisory lock of whoever migrates; the number only has
// to be nobody else's.
const migrationLock = 7_210_431_558_190_224

// Part is a schema that a library keeps, such as the job queue's.
type Part struct {
	// Migrate brings it up to date; the pool is its owner's.
	Migrate func(ctx context.Context, owner *pgxpool.Pool) error
	// IsBehind asks whether that is due; any role may ask.
	IsBehind func(ctx context.Context, pool *pgxpool.Pool) (bool, error)
}

// migrateAll brings the product's schema and the parts up to date.
func migrateAll(ctx context.Context, ownerURL string, cfg Config) error {
	if err := Migrate(ctx, ownerURL, cfg.Log); err != nil {
		return err
	}
	// One connection holds a lock, the other works.
	owner, err := newPool(ctx, ownerURL, 2, Config{Duty: "migrate", Node: cfg.Node})
	if err != nil {
		return err
	}
	defer owner.Close()
	for _, part := range cfg.Parts {
		if err := part.Migrate(ctx, owner); err != nil {
			return err
		}
	}
	return nil
}

// Migrate applies what is missing, each migration in a transaction of its
// own, while an advisory lock keeps other servers waiting. The URL's role must
// own the schema; it need not be a superuser.
func Migrate(ctx context.Context, url string, log *slog.Logger) error {
	return migrate(ctx, url, migrations.Files, log)
}

// MigrateProtocols is Migrate for a database of somebody else's app, which gets what
// the protocols stand on and nothing of the market.
func MigrateProtocols(ctx context.Context, url string, log *slog.Logger) error {
	return migrate(ctx, url, migrations.Protocols, log)
}

func migrate(ctx context.Context, url string, files fs.FS, log *slog.Logger) (err error) {
	conn, err := connect(ctx, url, "migrate", "")
	if err != nil {
		return explain(err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	// The lock lives in an open transaction, not in the session: behind a
	// pooler in transaction mode the session belongs to whoever comes next.
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`)
		if err == nil {
			_, err = tx.Exec(ctx, fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d)`, migrationLock))
		}
		if err != nil {
			return fmt.Errorf("take the migration lock: %w", err)
		}
		return upAgain(ctx, url, files, log)
	})
}

// upTimesMax is how often migrating is begun that another database's interrupts.
const upTimesMax = 5

// internalError is the code of "tuple concurrently updated".
const internalError = "XX000"

// upAgain begins again where the roles, which all databases of a PostgreSQL share, are
// just being changed from another one: no lock reaches over both. What fails so has
// left nothing behind.
func upAgain(ctx context.Context, url string, files fs.FS, log *slog.Logger) (err error) {
	for range upTimesMax {
		err = up(ctx, url, files, log)
		failure, isDatabase := errors.AsType[*pgconn.PgError](err)
		if !isDatabase || failure.Code != internalError {
			return err
		}
	}
	return err
}

// up runs while the lock is held, on connections of its own.
func up(ctx context.Context, url string, files fs.FS, log *slog.Logger) (err error) {
	// Goose talks through database/sql.
	conn, err := unprepared(url)
	if err != nil {
		return err
	}
	nameConn(conn, "migrate", "")
	db := stdlib.OpenDB(*conn)
	defer func() { err = errors.Join(err, db.Close()) }()
	// The history has a schema of its own: public holds what clients may see.
	if _, err := db.ExecContext(ctx, `CREATE SCHEMA IF NOT EXISTS migrations`); err != nil {
		return fmt.Errorf("make room for the migrations' history: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithTableName("migrations.applied"))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	applied, err := upEarly(ctx, db, provider)
	if err == nil {
		var rest []*goose.MigrationResult
		rest, err = provider.Up(ctx)
		applied = append(applied, rest...)
	}
	if partial, ok := errors.AsType[*goose.PartialError](err); ok {
		return fmt.Errorf("migrate the database, %s: %w", partial.Failed.Source.Path, err)
	}
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	for _, step := range applied {
		log.Info("migrated", "file", step.Source.Path, "duration_ms", step.Duration.Milliseconds())
	}
	if len(applied) == 0 {
		return nil
	}
	// Where event triggers need a superuser, this is how the engines learn.
	if _, err := db.ExecContext(ctx, `NOTIFY pgrst, 'reload schema'`); err != nil {
		return fmt.Errorf("announce the new schema: %w", err)
	}
	return nil
}
