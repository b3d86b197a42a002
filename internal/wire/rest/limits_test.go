package rest_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest"
)

func TestRowsAreBoundedAtEveryLevel(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.RowsMax = 2 })
	if _, err := b.pool.Exec(t.Context(), `INSERT INTO public.projects (id, name, client_id) VALUES (5, 'Quinto', 1);
		INSERT INTO public.assignments VALUES (1, 3)`); err != nil {
		t.Fatal(err)
	}
	representation := map[string]string{"Prefer": "return=representation"}
	for _, c := range []call{
		{name: "Root", path: "/projects?select=id&order=id", status: 200, want: `[{"id":1},{"id":2}]`},
		{name: "OneToMany", path: "/clients?select=projects(id)&id=eq.1&projects.order=id", status: 200, want: `[{"projects":[{"id":1},{"id":2}]}]`},
		{name: "ManyToMany", path: "/users?select=projects(id)&id=eq.1&projects.order=id", status: 200, want: `[{"projects":[{"id":1},{"id":2}]}]`},
		{name: "SpreadToMany", path: "/clients?select=...projects(ids:id)&id=eq.1&projects.order=id", status: 200, want: `[{"ids":[1,2]}]`},
		{name: "Nested", path: "/projects?select=clients(projects(id))&id=eq.1&clients.projects.order=id", status: 200, want: `[{"clients":{"projects":[{"id":1},{"id":2}]}}]`},
		{name: "SmallerLimitIsKept", path: "/clients?select=projects(id)&id=eq.1&projects.order=id&projects.limit=1", status: 200, want: `[{"projects":[{"id":1}]}]`},
		{name: "LargerLimitIsNot", path: "/clients?select=projects(id)&id=eq.1&projects.order=id&projects.limit=9", status: 200, want: `[{"projects":[{"id":1},{"id":2}]}]`},
		{name: "WrittenRowsAreAllShown", method: "PATCH", path: "/projects?client_id=eq.1&select=id,clients(projects(id))&order=id&clients.projects.order=id", body: `{"active":true}`, headers: representation, as: "ana", status: 200,
			want: `[{"id":1,"clients":{"projects":[{"id":1},{"id":2}]}},{"id":2,"clients":{"projects":[{"id":1},{"id":2}]}},{"id":5,"clients":{"projects":[{"id":1},{"id":2}]}}]`},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

func TestEmbedsAreBoundedInDepth(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.EmbedsDeepMax = 3 })
	b.check(t, call{path: "/clients?select=projects(clients(projects(id)))&id=eq.3", status: 200, want: `[{"projects":[]}]`})
	b.check(t, call{path: "/clients?select=projects(clients(projects(clients(id))))", status: 400})
}

func TestAnswersAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.AnswerBytesMax = 64 })
	const refusal = `{"code":"54000","message":"The answer would be larger than 64 bytes","details":null,"hint":"Ask for fewer rows or columns, or for one page at a time with limit and offset."}`
	csv := map[string]string{"Accept": "text/csv"}
	merging := map[string]string{"Prefer": "resolution=merge-duplicates,return=representation"}
	representation := map[string]string{"Prefer": "return=representation"}
	for _, c := range []call{
		{name: "Small", path: "/projects?select=id&order=id", status: 200, want: `[{"id":1},{"id":2},{"id":3},{"id":4}]`},
		{name: "SmallWithCount", path: "/projects?select=id&order=id&limit=1", headers: map[string]string{"Prefer": "count=exact"}, status: 206, with: map[string]string{"Content-Range": "0-0/4"}},
		{name: "ExactlyTheBound", method: "POST", path: "/rpc/echo", body: `"` + strings.Repeat("x", 62) + `"`, status: 200},
		{name: "OneByteMore", method: "POST", path: "/rpc/echo", body: `"` + strings.Repeat("x", 63) + `"`, status: 413, want: refusal},
		{name: "Rows", path: "/projects", status: 413, want: refusal},
		{name: "CSV", path: "/projects", headers: csv, status: 413, want: refusal},
		{name: "Write", method: "PATCH", path: "/projects?id=lt.4", body: `{"name":"não"}`, headers: representation, as: "ana", status: 413, want: refusal},
		{name: "TheWriteIsUndone", path: "/projects?select=id&name=eq.n%C3%A3o", status: 200, want: `[]`},
		{name: "SmallUpsert", method: "POST", path: "/clients?select=id", body: `[{"id":1,"name":"Um"},{"id":8,"name":"Oito"}]`, headers: merging, as: "ana", status: 201, want: `[{"id":1},{"id":8}]`},
		{name: "MinimalWrite", method: "PATCH", path: "/projects?id=lt.4", body: `{"active":true}`, as: "ana", status: 204},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

func TestStatementsTimeOut(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.StatementTimeout, c.ServiceTimeout = 50*time.Millisecond, time.Minute })
	b.register(t, rest.Register(b.engine, "linger_in_go", func(ctx context.Context, tx pgx.Tx, _ rest.Void) (rest.Void, error) {
		_, err := tx.Exec(ctx, "SELECT pg_sleep(5)")
		return rest.Void{}, err
	}, everybody))
	signed, err := b.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	service := map[string]string{"Authorization": "Bearer " + signed}
	const refusal = `{"code":"57014","message":"canceling statement due to statement timeout","details":null,"hint":null}`
	for _, c := range []call{
		{name: "Anonymous", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, status: 500, want: refusal},
		{name: "SignedIn", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 500, want: refusal},
		{name: "PreparedByNow", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 500, want: refusal},
		{name: "InAnExplicitTransaction", method: "POST", path: "/rpc/linger_in_go", as: "ana", status: 500, want: refusal},
		{name: "TheServiceHasLonger", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, headers: service, status: 200},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
	t.Run("TheServiceHasNotForever", func(t *testing.T) {
		brief := setup(t, func(c *rest.Config) { c.StatementTimeout, c.ServiceTimeout = time.Minute, 50*time.Millisecond })
		brief.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":5}`, headers: service, status: 500, want: refusal})
	})
	var usual string
	if err := dbtest.Empty(t).QueryRow(t.Context(), "SHOW statement_timeout").Scan(&usual); err != nil {
		t.Fatal(err)
	}
	for _, conn := range b.pool.AcquireAllIdle(t.Context()) {
		var left string
		if err := conn.QueryRow(t.Context(), "SHOW statement_timeout").Scan(&left); err != nil || left != usual {
			t.Errorf("a connection is left with a time-out of %s: %v", left, err)
		}
		conn.Release()
	}
}

