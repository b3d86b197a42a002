package functions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

var everybody = []string{roleAnon, roleUser, "service_role"}

// said answers with what a reader made of the body.
func said[T any](read func(*http.Request) (T, error)) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		value, err := read(r)
		if err != nil {
			return err
		}
		return writeJSON(w, value)
	}
}

// readBytes reads any body as it is.
func readBytes(r *http.Request) ([]byte, error) { return io.ReadAll(r.Body) }

func writeJSON(w http.ResponseWriter, value any) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	return json.NewEncoder(w).Encode(value)
}

func TestBodiesAreReadAsTheySayTheyAre(t *testing.T) {
	t.Parallel()
	type order struct{ Item string }
	b := setup(t, map[string]Function{"json": {Roles: everybody, Serve: said(JSON[order])}})
	for _, one := range []struct{ media, body, want string }{
		{"application/json", `{"item":"valve"}`, `{"Item":"valve"}`},
		{"application/json; charset=utf-8", "", `{"Item":""}`},
		{"application/json", `{"item":`, "INVALID_BODY"},
		{"application/json", `{"item":"a"}{}`, "INVALID_BODY"},
		{"application/json", `{"price":1}`, "INVALID_BODY"},
		{"text/plain", `{"item":"a"}`, "UNSUPPORTED_MEDIA_TYPE"},
		{"a/b/c;", `{}`, "UNSUPPORTED_MEDIA_TYPE"},
	} {
		got := b.call("POST", "/json", "anon", one.media, strings.NewReader(one.body))
		if got.status == http.StatusOK && strings.TrimSpace(got.body) != one.want || got.status != http.StatusOK && got.code() != one.want {
			t.Errorf("%s %q: %d %s, want %s", one.media, one.body, got.status, got.body, one.want)
		}
	}
}

func TestWhoMayCall(t *testing.T) {
	t.Parallel()
	who := func(w http.ResponseWriter, r *http.Request) error {
		_, err := io.WriteString(w, caller.From(r.Context()).Role+" "+r.URL.Path)
		return err
	}
	b := setup(t, map[string]Function{
		"open":    {Methods: []string{"GET", "DELETE"}, Roles: everybody, Serve: who},
		"members": {Roles: []string{roleUser}, Serve: who}, "server": {Roles: []string{"service_role"}, Serve: who},
	})
	for _, one := range []struct {
		call, who string
		status    int
		says      string
	}{
		{"GET /open", "", 200, "anon /open"}, {"GET /open/a/b%2Fc?forceFunctionRegion=sa-east-1", "marina", 200, "authenticated /open/a/b/c"},
		{"DELETE /open/", "service_role", 200, "service_role /open/"}, {"HEAD /open", "anon", 200, ""},
		{"POST /open", "", 405, "METHOD_NOT_ALLOWED"}, {"OPTIONS /open", "", 204, ""},
		{"POST /members", "", 401, "UNAUTHORIZED_NO_AUTH_HEADER"}, {"POST /members", "anon", 403, "FORBIDDEN"},
		{"POST /members", "service_role", 403, "FORBIDDEN"}, {"POST /members", "postgres", 401, "UNAUTHORIZED_INVALID_JWT_FORMAT"},
		{"POST /members", "authenticated", 401, "UNAUTHORIZED_INVALID_JWT_FORMAT"}, // nobody in particular
		{"POST /members", "marina", 200, "authenticated /members"}, {"POST /server", "marina", 403, "FORBIDDEN"},
		{"POST /none", "", 404, `{"code":"NOT_FOUND","message":"Requested function was not found"}`}, {"GET /", "", 404, "NOT_FOUND"},
		{"POST /Members", "marina", 404, "NOT_FOUND"}, {"POST //members", "marina", 404, "NOT_FOUND"},
	} {
		method, path, _ := strings.Cut(one.call, " ")
		got := b.call(method, path, one.who, "", nil)
		if got.status != one.status || !strings.Contains(got.body, one.says) || got.status > 399 && got.header.Get("Sb-Error-Code") != got.code() || got.header.Get("X-Relay-Error") != "" {
			t.Errorf("%s as %q: %d %s", one.call, one.who, got.status, got.body)
		}
	}
	if got := b.call("OPTIONS", "/open", "", "", nil); got.header.Get("Allow") != "GET, DELETE, HEAD, OPTIONS" {
		t.Errorf("it says %q", got.header.Get("Allow"))
	}
	// The rights end with the session, whatever the token says.
	b.exec(`UPDATE auth.users SET banned_until = now() + interval '1 day' WHERE id = $1`, marina)
	if got := b.call("POST", "/members", "marina", "", nil); got.status != http.StatusUnauthorized {
		t.Errorf("who is banned: %d %s", got.status, got.body)
	}
	if got := b.call("GET", "/open", "marina", "", nil); got.status != http.StatusUnauthorized {
		t.Errorf("who is banned, where visitors may: %d %s", got.status, got.body)
	}
}

