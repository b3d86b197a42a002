package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"automacao/internal/postgres/migrations"
)

// migrationLock is the advisory lock held while migrating. The number is arbitrary and only has to
// be unique.
const migrationLock = 7_210_431_558_190_224

// appliedTable is where goose keeps the numbers of the applied migrations.
const appliedTable = "migrations.applied"

// Part is a schema that a library maintains, such as the job queue's.
type Part struct {
	// Migrate updates the schema. Its pool connects as the owner.
	Migrate func(ctx context.Context, owner *pgxpool.Pool) error
	// IsBehind reports whether migrations are pending. Any role may call it.
	IsBehind func(ctx context.Context, pool *pgxpool.Pool) (bool, error)
}

// migrateAll migrates the product's own schema and the parts.
func migrateAll(ctx context.Context, ownerURL string, cfg Config) error {
	if err := Migrate(ctx, ownerURL, cfg.Log); err != nil {
		return err
	}
	// One connection holds a lock while the other works.
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

// Migrate applies the pending migrations, each in its own transaction, under an advisory lock that
// makes other servers wait. The URL's role must own the schema; it need not be a superuser.
func Migrate(ctx context.Context, url string, log *slog.Logger) error {
	return migrate(ctx, url, migrations.Product, log)
}

// MigrateProtocols is Migrate for the database of another app: it applies only what the protocols
// need and nothing of the market.
func MigrateProtocols(ctx context.Context, url string, log *slog.Logger) error {
	return migrate(ctx, url, migrations.Protocols, log)
}

func migrate(ctx context.Context, url string, history migrations.History, log *slog.Logger) (err error) {
	conn, err := connect(ctx, url, "migrate", "")
	if err != nil {
		return explain(err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	// The lock belongs to an open transaction, not to the session: behind a pooler in transaction
	// mode another client may get the session next.
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`)
		if err == nil {
			_, err = tx.Exec(ctx, fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d)`, migrationLock))
		}
		if err != nil {
			return fmt.Errorf("take the migration lock: %w", err)
		}
		return upAgain(ctx, url, history, log)
	})
}

// upTimesMax bounds the attempts to migrate when a migration of another database interferes.
const upTimesMax = 5

// The SQLSTATEs of "tuple concurrently updated" and of a duplicate key.
const (
	internalError   = "XX000"
	uniqueViolation = "23505"
)

// upAgain retries a migration that fails because a migration of another database changes the roles
// at the same time. All databases of a PostgreSQL server share the roles, and an advisory lock
// covers only one database. A migration that fails this way is rolled back.
func upAgain(ctx context.Context, url string, history migrations.History, log *slog.Logger) (err error) {
	for range upTimesMax {
		err = up(ctx, url, history, log)
		failure, isDatabase := errors.AsType[*pgconn.PgError](err)
		if !isDatabase || failure.Code != internalError && !(failure.Code == uniqueViolation && failure.SchemaName == "pg_catalog") {
			return err
		}
	}
	return err
}

// up applies the migrations on its own connections while the caller holds the lock.
func up(ctx context.Context, url string, history migrations.History, log *slog.Logger) (err error) {
	// Goose uses database/sql.
	conn, err := unprepared(url)
	if err != nil {
		return err
	}
	nameConn(conn, "migrate", "")
	db := stdlib.OpenDB(*conn)
	defer func() { err = errors.Join(err, db.Close()) }()
	// The migration history has its own schema, because public holds what clients may see.
	if _, err := db.ExecContext(ctx, `CREATE SCHEMA IF NOT EXISTS migrations`); err != nil {
		return fmt.Errorf("make room for the migrations' history: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, history.Files, goose.WithTableName(appliedTable))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	isCreated, err := createBaseline(ctx, db, provider, history, log)
	if err != nil {
		return err
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
	if len(applied) == 0 && !isCreated {
		return nil
	}
	// Event triggers need a superuser; without them this notification tells the protocol engines to
	// reload the schema.
	if _, err := db.ExecContext(ctx, `NOTIFY pgrst, 'reload schema'`); err != nil {
		return fmt.Errorf("announce the new schema: %w", err)
	}
	return nil
}
