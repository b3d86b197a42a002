package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
)

func one(context.Context, pgx.Tx, rest.Void) (int, error) { return 1, nil }

func nothingFollows(context.Context, pgx.Tx, []json.RawMessage) error { return nil }

func TestRegistrationsAreRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.pool.Exec(t.Context(), `CREATE TABLE public.heap (id integer)`); err != nil {
		t.Fatal(err)
	}
	b = setupOn(t, b)
	b.register(t, rest.Register(b.engine, "taken", one, everybody), b.engine.React("public", "clients", rest.Insert, nothingFollows))
	var missing func(context.Context, pgx.Tx, rest.Void) (int, error)
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"NoRoles":         {rest.Register(b.engine, "a", one, nil), "no role may call it"},
		"NamelessRole":    {rest.Register(b.engine, "a", one, rest.Roles{""}), "no role may call it"},
		"NoName":          {rest.Register(b.engine, "", one, everybody), "a function needs a name"},
		"NoBody":          {rest.Register(b.engine, "a", missing, everybody), "a function needs a name and a body"},
		"Twice":           {rest.Register(b.engine, "taken", one, everybody), "the name is already registered"},
		"ASQLFunction":    {rest.Register(b.engine, "add", one, everybody), "a SQL function has that name"},
		"UnknownTable":    {b.engine.React("public", "client", rest.Insert, nothingFollows), "no such table"},
		"UnknownSchema":   {b.engine.React("secret", "clients", rest.Insert, nothingFollows), "no such table"},
		"UnknownVerb":     {b.engine.React("public", "clients", "delete", nothingFollows), "unknown write"},
		"NothingFollows":  {b.engine.React("public", "clients", rest.Update, nil), "no reaction"},
		"TableWithoutKey": {b.engine.React("public", "heap", rest.Insert, nothingFollows), "no primary key"},
		"ReactionTwice":   {b.engine.React("public", "clients", rest.Insert, nothingFollows), "a reaction is already registered"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, c.err, c.want)
		}
	}
	if got := b.engine.Functions(); len(got) != 1 || got[0].Name != "taken" {
		t.Errorf("a refused function is registered: %v", got)
	}
}

func TestRegistrationsAreListed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.register(t,
		rest.Register(b.engine, "second", one, rest.Roles{"authenticated"}),
		rest.Register(b.engine, "first", one, everybody),
		b.engine.React("public", "projects", rest.Update, nothingFollows),
		b.engine.React("public", "projects", rest.Insert, nothingFollows),
		b.engine.React("personal", "notes", rest.Insert, nothingFollows),
	)
	in, out := reflect.TypeFor[rest.Void](), reflect.TypeFor[int]()
	if got, want := b.engine.Functions(), []rest.Function{{"first", everybody, in, out}, {"second", rest.Roles{"authenticated"}, in, out}}; !reflect.DeepEqual(got, want) {
		t.Errorf("functions %v, want %v", got, want)
	}
	want := []rest.ReactedWrite{{"personal", "notes", rest.Insert}, {"public", "projects", rest.Insert}, {"public", "projects", rest.Update}}
	if got := b.engine.Reactions(); !reflect.DeepEqual(got, want) {
		t.Errorf("reactions %v, want %v", got, want)
	}
}

// TestALateSQLFunctionDoesNotTakeANameOver checks that the registered function continues, with an
// error in the log.
func TestALateSQLFunctionDoesNotTakeANameOver(t *testing.T) {
	t.Parallel()
	var told bytes.Buffer
	b := setupLogging(t, setup(t), slog.New(slog.NewTextHandler(&told, nil)))
	b.register(t, rest.Register(b.engine, "answer", one, everybody))
	grow(t, b, `CREATE FUNCTION public.answer() RETURNS integer LANGUAGE sql AS 'SELECT 2'`)
	b.check(t, call{method: "POST", path: "/rpc/answer", status: 200, want: `1`})
	if !strings.Contains(told.String(), "a registered function hides a SQL function") || !strings.Contains(told.String(), "function=answer") {
		t.Errorf("it was not told: %s", told.String())
	}
	if err := rest.Register(setupOn(t, b).engine, "answer", one, everybody); err == nil {
		t.Error("the next start accepts it")
	}
}

// reading is a row that the Go functions return, as the SQL functions beside them do.
type reading struct {
	ID    int64    `json:"id"`
	Name  *string  `json:"name"`
	Value float64  `json:"value"`
	Fine  bool     `json:"fine"`
	Tags  []string `json:"tags"`
	More  struct {
		Unit string `json:"unit"`
	} `json:"more"`
}

const readingsInSQL = `
CREATE FUNCTION public.sql_readings() RETURNS TABLE (id bigint, name text, value double precision, fine boolean, tags json, more json) LANGUAGE sql AS $$
  VALUES (1::bigint, 'Forno', 1.5::double precision, true, '["a","b"]'::json, '{"unit":"°C"}'::json),
         (2, NULL, -2, false, '[]', '{"unit":""}'), (3, 'esteira', 0.25, true, '["b"]', '{"unit":"m/s"}') $$;
CREATE FUNCTION public.sql_reading(OUT id bigint, OUT name text, OUT value double precision, OUT fine boolean, OUT tags json, OUT more json) LANGUAGE sql AS $$
  SELECT 1::bigint, 'Forno', 1.5::double precision, true, '["a","b"]'::json, '{"unit":"°C"}'::json $$;
CREATE FUNCTION public.sql_numbers() RETURNS SETOF bigint LANGUAGE sql AS 'SELECT generate_series(1, 5)';
CREATE FUNCTION public.sql_number() RETURNS bigint LANGUAGE sql AS 'SELECT 7';
CREATE FUNCTION public.sql_nothing() RETURNS void LANGUAGE sql AS '';
`

