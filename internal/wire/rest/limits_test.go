package rest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"

	"automacao/internal/database/dbtest"
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

func TestAnswersAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.AnswerBytesMax = 64 })
	const refusal = `{"code":"54000","message":"The answer would be larger than 64 bytes","details":null,"hint":"Ask for fewer rows or columns, or for one page at a time with limit and offset."}`
	csv := map[string]string{"Accept": "text/csv"}
	representation := map[string]string{"Prefer": "return=representation"}
	for _, c := range []call{
		{name: "Small", path: "/projects?select=id&order=id", status: 200, want: `[{"id":1},{"id":2},{"id":3},{"id":4}]`},
		{name: "SmallWithCount", path: "/projects?select=id&order=id&limit=1", headers: map[string]string{"Prefer": "count=exact"}, status: 206, with: map[string]string{"Content-Range": "0-0/4"}},
		{name: "ExactlyTheBound", method: "POST", path: "/rpc/echo", body: `"` + strings.Repeat("x", 62) + `"`, status: 200},
		{name: "OneByteMore", method: "POST", path: "/rpc/echo", body: `"` + strings.Repeat("x", 63) + `"`, status: 400, want: refusal},
		{name: "Rows", path: "/projects", status: 400, want: refusal},
		{name: "CSV", path: "/projects", headers: csv, status: 400, want: refusal},
		{name: "Write", method: "PATCH", path: "/projects?id=lt.4", body: `{"name":"não"}`, headers: representation, as: "ana", status: 400, want: refusal},
		{name: "TheWriteIsUndone", path: "/projects?select=id&name=eq.n%C3%A3o", status: 200, want: `[]`},
		{name: "MinimalWrite", method: "PATCH", path: "/projects?id=lt.4", body: `{"active":true}`, as: "ana", status: 204},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

func TestStatementsTimeOut(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.StatementTimeout, c.ServiceTimeout = 50*time.Millisecond, time.Second })
	rest.Register(b.engine, "linger_in_go", func(ctx context.Context, tx pgx.Tx, _ rest.Void) (rest.Void, error) {
		_, err := tx.Exec(ctx, "SELECT pg_sleep(5)")
		return rest.Void{}, err
	})
	signed, err := b.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	service := map[string]string{"Authorization": "Bearer " + signed}
	const refusal = `{"code":"57014","message":"Internal server error","details":null,"hint":null}`
	for _, c := range []call{
		{name: "Anonymous", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, status: 504, want: refusal},
		{name: "SignedIn", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 504, want: refusal},
		{name: "PreparedByNow", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 504, want: refusal},
		{name: "InAnExplicitTransaction", method: "POST", path: "/rpc/linger_in_go", as: "ana", status: 504, want: refusal},
		{name: "TheServiceHasLonger", method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, headers: service, status: 200},
		{name: "ButNotForever", method: "POST", path: "/rpc/linger", body: `{"seconds":5}`, headers: service, status: 504, want: refusal},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
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
