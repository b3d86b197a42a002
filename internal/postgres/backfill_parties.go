package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
)

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
