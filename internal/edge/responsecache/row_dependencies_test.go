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

// What visitors may read: the tables and views of the exposed schema, and its
// functions that only read.
const readable = `
	SELECT quote_ident(nspname) || '.' || quote_ident(relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE nspname = 'public' AND relkind IN ('r', 'p', 'v', 'm') AND has_any_column_privilege('anon', c.oid, 'SELECT')
	UNION
	SELECT quote_ident(nspname) || '.' || quote_ident(proname) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
	WHERE nspname = 'public' AND provolatile <> 'v' AND prorettype <> 'trigger'::regtype AND has_function_privilege('anon', p.oid, 'EXECUTE')`

// What visitors read rests on tables that announce their writes. Of a new rule,
// function or view that reads another table, this says which.
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
		t.Fatalf("%d things to read: %v", len(names), err)
	}
	for _, name := range names {
		found := known.dependenciesOf(Read{SQL: "SELECT FROM " + name, IsOurs: true})
		for _, table := range found.tables {
			if !known.relations[table].IsAnnounced {
				t.Errorf("%s rests on %s, which announces nothing: SELECT private.announce_writes('%s')", name, table, table)
			}
		}
		isTimed := slices.Contains([]string{"public.reviews", "public.track_records", "public.debt_records"}, name)
		if found.isUnknowable || found.isTimed != isTimed || len(found.tables) == 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

func TestWhatAStatementRestsOn(t *testing.T) {
	t.Parallel()
	known := productRules(t, dbtest.New(t))
	t.Run("OnTheTablesOfItsRulesToo", func(t *testing.T) {
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
			t.Errorf("another row is read: %+v", found)
		}
		one.SQL = `SELECT FROM "public"."profiles", "public"."portfolio_projects"`
		one.Table = "public.profiles"
		if found := known.dependenciesOf(one); found.oneRow != "" {
			t.Errorf("a rule reads other rows: %+v", found)
		}
	})
	t.Run("OnTheTime", func(t *testing.T) {
		by := Read{SQL: `SELECT FROM "public"."projects" WHERE created_at < $1`, IsOurs: true, Params: [][]byte{[]byte("now")}}
		if found := known.dependenciesOf(by); !found.isTimed {
			t.Error("now is no value of the time")
		}
		if found := known.dependenciesOf(Read{SQL: "SELECT now() FROM public.skills"}); !found.isTimed || found.isUnknowable {
			t.Errorf("%+v", found)
		}
	})
	t.Run("OnWhatNobodyAnnounces", func(t *testing.T) {
		for _, sql := range []string{
			"SELECT random() FROM public.skills", "SELECT FROM public.messages", "SELECT current_setting('request.headers') FROM public.skills",
		} {
			if found := known.dependenciesOf(Read{SQL: sql}); !found.isUnknowable {
				t.Errorf("%s: %+v", sql, found)
			}
		}
	})
}