// TestGoFunctionsAreReadLikeSQLOnes asks both the same and compares status, headers and bodies.
func TestGoFunctionsAreReadLikeSQLOnes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.pool.Exec(t.Context(), readingsInSQL); err != nil {
		t.Fatal(err)
	}
	b = setupOn(t, b, func(cfg *rest.Config) { cfg.RegexRoles, cfg.Plans = []string{"*"}, true })
	text := func(s string) *string { return &s }
	readings := []reading{{ID: 1, Name: text("Forno"), Value: 1.5, Fine: true, Tags: []string{"a", "b"}}, {ID: 2, Value: -2, Tags: []string{}}, {ID: 3, Name: text("esteira"), Value: 0.25, Fine: true, Tags: []string{"b"}}}
	readings[0].More.Unit, readings[2].More.Unit = "°C", "m/s"
	b.register(t,
		rest.Register(b.engine, "go_readings", func(context.Context, pgx.Tx, rest.Void) ([]reading, error) { return readings, nil }, everybody),
		rest.Register(b.engine, "go_reading", func(context.Context, pgx.Tx, rest.Void) (*reading, error) { return &readings[0], nil }, everybody),
		rest.Register(b.engine, "go_numbers", func(context.Context, pgx.Tx, rest.Void) ([]int, error) { return []int{1, 2, 3, 4, 5}, nil }, everybody),
		rest.Register(b.engine, "go_number", func(context.Context, pgx.Tx, rest.Void) (int, error) { return 7, nil }, everybody),
		rest.Register(b.engine, "go_nothing", func(context.Context, pgx.Tx, rest.Void) (rest.Void, error) { return rest.Void{}, nil }, everybody),
	)
	queries := []string{
		"", "select=*", "select=id,name", "select=n:name,id::text", "select=more->>unit,tags->0", "select=nowhere", "select=id,clients(*)", "select=value.sum(),fine", "select=count()", "select=id::nosuchtype",
		"id=eq.2", "id=gt.1&order=id.desc", "name=is.null", "name=like.F*", "name=imatch.%5Eest", "or=(id.eq.1,fine.is.false)", "not.and=(id.eq.1,fine.is.true)", "more->>unit=eq.m/s", "nowhere=eq.1", "id=eq.x", "id=cs.1",
		"order=value", "order=name.nullsfirst,id", "order=nowhere", "limit=1", "limit=1&offset=1", "offset=9", "limit=0", "clients.id=eq.1",
	}
	headers := []map[string]string{
		{}, {"Prefer": "count=exact"}, {"Accept": "text/csv"}, {"Accept": "application/vnd.pgrst.object+json"}, {"Accept": "application/vnd.pgrst.array+json;nulls=stripped"}, {"Accept": "application/vnd.pgrst.object+json;nulls=stripped"},
		{"Range": "1-1"}, {"Range": "0-0", "Prefer": "count=exact"}, {"Prefer": "handling=strict, max-affected=1"}, {"Prefer": "handling=strict, nonsense"}, {"Prefer": "tx=rollback, count=estimated"}, {"Accept": "image/png"}, {"Accept": "application/geo+json"},
	}
	asked := 0
	for _, shape := range []string{"readings", "reading", "numbers", "number", "nothing"} {
		for _, query := range queries {
			for _, header := range headers {
				asked++
				ask := func(language string) (*http.Response, string) {
					response := b.do(t, call{method: http.MethodPost, path: "/rpc/" + language + "_" + shape + "?" + query, headers: header, body: "{}"})
					body, _ := io.ReadAll(response.Body)
					return response, string(body)
				}
				inSQL, wantBody := ask("sql")
				inGo, gotBody := ask("go")
				same := inGo.StatusCode == inSQL.StatusCode && alike(gotBody, wantBody)
				for _, name := range []string{"Content-Type", "Content-Range", "Content-Profile", "Preference-Applied", "Proxy-Status", "Content-Location"} {
					same = same && inGo.Header.Get(name) == inSQL.Header.Get(name)
				}
				if !same {
					t.Errorf("%s?%s %v:\n  SQL %d %v %s\n  Go  %d %v %s", shape, query, header, inSQL.StatusCode, inSQL.Header, wantBody, inGo.StatusCode, inGo.Header, gotBody)
				}
			}
		}
	}
	t.Logf("%d requests", asked)
}

// alike compares bodies except for the languages' names and the space in JSON.
func alike(inGo, inSQL string) bool {
	plain := func(body string) string {
		var out bytes.Buffer
		if json.Compact(&out, []byte(body)) == nil {
			body = out.String()
		}
		body, _, _ = strings.Cut(body, `"hint":"Perhaps`) // which name is near depends on the names
		return strings.NewReplacer("sql_", "", "go_", "").Replace(strings.TrimSuffix(body, `"hint":null}`))
	}
	return plain(inGo) == plain(inSQL)
}
