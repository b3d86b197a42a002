package rest_test

import (
	"context"
	"crypto/rand"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

// TestAStatementIsPreparedByItsCaller checks that an engine whose own login role may read nothing
// can repeat a statement.
func TestAStatementIsPreparedByItsCaller(t *testing.T) {
	t.Parallel()
	b := setup(t)
	login := pgx.Identifier{"lean_" + strings.ToLower(rand.Text())}.Sanitize()
	b.must(t, "CREATE ROLE "+login+" LOGIN NOINHERIT IN ROLE anon, authenticated")
	t.Cleanup(func() { b.must(t, "DROP ROLE "+login) })
	cfg := b.pool.Config()
	cfg.MaxConns, cfg.MinConns, cfg.ConnConfig.User = 1, 0, strings.Trim(login, `"`)
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	lean := setupOn(t, &bundle{keys: b.keys, pool: pool})
	for range 3 {
		lean.check(t, call{as: "ana", path: "/notes?select=id", headers: map[string]string{"Accept-Profile": "personal"}, status: 200, want: `[{"id":1}]`, with: map[string]string{"Content-Profile": "personal"}})
	}
}

// TestAStatementNamesWhatAnIndexIsFor checks that a value to which an index is restricted is a
// literal and any other a parameter: a prepared plan can use the index, and there are no more texts
// than indexes.
func TestAStatementNamesWhatAnIndexIsFor(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.must(t, `CREATE TABLE public.offers (id int PRIMARY KEY, state text, "a name" text)`)
	b.must(t, `CREATE INDEX ON public.offers (id) WHERE state = 'open' AND "a name" = 'it''s'`)
	b.must(t, `CREATE INDEX ON public.offers (id) WHERE state = 'held' OR state IS NULL`)
	known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	for filter, want := range map[string]string{
		"state=eq.open":        `WHERE ("offers"."state" = 'open')`,
		"state=eq.held":        `WHERE ("offers"."state" = 'held')`,
		"state=not.eq.open":    `WHERE NOT ("offers"."state" = 'open')`,
		"state=eq.closed":      `WHERE ("offers"."state" = $1)`,
		"state=neq.open":       `WHERE ("offers"."state" <> $1)`,
		"state=eq(any).{open}": `WHERE ("offers"."state" = ANY ($1))`,
	} {
		asked, err := query.Parse(filter, false)
		if err != nil {
			t.Fatal(err)
		}
		statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: "offers"}, asked, plan.Options{})
		if err != nil || !strings.Contains(statement.SQL, want) {
			t.Errorf("%s is %s, without %s (%v)", filter, statement.SQL, want, err)
		}
	}
}

// TestASearchOfManyRowsIsPlannedForItsWords checks which statements get a custom plan, and that the
// setting ends with the transaction.
func TestASearchOfManyRowsIsPlannedForItsWords(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.must(t, `CREATE TABLE public.papers (id int PRIMARY KEY, words tsvector, tags text[]); GRANT SELECT ON public.papers TO anon; INSERT INTO public.papers VALUES (1, 'clp', '{x}')`)
	for _, many := range []bool{false, true} {
		if many {
			b.must(t, `UPDATE pg_class SET reltuples = 1e6 WHERE oid = 'public.papers'::regclass`)
		}
		known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
		if err != nil {
			t.Fatal(err)
		}
		for filter, searches := range map[string]bool{"words=fts.clp": true, "tags=ov.{x}": true, "or=(id.eq.2,tags.cs.{x})": true, "id=eq.1": false, "select=tags": false} {
			asked, err := query.Parse(filter, false)
			if err != nil {
				t.Fatal(err)
			}
			statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: "papers"}, asked, plan.Options{})
			if err != nil || statement.NeedsCustomPlan != (many && searches) {
				t.Errorf("many rows: %v; %s is replanned: %v (%v)", many, filter, statement.NeedsCustomPlan, err)
			}
		}
	}
	engine := setupOn(t, &bundle{keys: b.keys, pool: b.pool})
	for range 3 {
		engine.check(t, call{path: "/papers?select=id&words=fts.clp&tags=ov.{x}", status: 200, want: `[{"id":1}]`})
	}
	var mode string
	if err := b.pool.QueryRow(t.Context(), "SHOW plan_cache_mode").Scan(&mode); err != nil || mode != "auto" {
		t.Errorf("plan_cache_mode stays %q (%v)", mode, err)
	}
}

// TestAnEmbedIsFetchedForThePageAlone checks that PostgreSQL looks up embeds as often as the page
// has rows.
func TestAnEmbedIsFetchedForThePageAlone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.must(t, `CREATE TABLE public.makers (id int PRIMARY KEY); INSERT INTO public.makers SELECT generate_series(1, 50)`)
	b.must(t, `CREATE TABLE public.machines (id int PRIMARY KEY, maker int NOT NULL REFERENCES public.makers, weight float8);
	  INSERT INTO public.machines SELECT n, n % 50 + 1, random() FROM generate_series(1, 500) AS n; ANALYZE public.machines; ANALYZE public.makers`)
	known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range []string{"select=id,makers(id)&order=weight&limit=3", "select=id,machines(id)&order=id.desc&limit=3"} {
		from := map[bool]string{true: "machines", false: "makers"}[strings.Contains(raw, "weight")]
		asked, err := query.Parse(raw, false)
		if err != nil {
			t.Fatal(err)
		}
		statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: from}, asked, plan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := b.pool.Query(t.Context(), "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) "+statement.SQL)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		explained := strings.Join(lines, "\n")
		if err != nil || !strings.Contains(explained, "loops=3)") || strings.Contains(explained, "loops=500)") || strings.Contains(explained, "loops=50)") {
			t.Errorf("%s is planned (%v)\n%s", raw, err, explained)
		}
	}
}

func (b *bundle) must(t *testing.T, sql string) {
	t.Helper()
	if _, err := b.pool.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
}

func TestRepeatedStatementsArePrepared(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 5 {
		b.check(t, call{path: "/projects?select=id&id=eq.1", status: 200, want: `[{"id":1}]`})
		b.check(t, call{path: "/projects?select=id&id=eq.nope", status: 400})
	}
}

func BenchmarkReadByKey(b *testing.B) {
	fixture := setup(b)
	for b.Loop() {
		if response := fixture.do(b, call{path: "/projects?select=id,name,clients(name)&id=eq.1"}); response.StatusCode != http.StatusOK {
			b.Fatal(response.Status)
		}
	}
}
