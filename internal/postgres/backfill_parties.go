package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/pressly/goose/v3"
)

// What migrations up to lastHidden miss where a market of before them has rows: 00040_parties
// reads memberships by a trigger before it grants that, and those that change rows do
// not lift the row-level security that hides them from an owner who is no superuser.
// Released migrations stay as they are, so that it is given around them.
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

// upEarly brings a market that has rows from before lastHidden up to there, and leaves
// any other as it is. One that was interrupted is gone on with, and none ends up
// without its row-level security: that is forced again before lastHidden is left.
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
