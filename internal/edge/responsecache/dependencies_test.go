package responsecache

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

func productRules(t *testing.T, pool *pgxpool.Pool) *rules {
	t.Helper()
	known, err := readRules(t.Context(), pool, Config{Role: "anon", Announcer: "private.announce_write"})
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// What anonymous visitors may read: the tables and views of the exposed schema, and its functions
// that only read.
const readable = `
	SELECT quote_ident(nspname) || '.' || quote_ident(relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'm') AND has_any_column_privilege('anon', c.oid, 'SELECT')
	UNION
	SELECT quote_ident(nspname) || '.' || quote_ident(proname) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
	WHERE nspname = 'public' AND provolatile <> 'v' AND prorettype <> 'trigger'::regtype AND has_function_privilege('anon', p.oid, 'EXECUTE')`

// Everything that anonymous visitors read depends only on tables that announce their writes. If a
// new policy, function or view reads another table, this names it.
func TestWhatVisitorsReadIsAnnounced(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	known := productRules(t, pool)
	rows, err := pool.Query(t.Context(), readable)
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(names) < 9 {
		t.Fatalf("%d readable names: %v", len(names), err)
	}
	for _, name := range names {
		found := known.dependenciesOf(Read{SQL: "SELECT FROM " + name, IsOurs: true})
		for _, table := range found.tables {
			if !known.relations[table].IsAnnounced {
				t.Errorf("%s depends on %s, which does not announce writes; add SELECT private.announce_writes('%s')", name, table, table)
			}
		}
		isTimed := slices.Contains([]string{"public.reviews", "public.track_records", "public.debt_records", "public.reference_prices", "public.list_reference_prices"}, name)
		if found.isUnknowable || found.isTimed != isTimed || len(found.tables) == 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

func TestWhatAStatementRestsOn(t *testing.T) {
	t.Parallel()
	known := productRules(t, dbtest.New(t))
	t.Run("OnTheTablesOfItsPolicies", func(t *testing.T) {
		found := known.dependenciesOf(Read{SQL: `SELECT FROM "public"."portfolio_projects" AS "p"`, IsOurs: true})
		if !slices.Contains(found.tables, "public.profiles") {
			t.Errorf("%+v", found)
		}
	})
	t.Run("OnOneRow", func(t *testing.T) {
		one := Read{SQL: `SELECT FROM "public"."projects" AS "p" WHERE id = $1`, IsOurs: true, Table: "public.projects", Column: "id", Key: "a"}
		if found := known.dependenciesOf(one); found.oneRow != "public.projects" {
			t.Errorf("%+v", found)
		}
		one.SQL += ` AND EXISTS (SELECT FROM "public"."projects")`
		if found := known.dependenciesOf(one); found.oneRow != "" {
			t.Errorf("although another row is read: %+v", found)
		}
		one.SQL = `SELECT FROM "public"."profiles", "public"."portfolio_projects"`
		one.Table = "public.profiles"
		if found := known.dependenciesOf(one); found.oneRow != "" {
			t.Errorf("although a policy reads other rows: %+v", found)
		}
	})
	t.Run("OnTheTime", func(t *testing.T) {
		filtered := Read{SQL: `SELECT FROM "public"."projects" WHERE created_at < $1`, IsOurs: true, Params: [][]byte{[]byte("now")}}
		if found := known.dependenciesOf(filtered); !found.isTimed {
			t.Error("the parameter now does not count as the time")
		}
		if found := known.dependenciesOf(Read{SQL: "SELECT now() FROM public.skills"}); !found.isTimed || found.isUnknowable {
			t.Errorf("%+v", found)
		}
	})
	t.Run("OnSomethingUnannounced", func(t *testing.T) {
		for _, sql := range []string{
			"SELECT random() FROM public.skills", "SELECT FROM public.messages", "SELECT current_setting('request.headers') FROM public.skills",
		} {
			if found := known.dependenciesOf(Read{SQL: sql}); !found.isUnknowable {
				t.Errorf("%s: %+v", sql, found)
			}
		}
	})
}
