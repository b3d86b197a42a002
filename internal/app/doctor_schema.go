package app

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/schema"
)

// differencesMax is the number of differences that are listed one by one.
const differencesMax = 20

func (d *doctor) examineSchema(ctx context.Context, pool *pgxpool.Pool) error {
	behind, err := postgres.IsBehind(ctx, pool, d.cfg.database(d.log).Parts)
	switch {
	case err != nil:
		return err
	case behind:
		d.say("schema", Ill, "it is behind this program: run `automacao migrate`")
	default:
		d.say("schema", Well, "it is up to date")
	}
	return nil
}

func (d *doctor) examineRoles(ctx context.Context, pool *pgxpool.Pool) error {
	role, has, err := postgres.Excess(ctx, pool)
	if err != nil {
		return err
	}
	var mighty []string
	rows, err := pool.Query(ctx, `SELECT rolname::text FROM pg_roles WHERE rolname IN ('anon', 'authenticated') AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcanlogin)`)
	if err == nil {
		mighty, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	switch {
	case err != nil:
		return err
	case len(mighty) > 0:
		d.say("roles", Ill, "%s of requests may do more than policies allow: run ALTER ROLE … NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOLOGIN for each", sentenceOf(mighty))
	case len(has) > 0:
		d.say("roles", Doubted, "%s, as which the server works, has %s: give DATABASE_URL a role that owns nothing, and its owner's to DATABASE_MIGRATE_URL", role, strings.Join(has, ", "))
	default:
		d.say("roles", Well, "%s, as which the server works, has no more than it needs", role)
	}
	return nil
}

func (d *doctor) examinePolicies(ctx context.Context, pool *pgxpool.Pool) error {
	rows, err := pool.Query(ctx, `
		SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		 WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity AND c.relforcerowsecurity) ORDER BY 1`)
	if err != nil {
		return err
	}
	open, err := pgx.CollectRows(rows, pgx.RowTo[string])
	switch {
	case err != nil:
		return err
	case len(open) > 0:
		d.say("policies", Ill, "row-level security is not forced for %s: run ALTER TABLE … ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY for each", sentenceOf(open))
	default:
		d.say("policies", Well, "row-level security is on and forced for every table")
	}
	return nil
}

// examineCatalogue compares the schema with the one that this version creates. It does not compare
// a schema that is behind or newer.
func (d *doctor) examineCatalogue(ctx context.Context, pool *pgxpool.Pool) error {
	isOurs, err := isOurSchema(ctx, pool, d.cfg.database(d.log).Parts)
	if err != nil || !isOurs {
		return err
	}
	found, err := schema.Differences(ctx, pool)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		d.say("catalogue", Well, "tables, policies, grants, triggers, indexes and functions are those of this version")
	}
	for i, one := range found {
		if i == differencesMax {
			d.say("catalogue", Ill, "and %d more differ", len(found)-i)
			break
		}
		d.say("catalogue", Ill, "%s: somebody changed the schema past the migrations; put it back as internal/postgres/schema.sql of this version has it", one)
	}
	return nil
}

// isOurSchema reports whether the schema has exactly the migrations of this program.
func isOurSchema(ctx context.Context, pool *pgxpool.Pool, parts []postgres.Part) (bool, error) {
	behind, err := postgres.IsBehind(ctx, pool, parts)
	if err != nil || behind {
		return false, err
	}
	ahead, err := postgres.IsAhead(ctx, pool)
	return !ahead, err
}

// differencesWithin bounds the comparison at a start.
const differencesWithin = 30 * time.Second

// tellDifferences logs how the schema differs from the one that this version creates. The server
// keeps serving, since otherwise whoever can change the schema could stop it.
func (a *App) tellDifferences(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, differencesWithin)
	defer cancel()
	pool := a.conns.work
	isOurs, err := isOurSchema(ctx, pool, a.cfg.database(a.log).Parts)
	if err != nil || !isOurs {
		return // a schema that is behind is migrated or refused earlier; a newer one is not compared
	}
	found, err := schema.Differences(ctx, pool)
	if err != nil {
		a.log.Warn("the schema was not compared with this version's", "cause", err)
		return
	}
	for i, one := range found {
		if i == differencesMax {
			a.log.Error("more of the schema is not this version's: run automacao doctor", "count", len(found)-i)
			return
		}
		a.log.Error("the schema is not this version's: somebody changed it past the migrations", slog.String("object", one.Object), slog.String("is", one.Is))
	}
}
