package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/token"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

type bundle struct {
	engine *rest.Engine
	keys   *token.Keys
	pool   *pgxpool.Pool
}

func setup(t testing.TB, changes ...func(*rest.Config)) *bundle {
	t.Helper()
	pool := dbtest.Empty(t)
	fixture, err := os.ReadFile("testdata/fixture.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(context.Background(), string(fixture)); err != nil {
		t.Fatalf("load fixture: %v", err)
	}
	return setupOn(t, &bundle{keys: testKeys(t), pool: pool}, changes...)
}

func testKeys(t testing.TB) *token.Keys {
	t.Helper()
	keys, err := token.FromSecret(strings.Repeat("s", 32))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// setupOn starts another engine on a bundle's database.
func setupOn(t testing.TB, b *bundle, changes ...func(*rest.Config)) *bundle {
	t.Helper()
	return setupLogging(t, b, slog.New(slog.DiscardHandler), changes...)
}

func setupLogging(t testing.TB, b *bundle, log *slog.Logger, changes ...func(*rest.Config)) *bundle {
	t.Helper()
	cfg := rest.Config{
		Schemas: []string{"public", "personal"}, PreRequest: "public.gate", RowsMax: 1000, Aggregates: true, RollbackAllowed: true,
	}
	for _, change := range changes {
		change(&cfg)
	}
	engine, err := rest.New(context.Background(), b.pool, b.keys, cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	return &bundle{engine: engine, keys: b.keys, pool: b.pool}
}

// reload makes the engine read the schema again, as a notification would.
func (b *bundle) reload(t *testing.T) {
	t.Helper()
	b.check(t, call{path: "/there_is_no_such_table", status: 404})
}

func (b *bundle) token(t testing.TB, subject string) string {
	t.Helper()
	signed, err := b.keys.Sign(jwt.MapClaims{"role": "authenticated", "sub": subject, "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	return signed
}

var everybody = rest.Roles{"anon", "authenticated", "service_role"}

// register checks that a registration was accepted.
func (b *bundle) register(t testing.TB, problems ...error) {
	t.Helper()
	if err := errors.Join(problems...); err != nil {
		t.Fatal(err)
	}
}

// call is one request and its expected response.
type call struct {
	name    string
	method  string
	path    string
	headers map[string]string
	body    string
	as      string
	status  int
	want    string            // JSON compared by value; empty: not looked at
	wantRaw string            // text compared as it is
	with    map[string]string // headers of the answer
}

func (b *bundle) do(t testing.TB, c call) *http.Response {
	t.Helper()
	method := c.method
	if method == "" {
		method = http.MethodGet
	}
	request := httptest.NewRequest(method, c.path, strings.NewReader(c.body))
	if c.body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range c.headers {
		request.Header.Set(name, value)
	}
	if c.as != "" {
		request.Header.Set("Authorization", "Bearer "+b.token(t, c.as))
	}
	recorder := httptest.NewRecorder()
	b.engine.ServeHTTP(recorder, request)
	return recorder.Result()
}

func (b *bundle) check(t *testing.T, c call) {
	t.Helper()
	response := b.do(t, c)
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != c.status {
		t.Fatalf("%s %s: status %d, want %d; body %s", c.method, c.path, response.StatusCode, c.status, body)
	}
	if c.want != "" {
		var got, want any
		if err := json.Unmarshal([]byte(c.want), &want); err != nil {
			t.Fatalf("bad expectation: %v", err)
		}
		if err := json.Unmarshal(body, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %s\nwant %s", c.path, body, c.want)
		}
	}
	if c.wantRaw != "" && string(body) != c.wantRaw {
		t.Errorf("%s: got %q, want %q", c.path, body, c.wantRaw)
	}
	for name, want := range c.with {
		if got := response.Header.Get(name); got != want {
			t.Errorf("%s: header %s = %q, want %q", c.path, name, got, want)
		}
	}
}

func TestReads(t *testing.T) {
	t.Parallel()
	b := setup(t)
	object := map[string]string{"Accept": "application/vnd.pgrst.object+json"}
	for _, c := range []call{
		{name: "ColumnsAliasesAndCasts", path: "/projects?select=id,nome:name,budget::text&id=eq.1", status: 200, want: `[{"id":1,"nome":"Migração S7","budget":"45000.00"}]`},
		{name: "JSONPaths", path: "/clients?select=facts->>city,rate:facts->lines->0->rate&id=eq.1", status: 200, want: `[{"city":"Jundiaí","rate":200}]`},
		{name: "EmbedManyToOne", path: "/projects?select=name,clients(name)&id=in.(1,4)&order=id", status: 200, want: `[{"name":"Migração S7","clients":{"name":"Serra Azul"}},{"name":"Órfão, \"sem\" cliente","clients":null}]`},
		{name: "EmbedByColumnHint", path: "/projects?select=client:clients!client_id(name)&id=eq.3", status: 200, want: `[{"client":{"name":"Três Rios"}}]`},
		{name: "EmbedByColumnName", path: "/projects?select=client_id(name)&id=eq.3", status: 200, want: `[{"client_id":{"name":"Três Rios"}}]`},
		{name: "EmbedOneToMany", path: "/clients?select=name,projects(id)&order=id&projects.order=id.desc", status: 200, want: `[{"name":"Serra Azul","projects":[{"id":2},{"id":1}]},{"name":"Três Rios","projects":[{"id":3}]},{"name":"Planalto","projects":[]}]`},
		{name: "EmbedManyToMany", path: "/users?select=name,projects(id)&id=eq.1&projects.order=id", status: 200, want: `[{"name":"Marina","projects":[{"id":1},{"id":2}]}]`},
		{name: "EmbedOneToOne", path: "/users?select=name,badges(code)&order=id&limit=2", status: 200, want: `[{"name":"Marina","badges":{"code":"M-1"}},{"name":"Rafael","badges":null}]`},
		{name: "EmbedWithConstraintHint", path: "/letters?select=from:users!letters_from(name),to:users!letters_to(name)&id=eq.1", status: 200, want: `[{"from":{"name":"Marina"},"to":{"name":"Rafael"}}]`},
		{name: "InnerEmbedRemovesRows", path: "/projects?select=id,clients!inner(name)&clients.name=eq.Serra Azul&order=id", status: 200, want: `[{"id":1,"clients":{"name":"Serra Azul"}},{"id":2,"clients":{"name":"Serra Azul"}}]`},
		{name: "InnerToManyRemovesRows", path: "/clients?select=id,projects!inner(id)&projects.active=is.false", status: 200, want: `[{"id":2,"projects":[{"id":3}]}]`},
		{name: "NestedLimit", path: "/clients?select=id,projects(id)&id=eq.1&projects.limit=1&projects.order=id&projects.offset=1", status: 200, want: `[{"id":1,"projects":[{"id":2}]}]`},
		{name: "SpreadToOne", path: "/projects?select=id,...clients(client:name)&id=eq.1", status: 200, want: `[{"id":1,"client":"Serra Azul"}]`},
		{name: "SpreadToMany", path: "/clients?select=id,...projects(names:name)&id=eq.2", status: 200, want: `[{"id":2,"names":["Rede"]}]`},
		{name: "EmptyEmbedOnlyFilters", path: "/clients?select=id,projects()&projects=not.is.null&order=id", status: 200, want: `[{"id":1},{"id":2}]`},
		{name: "AntiJoin", path: "/clients?select=id,projects()&projects=is.null", status: 200, want: `[{"id":3}]`},
		{name: "ToOnePresence", path: "/projects?select=id,clients()&clients=is.null", status: 200, want: `[{"id":4}]`},
		{name: "ThreeLevels", path: "/clients?select=projects(users(name))&id=eq.2", status: 200, want: `[{"projects":[{"users":[{"name":"Edson"}]}]}]`},
		{name: "FourLevels", path: "/clients?select=projects(clients(projects(id)))&id=eq.2&projects.clients.projects.id=eq.3", status: 200, want: `[{"projects":[{"clients":{"projects":[{"id":3}]}}]}]`},
		{name: "ComputedField", path: "/clients?select=initials&initials=eq.T", status: 200, want: `[{"initials":"T"}]`},
		{name: "ComputedRelationship", path: "/clients?select=id,first_project(id)&order=id", status: 200, want: `[{"id":1,"first_project":{"id":1}},{"id":2,"first_project":{"id":3}},{"id":3,"first_project":null}]`},
		{name: "OrderByRelated", path: "/projects?select=id,clients(name)&order=clients(name).desc.nullslast,id&limit=2", status: 200, want: `[{"id":3,"clients":{"name":"Três Rios"}},{"id":1,"clients":{"name":"Serra Azul"}}]`},
		{name: "In", path: `/projects?select=id&name=in.("Órfão, \"sem\" cliente",Rede)&order=id`, status: 200, want: `[{"id":3},{"id":4}]`},
		{name: "Like", path: "/projects?select=id&name=ilike.*MIGRA*", status: 200, want: `[{"id":1}]`},
		{name: "LikeAny", path: "/projects?select=id&name=like(any).{Vis*,Red*}&order=id", status: 200, want: `[{"id":2},{"id":3}]`},
		{name: "Contains", path: "/projects?select=id&tags=cs.{clp}&order=id", status: 200, want: `[{"id":1},{"id":3}]`},
		{name: "Overlaps", path: "/projects?select=id&tags=ov.{visao,rede}&order=id", status: 200, want: `[{"id":2},{"id":3}]`},
		{name: "ContainsJSON", path: `/clients?select=id&facts=cs.{"city":"Jundiaí"}`, status: 200, want: `[{"id":1}]`},
		{name: "RangeOperators", path: "/clients?select=id&span=sr.[1,4]", status: 200, want: `[{"id":2}]`},
		{name: "Adjacent", path: "/clients?select=id&span=adj.[1,5)", status: 200, want: `[{"id":2}]`},
		{name: "FullText", path: "/clients?select=id&words=fts(portuguese).envases", status: 200, want: `[{"id":1}]`},
		{name: "WebSearch", path: "/clients?select=id&words=wfts(portuguese).papel -envase", status: 200, want: `[{"id":2}]`},
		{name: "FullTextOnText", path: "/projects?select=id&name=plfts(simple).rede", status: 200, want: `[{"id":3}]`},
		{name: "IsDistinct", path: "/projects?select=id&client_id=isdistinct.1&order=id", status: 200, want: `[{"id":3},{"id":4}]`},
		{name: "NotNull", path: "/projects?select=id&client_id=not.is.null&order=id", status: 200, want: `[{"id":1},{"id":2},{"id":3}]`},
		{name: "OrTree", path: "/projects?select=id&or=(id.eq.4,and(active.is.true,budget.gt.40000))&order=id", status: 200, want: `[{"id":1},{"id":4}]`},
		{name: "NotOr", path: "/projects?select=id&not.or=(id.eq.4,active.is.true)", status: 200, want: `[{"id":3}]`},
		{name: "OrWithQuotedValue", path: `/projects?select=id&or=(name.eq."Órfão, \"sem\" cliente",id.in.(1,2))&order=id`, status: 200, want: `[{"id":1},{"id":2},{"id":4}]`},
		{name: "CountsOfAType", path: "/projects?select=count()::text,n:count()", headers: map[string]string{"Prefer": "count=exact"}, status: 206, want: `[{"count":"4","n":4}]`, with: map[string]string{"Content-Range": "0-0/4"}},
		{name: "Aggregates", path: "/projects?select=active,count(),budget.sum()::text&order=active&client_id=not.is.null", status: 200, want: `[{"active":false,"count":1,"sum":"8000.00"},{"active":true,"count":2,"sum":"80000.00"}]`},
		{name: "CountExactOfAPage", path: "/projects?select=id&order=id&limit=2", headers: map[string]string{"Prefer": "count=exact"}, status: 206, want: `[{"id":1},{"id":2}]`, with: map[string]string{"Content-Range": "0-1/4", "Preference-Applied": "count=exact"}},
		{name: "CountExactOfAll", path: "/projects?select=id&order=id", headers: map[string]string{"Prefer": "count=exact"}, status: 200, with: map[string]string{"Content-Range": "0-3/4"}},
		{name: "CountWithInnerEmbed", path: "/projects?select=id,clients!inner(id)&clients.id=eq.1&limit=1", headers: map[string]string{"Prefer": "count=exact"}, status: 206, with: map[string]string{"Content-Range": "0-0/2"}},
		{name: "CountPlannedIsANumber", path: "/projects?select=id&limit=1&id=gt.0", headers: map[string]string{"Prefer": "count=planned"}, status: 206},
		{name: "CountEstimatedIsExactWhenSmall", path: "/users?select=id&limit=1&order=id", headers: map[string]string{"Prefer": "count=estimated"}, status: 206, want: `[{"id":1}]`},
		{name: "RangeHeader", path: "/projects?select=id&order=id", headers: map[string]string{"Range": "1-2"}, status: 200, want: `[{"id":2},{"id":3}]`, with: map[string]string{"Content-Range": "1-2/*"}},
		{name: "OffsetPastTheEnd", path: "/projects?select=id&offset=9", headers: map[string]string{"Prefer": "count=exact"}, status: 416, want: `{"code":"PGRST103","message":"Requested range not satisfiable","details":"An offset of 9 was requested, but there are only 4 rows.","hint":null}`},
		{name: "LimitZero", path: "/projects?limit=0", status: 200, want: `[]`, with: map[string]string{"Content-Range": "*/*"}},
		{name: "SingleObject", path: "/projects?select=id&id=eq.1", headers: object, status: 200, want: `{"id":1}`, with: map[string]string{"Content-Type": "application/vnd.pgrst.object+json; charset=utf-8"}},
		{name: "NotASingleObject", path: "/projects?select=id", headers: object, status: 406, want: `{"code":"PGRST116","message":"Cannot coerce the result to a single JSON object","details":"The result contains 4 rows","hint":null}`},
		{name: "CSV", path: "/projects?select=id,name&id=in.(2,4)&order=id", headers: map[string]string{"Accept": "text/csv"}, status: 200, wantRaw: "id,name\n2,Visão\n4,\"Órfão, \"\"sem\"\" cliente\""},
		{name: "NullsStripped", path: "/clients?select=id,joined&id=eq.3", headers: map[string]string{"Accept": "application/vnd.pgrst.array+json;nulls=stripped"}, status: 200, want: `[{"id":3}]`},
		{name: "OtherSchema", path: "/notes?select=id", headers: map[string]string{"Accept-Profile": "personal"}, as: "ana", status: 200, want: `[{"id":1}]`, with: map[string]string{"Content-Profile": "personal"}},
		{name: "RowsOfOthersAreHidden", path: "/notes?select=id&id=eq.2", headers: map[string]string{"Accept-Profile": "personal"}, as: "ana", status: 200, want: `[]`},
		{name: "HeadHasNoBody", method: "HEAD", path: "/projects?select=id", headers: map[string]string{"Prefer": "count=exact"}, status: 200, with: map[string]string{"Content-Range": "0-3/4"}},
		{name: "OpenAPI", path: "/", status: 200, with: map[string]string{"Content-Type": "application/openapi+json; charset=utf-8"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.path = strings.ReplaceAll(c.path, " ", "%20")
			b.check(t, c)
		})
	}
}

func TestNothingIsKeptByCaches(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.register(t, rest.Register(b.engine, "rest_a_while", func(context.Context, pgx.Tx, rest.Void) (rest.Void, error) { return rest.Void{}, nil }, everybody))
	b.register(t, rest.Register(b.engine, "one", func(context.Context, pgx.Tx, rest.Void) (int, error) { return 1, nil }, everybody))
	never := map[string]string{"Cache-Control": "no-store"}
	for _, c := range []call{
		{name: "Read", path: "/projects", status: 200, with: never},
		{name: "Write", method: "PATCH", path: "/projects?id=eq.1", body: `{"active":true}`, as: "ana", status: 204, with: never},
		{name: "Error", path: "/projetos", status: 404, with: never},
		{name: "Call", method: "POST", path: "/rpc/add", body: `{"a":1}`, status: 200, with: never},
		{name: "VoidCall", method: "POST", path: "/rpc/nothing", status: 204, with: never},
		{name: "CallOfGo", method: "POST", path: "/rpc/one", status: 200, with: never},
		{name: "VoidCallOfGo", method: "POST", path: "/rpc/rest_a_while", status: 204, with: never},
		{name: "OpenAPI", path: "/", status: 200, with: never},
		{name: "ErrorOfACachedCall", path: "/rpc/badly_cached", status: 500, with: never},
		{name: "UnlessAFunctionSaysSo", path: "/rpc/cached", status: 200, with: map[string]string{"Cache-Control": "max-age=60"}},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}
