package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"

	"automacao/internal/postgres/migrations"
)

// standing is what the role of DATABASE_URL may do in a database.
type standing struct {
	role string
	// owns is true if the role owns the schema, or will own it once it is created.
	owns bool
	// serves is true if the role has the grants that requests need.
	serves bool
	// powers are privileges that a role serving requests should not have.
	powers []string
}

const askStanding = `
SELECT r.rolname,
       coalesce((SELECT pg_has_role(r.oid, n.nspowner, 'USAGE') FROM pg_namespace n WHERE n.nspname = 'migrations'),
                has_database_privilege(r.oid, current_database(), 'CREATE')),
       coalesce((SELECT pg_has_role(r.oid, s.oid, 'USAGE') FROM pg_roles s WHERE s.rolname = 'service_role'), false),
       array_remove(ARRAY[CASE WHEN r.rolsuper THEN 'superuser' END, CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END,
                          CASE WHEN r.rolcreaterole THEN 'CREATEROLE' END, CASE WHEN r.rolcreatedb THEN 'CREATEDB' END], NULL)
FROM pg_roles r WHERE r.rolname = session_user`

func readStanding(ctx context.Context, pool *pgxpool.Pool) (s standing, err error) {
	if err := pool.QueryRow(ctx, askStanding).Scan(&s.role, &s.owns, &s.serves, &s.powers); err != nil {
		return standing{}, fmt.Errorf("ask what the role of DATABASE_URL may: %w", err)
	}
	return s, nil
}

// errBehind names both ways to get the schema migrated.
var errBehind = errors.New("the database's schema is behind this program, and the role of DATABASE_URL does not own it: " +
	"run `automacao migrate` with DATABASE_MIGRATE_URL set to a role that does, or set DATABASE_MIGRATE_URL for the server too")

// prepare migrates an external database as the role that owns its schema, and grants the pool's
// role what it needs to serve.
func (db *Database) prepare(ctx context.Context, cfg Config) error {
	s, err := readStanding(ctx, db.Pool)
	if err != nil {
		return err
	}
	switch behind, err := isBehind(ctx, db.Pool, migrations.Product.Files, cfg.Parts); {
	case err != nil:
		return err
	case cfg.MigrateURL == "" && !s.owns && behind:
		return errBehind
	case cfg.MigrateURL != "" || s.owns:
		if err := migrateAll(ctx, db.OwnerURL, cfg); err != nil {
			return err
		}
	}
	if cfg.MigrateURL != "" && !s.serves {
		if err := letServe(ctx, cfg.MigrateURL, s.role); err != nil {
			return err
		}
	}
	if s, err = readStanding(ctx, db.Pool); err != nil {
		return err
	}
	if !s.serves {
		return fmt.Errorf("role %[1]s of DATABASE_URL may not serve: run GRANT authenticator TO %[1]s as the role that owns the schema", pgx.Identifier{s.role}.Sanitize())
	}
	s.warn(cfg)
	return nil
}

// Excess returns the role that a pool connects as, and the privileges it has beyond what serving
// requests needs.
func Excess(ctx context.Context, pool *pgxpool.Pool) (role string, has []string, err error) {
	s, err := readStanding(ctx, pool)
	return s.role, s.excess(), err
}

func (s standing) excess() []string {
	if s.owns {
		return append(s.powers, "the schema")
	}
	return s.powers
}

// warn logs the privileges that the serving role has beyond its need.
func (s standing) warn(cfg Config) {
	if has := s.excess(); len(has) > 0 {
		cfg.Log.Warn("the server works as a role that has more than it needs: give DATABASE_URL a role that owns nothing, and its owner's to DATABASE_MIGRATE_URL or to `automacao migrate`",
			"role", s.role, "has", strings.Join(has, ", "))
	}
}

// letServe grants a login role what the server needs, and nothing else.
func letServe(ctx context.Context, ownerURL, role string) (err error) {
	conn, err := connect(ctx, ownerURL, "start", "")
	if err != nil {
		return explain(err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Nodes that start together would grant concurrently, which PostgreSQL refuses.
		_, err := tx.Exec(ctx, fmt.Sprintf(`SELECT pg_advisory_xact_lock(%d)`, migrationLock))
		if err == nil {
			_, err = tx.Exec(ctx, `GRANT authenticator TO `+pgx.Identifier{role}.Sanitize())
		}
		if err != nil {
			return fmt.Errorf("let role %s serve: %w", role, err)
		}
		return nil
	})
}

// IsBehind reports whether migrations are pending. Any role may call it.
func IsBehind(ctx context.Context, pool *pgxpool.Pool, parts []Part) (bool, error) {
	return isBehind(ctx, pool, migrations.Product.Files, parts)
}

// IsAhead reports whether a later version has migrated the database. Any role may call it.
func IsAhead(ctx context.Context, pool *pgxpool.Pool) (ahead bool, err error) {
	known, err := numbersOf(migrations.Product.Files)
	if err != nil {
		return false, err
	}
	err = pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM migrations.applied WHERE is_applied AND version_id > 0 AND version_id <> ALL ($1::bigint[]))`, known).Scan(&ahead)
	if err != nil {
		return false, fmt.Errorf("ask for later migrations: %w", err)
	}
	return ahead, nil
}

func numbersOf(files fs.FS) ([]int64, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	known := make([]int64, len(names))
	for i, name := range names {
		if known[i], err = goose.NumericComponent(name); err != nil {
			return nil, fmt.Errorf("number of migration %s: %w", name, err)
		}
	}
	return known, nil
}

func isBehind(ctx context.Context, pool *pgxpool.Pool, files fs.FS, parts []Part) (bool, error) {
	known, err := numbersOf(files)
	if err != nil {
		return false, err
	}
	var behind bool
	err = pool.QueryRow(ctx, `SELECT NOT ($1::bigint[] <@ coalesce(array_agg(version_id), '{}')) FROM migrations.applied WHERE is_applied`, known).Scan(&behind)
	if IsMissing(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("ask what was migrated: %w", err)
	}
	for _, part := range parts {
		if behind {
			break
		}
		if behind, err = part.IsBehind(ctx, pool); err != nil {
			return false, err
		}
	}
	return behind, nil
}

// IsMissing reports whether an error says that a table or its schema does not exist, or that the
// role may not see it yet.
func IsMissing(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (failure.Code == undefinedTable || failure.Code == undefinedSchema || failure.Code == insufficientPrivilege)
}