func TestReadingIsUnderTheCallersRules(t *testing.T) {
	t.Parallel()
	var b bundle
	ask := func(read func(context.Context, func(pgx.Tx) error) error, statement string) Handler {
		return func(w http.ResponseWriter, r *http.Request) error {
			return read(r.Context(), func(tx pgx.Tx) error {
				var found string
				if err := tx.QueryRow(r.Context(), statement).Scan(&found); err != nil {
					return err
				}
				_, err := io.WriteString(w, found)
				return err
			})
		}
	}
	read := func(ctx context.Context, work func(pgx.Tx) error) error { return b.server.Read(ctx, work) }
	asServer := func(ctx context.Context, work func(pgx.Tx) error) error { return b.server.ReadAsServer(ctx, work) }
	const me = `SELECT current_user || ' ' || coalesce(auth.uid()::text, 'nobody')`
	b = setup(t, map[string]Function{
		"me": {Roles: everybody, Serve: ask(read, me)}, "server": {Roles: everybody, Serve: ask(asServer, me)},
		"secrets": {Roles: everybody, Serve: ask(read, `SELECT email FROM auth.users LIMIT 1`)},
		"writing": {Roles: everybody, Serve: ask(asServer, `UPDATE public.profiles SET name = 'x' RETURNING name`)},
		"wrong":   {Roles: everybody, Serve: ask(read, `SELECT ('x' || auth.uid())::int::text`)},
		"raised":  {Roles: everybody, Serve: ask(read, `SELECT 1/0`)},
	})
	for _, one := range []struct {
		path   string
		status int
		says   string
	}{
		{"/me", 200, "authenticated " + marina.String()}, {"/secrets", 403, "FORBIDDEN"}, {"/writing", 500, "EDGE_FUNCTION_ERROR"},
		{"/wrong", 400, "INVALID_VALUE"}, {"/raised", 400, "INVALID_VALUE"},
	} {
		if got := b.call("POST", one.path, "marina", "", nil); got.status != one.status || !strings.Contains(got.body, one.says) || strings.Contains(got.body, "profiles") {
			t.Errorf("%s: %d %s", one.path, got.status, got.body)
		}
	}
	if got := b.call("POST", "/me", "", "", nil); got.body != "anon nobody" {
		t.Errorf("a visitor is %s", got.body)
	}
	if got := b.call("POST", "/server", "marina", "", nil); strings.HasPrefix(got.body, roleUser) || !strings.HasSuffix(got.body, marina.String()) {
		t.Errorf("as the server it is %s", got.body)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	b := setup(t, map[string]Function{
		"panics": {Roles: everybody, Serve: func(http.ResponseWriter, *http.Request) error { panic("a secret") }},
		"fails":  {Roles: everybody, Serve: func(http.ResponseWriter, *http.Request) error { return errors.New("a secret") }},
		"refuses": {Roles: everybody, Serve: func(w http.ResponseWriter, _ *http.Request) error {
			w.Header().Set("Content-Disposition", "attachment")
			return fault.New(http.StatusConflict, "already_there", "Já existe.").With(map[string]int{"at": 1})
		}},
		"late": {Roles: everybody, Timeout: time.Millisecond, Serve: func(_ http.ResponseWriter, r *http.Request) error {
			<-r.Context().Done()
			return r.Context().Err()
		}},
		"half": {Roles: everybody, Serve: func(w http.ResponseWriter, _ *http.Request) error {
			_, _ = io.WriteString(w, "half of it")
			_ = http.NewResponseController(w).Flush()
			return errors.New("a late secret")
		}},
		"half-panics": {Roles: everybody, Serve: func(w http.ResponseWriter, _ *http.Request) error {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			panic("a late panic")
		}},
	})
	for path, want := range map[string]string{
		"/panics": "500 WORKER_ERROR ", "/fails": "500 EDGE_FUNCTION_ERROR ", "/refuses": "409 already_there ", "/late": "504 IDLE_TIMEOUT true",
	} {
		got := b.call("POST", path, "", "", nil)
		if told := fmt.Sprintf("%d %s %s", got.status, got.code(), got.header.Get("X-Relay-Error")); told != want || strings.Contains(got.body, "secret") || got.header.Get("Content-Disposition") != "" {
			t.Errorf("%s: %s, %s; want %s", path, told, got.body, want)
		}
	}
	for _, path := range []string{"/half", "/half-panics"} {
		if got := b.call("POST", path, "", "", nil); got.err == nil {
			t.Errorf("%s is taken for the whole: %d %s", path, got.status, got.body)
		}
	}
	for _, once := range []string{"panic: a secret", `cause="a secret"`, "a late secret", "panic: a late panic"} {
		if n := b.log.count(once); n != 1 {
			t.Errorf("%q is logged %d times", once, n)
		}
	}
	if b.log.count("already_there") > 0 {
		t.Error("a refusal is logged")
	}
}

func TestRegistering(t *testing.T) {
	t.Parallel()
	serve := func(http.ResponseWriter, *http.Request) error { return nil }
	s := New(nil, nil, Config{}, nil)
	good := Function{Methods: []string{"GET", "POST"}, Roles: []string{roleAnon}, Serve: serve}
	if err := s.Register("hello-world", good); err != nil {
		t.Fatal(err)
	}
	for fact, try := range map[string]struct {
		name string
		Function
	}{
		"a name twice": {"hello-world", good}, "no name": {"", good}, "a path": {"a/b", good}, "a number": {"1a", good},
		"no handler": {"a", Function{Roles: good.Roles}}, "nobody": {"a", Function{Serve: serve}},
		"no role": {"a", Function{Roles: []string{"postgres"}, Serve: serve}}, "no method": {"a", Function{Methods: []string{"TRACE"}, Roles: good.Roles, Serve: serve}},
	} {
		if s.Register(try.name, try.Function) == nil {
			t.Errorf("%s is registered", fact)
		}
	}
	if paths := strings.Join(s.Paths(), " "); paths != "/functions/v1/ GET /functions/v1/hello-world POST /functions/v1/hello-world" {
		t.Errorf("the routes are %s", paths)
	}
}