// TestATimeoutMayPass checks that a read behind a lock times out, and gets a Retry-After if
// configured.
func TestATimeoutMayPass(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.StatementTimeout, c.TimeoutsPass = 50*time.Millisecond, true })
	tx, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := tx.Exec(t.Context(), `LOCK TABLE public.projects IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []call{
		{name: "ARead", path: "/projects?select=id", status: 503},
		{name: "AWrite", method: "PATCH", path: "/projects?id=eq.1", body: `{"active":true}`, as: "ana", status: 503},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := b.do(t, c)
			body, _ := io.ReadAll(got.Body)
			if got.StatusCode != c.status || got.Header.Get("Retry-After") == "" || !strings.Contains(string(body), `"code":"57014"`) {
				t.Errorf("it is answered %d %s, to come back after %q", got.StatusCode, body, got.Header.Get("Retry-After"))
			}
		})
	}
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.register(t, rest.Register(b.engine, "keep", func(context.Context, pgx.Tx, json.RawMessage) (rest.Void, error) { return rest.Void{}, nil }, everybody))
	const (
		tooLarge = `{"code":"PGRST102","message":"The body is too large","details":null,"hint":null}`
		tooDeep  = `{"code":"PGRST102","message":"The JSON nests deeper than 100 levels","details":null,"hint":null}`
	)
	sized := func(n int) string { return `"` + strings.Repeat("x", n-2) + `"` }
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	csv := map[string]string{"Content-Type": "text/csv"}
	plain := map[string]string{"Content-Type": "text/plain"}
	wide := strings.Repeat("w", 1<<10)
	for _, c := range []call{
		{name: "OneMebibyte", method: "POST", path: "/rpc/echo", body: sized(1 << 20), status: 200},
		{name: "OneByteMore", method: "POST", path: "/rpc/echo", body: sized(1<<20 + 1), status: 413, want: tooLarge},
		{name: "ToATable", method: "POST", path: "/clients", body: sized(1<<20 + 1), as: "ana", status: 413, want: tooLarge},
		{name: "CSVThatGrows", method: "POST", path: "/clients", body: wide + strings.Repeat("\n1", 2<<10), headers: csv, as: "ana", status: 413, want: tooLarge},
		{name: "CSVThatDoesNot", method: "POST", path: "/clients", body: "id,name" + strings.Repeat("\n1,x", 2<<10), headers: csv, as: "ana", status: 409},
		{name: "DeepEnough", method: "POST", path: "/rpc/echo", body: nested(100), status: 200, want: nested(100)},
		{name: "TooDeep", method: "POST", path: "/rpc/echo", body: nested(101), status: 400, want: tooDeep},
		{name: "TooDeepForARow", method: "POST", path: "/clients", body: `{"id":9,"name":"x","facts":` + nested(100) + `}`, as: "ana", status: 400, want: tooDeep},
		{name: "TooDeepForAnArgument", method: "POST", path: "/rpc/add", body: `{"a":` + nested(100) + `}`, status: 400, want: tooDeep},
		{name: "TooDeepForGo", method: "POST", path: "/rpc/keep", body: nested(101), status: 400, want: tooDeep},
		{name: "BracketsInAText", method: "POST", path: "/rpc/echo", body: `"\"` + strings.Repeat("[", 101) + `"`, status: 200},
		{name: "ManyShallowOnes", method: "POST", path: "/rpc/echo", body: "[" + strings.Repeat(`{},`, 101) + "[]]", status: 200},
		{name: "PlainTextIsNoJSON", method: "POST", path: "/rpc/letters_of", body: strings.Repeat("[", 101), headers: plain, status: 200, want: `101`},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

func TestNULIsRefusedInAddresses(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for name, path := range map[string]string{
		"Table": "/proj%00ects", "Call": "/rpc/add%00?a=1", "Select": "/projects?select=id%00", "Filter": "/projects?name=eq.a%00b",
		"FilterName": "/projects?na%00me=eq.a", "Order": "/projects?order=id%00", "Argument": "/rpc/add?a=1&b=%00", "Unread": "/?x=%00",
	} {
		t.Run(name, func(t *testing.T) {
			b.check(t, call{path: path, status: 400, want: `{"code":"PGRST100","message":"The address holds a NUL character","details":null,"hint":null}`})
		})
	}
	b.check(t, call{path: "/projects?select=id&name=eq.%2500", status: 200, want: `[]`})
}

// TestWhatNoRowNamesIsMeasured checks that a table or call without a limit of its own counts under
// the common route if it exists, and otherwise as unknown.
func TestWhatNoRowNamesIsMeasured(t *testing.T) {
	t.Parallel()
	once := []ratelimit.Rate{{Max: 1, Per: time.Hour}}
	table, err := ratelimit.NewTable([]ratelimit.Row{
		{Name: "own", Routes: []string{"GET /rest/v1/{table}"}, Address: once},
		{Name: "calls", Routes: []string{"POST /rest/v1/rpc/{function}"}, Address: once},
		{Name: "named", Routes: []string{"GET /rest/v1/projects"}, Address: []ratelimit.Rate{{Max: 100, Per: time.Hour}}},
		{Name: "unknown", Routes: []string{ratelimit.Unknown}, Address: once},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := setup(t, func(c *rest.Config) { c.Meter = ratelimit.NewMeter(table, nil, time.Now) })
	for _, c := range []call{
		{name: "Own", path: "/clients?select=id&limit=1", status: 200},
		{name: "OwnAgain", path: "/users?select=id&limit=1", status: 429},
		{name: "Named", path: "/projects?select=id&limit=1", status: 200},
		{name: "NamedAgain", path: "/projects?select=id&limit=1", status: 200},
		{name: "Call", method: "POST", path: "/rpc/echo", body: `"x"`, status: 200},
		{name: "CallAgain", method: "POST", path: "/rpc/echo", body: `"x"`, status: 429},
		{name: "Nothing", path: "/nowhere", status: 404},
		{name: "NothingAgain", path: "/neither", status: 429},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

// setupPriced uses the product's cost function, and a bound that lies between a list of a few rows
// and one of many pairs.
func setupPriced(t *testing.T) *bundle {
	t.Helper()
	b := setup(t, func(c *rest.Config) { c.CostMax, c.Price = 500, "private.price" })
	source, err := os.ReadFile("../../postgres/migrations/product/baseline/price.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.pool.Exec(t.Context(), "CREATE SCHEMA IF NOT EXISTS private; GRANT USAGE ON SCHEMA private TO PUBLIC; GRANT SELECT ON public.clients, public.projects TO service_role; "+string(source)); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestADearReadIsRefusedBeforeItRuns(t *testing.T) {
	t.Parallel()
	b := setupPriced(t)
	signed, err := b.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	const dear = "/clients?select=id,projects(id,clients(id,projects(id)))&name=neq.o'Neil%20%241"
	const refusal = `{"code":"54001","message":"The query would cost too much","details":null,"hint":"Ask for fewer levels of embedding, filter by a column that has an index, or count with count=estimated."}`
	for range 3 {
		b.check(t, call{path: dear, status: 400, want: refusal})
		b.check(t, call{path: dear, as: "ana", status: 400, want: refusal})
		b.check(t, call{path: dear, headers: map[string]string{"Authorization": "Bearer " + signed}, status: 200})
		b.check(t, call{path: "/projects?select=id&order=id&limit=1", headers: map[string]string{"Prefer": "count=estimated"}, status: 206, want: `[{"id":1}]`})
	}
}

// A caller beyond their own limit waits only for themselves: while all of their places wait for a
// locked table, they are refused and another caller is served.
func TestACallerHasHisPlaces(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) {
		c.StatementTimeout, c.VisitorTimeout = time.Minute, time.Minute
		c.Reads = admission.Config{Places: 4, PlacesPerCaller: 2, WaitingMax: 10, WaitingPerCallerMax: 1}
	})
	member, err := b.keys.Sign(jwt.MapClaims{"role": "authenticated", "sub": uuid.NewString(), "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	lock, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := lock.Exec(t.Context(), `LOCK TABLE public.projects`); err != nil {
		t.Fatal(err)
	}
	const asked, shedMin = 8, 5
	answers := make(chan *http.Response, asked)
	var group sync.WaitGroup
	for range asked {
		group.Go(func() { answers <- b.do(t, call{path: "/projects?select=id&id=eq.1"}) })
	}
	for range shedMin {
		if got := <-answers; got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" {
			t.Errorf("a caller beyond their share is answered %d with Retry-After %q", got.StatusCode, got.Header.Get("Retry-After"))
		}
	}
	b.check(t, call{path: "/clients?select=id&id=eq.1", headers: map[string]string{"Authorization": "Bearer " + member}, status: 200, want: `[{"id":1}]`})
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	group.Wait()
}

func TestAVisitorHasLessTime(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.StatementTimeout, c.VisitorTimeout = time.Minute, 50*time.Millisecond })
	b.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, status: 500})
	b.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 200})
}
