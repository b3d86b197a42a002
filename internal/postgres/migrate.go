package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

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

// createBaseline creates the schema of the history's baseline in a database without one, and reports
// whether it did. It records the migrations that the baseline includes as applied, in the same
// transaction: nobody applies them again, an interrupted start leaves nothing, and a program from
// before the baseline finds what it knows.
func createBaseline(ctx context.Context, db *sql.DB, provider *goose.Provider, history migrations.History, log *slog.Logger) (isCreated bool, err error) {
	if len(history.Baseline) == 0 {
		return false, nil
	}
	// This also creates the table of applied migrations, which the baseline grants.
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return false, fmt.Errorf("read the applied migrations: %w", err)
	}
	if version > 0 {
		return false, nil
	}
	began := time.Now()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("create the schema: %w", err)
	}
	defer func() {
		if failure := tx.Rollback(); !errors.Is(failure, sql.ErrTxDone) {
			err = errors.Join(err, failure)
		}
	}()
	if err := runBaseline(ctx, tx, history); err != nil {
		return false, fmt.Errorf("create the schema: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return false, fmt.Errorf("create the schema: %w", err)
	}
	log.Info("created the schema", "duration_ms", time.Since(began).Milliseconds())
	return true, nil
}

func runBaseline(ctx context.Context, tx *sql.Tx, history migrations.History) error {
	// Bodies of functions name tables of later files. A whole file is one statement to a timeout.
	if _, err := tx.ExecContext(ctx, `SET LOCAL check_function_bodies = off; SET LOCAL statement_timeout = 0`); err != nil {
		return err
	}
	for name, content := range history.Data {
		if _, err := tx.ExecContext(ctx, `SELECT set_config($1, $2, true)`, name, content); err != nil {
			return err
		}
	}
	for _, file := range history.Baseline {
		if _, err := tx.ExecContext(ctx, file.SQL); err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
	}
	numbers, err := numbersOf(history.Files)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO `+appliedTable+` (version_id, is_applied) SELECT n, true FROM unnest($1::bigint[]) n WHERE n <= $2 ORDER BY n`, numbers, migrations.LastOfBridge)
	return err
}

// These constants bound the migrations that fail on a market that already has rows. 00040_parties
// reads memberships in a trigger before the migration grants that read. Migrations up to lastHidden
// that change rows do not lift row-level security, which hides the rows from an owner that is not a
// superuser. Released migrations must not change, so upEarly grants what they need around them.
const (
	firstEarly = 34
	parties    = 40
	lastHidden = 320
)

const (
	grantParties  = `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO service_role`
	revokeParties = `ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE SELECT ON TABLES FROM service_role`

	liftSecurity = `
DO $$
DECLARE
  one regclass;
BEGIN
  FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relforcerowsecurity LOOP
    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', one);
  END LOOP;
END
$$`
	forceSecurity = `
DO $$
DECLARE
  one regclass;
BEGIN
  FOR one IN SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity AND NOT relforcerowsecurity LOOP
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', one);
  END LOOP;
END
$$`
)

// upEarly migrates a market that has rows from before lastHidden up to lastHidden, and leaves any
// other database as it is. It resumes an interrupted run. Row-level security is always forced again
// before the database moves past lastHidden.
func upEarly(ctx context.Context, db *sql.DB, provider *goose.Provider) (applied []*goose.MigrationResult, err error) {
	version, err := provider.GetDBVersion(ctx)
	if err != nil || version < firstEarly || version > lastHidden {
		return nil, err
	}
	var isMarket bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('public.profiles') IS NOT NULL`).Scan(&isMarket); err != nil || !isMarket {
		return nil, err
	}
	for version < lastHidden {
		around := liftSecurity
		if version < parties {
			around += ";" + grantParties
		}
		if _, err := db.ExecContext(ctx, around); err != nil {
			return applied, fmt.Errorf("show the owner all rows: %w", err)
		}
		step, err := provider.UpByOne(ctx)
		if errors.Is(err, goose.ErrNoNextVersion) {
			break
		}
		if err != nil {
			return applied, err
		}
		applied, version = append(applied, step), step.Source.Version
	}
	if _, err := db.ExecContext(ctx, revokeParties+";"+forceSecurity); err != nil {
		return applied, fmt.Errorf("force row-level security again: %w", err)
	}
	return applied, nil
}
