package acceptance

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

// Every protocol refuses in its own shape, and says when to retry.
var refusedWhileAway = []struct {
	fact, method, path string
	headers            map[string]string
	body               any
	says               string
}{
	{"AList", "GET", "/rest/v1/projects?select=id", nil, nil, `"code":"PGRST001"`},
	{"AWrite", "POST", "/rest/v1/messages", nil, map[string]string{}, `"code":"PGRST001"`},
	{"ACall", "POST", "/rest/v1/rpc/view_profile", nil, map[string]string{"profile_id": uuid.NewString()}, `"code":"PGRST001"`},
	{"ACallUnderAKey", "POST", "/rest/v1/rpc/view_profile", map[string]string{"Idempotency-Key": "k"}, map[string]string{"profile_id": uuid.NewString()}, `"code":"PGRST001"`},
	{"SigningIn", "POST", "/auth/v1/token?grant_type=password", nil, map[string]string{"email": "a@exemplo.test", "password": apptest.Password}, `"msg":"The database cannot be reached`},
	{"Refreshing", "POST", "/auth/v1/token?grant_type=refresh_token", nil, map[string]string{"refresh_token": "x"}, `"msg":"The database cannot be reached`},
	{"WhoAmI", "GET", "/auth/v1/user", nil, nil, `"msg":"The database cannot be reached`},
	{"SigningUp", "POST", "/auth/v1/signup", nil, map[string]any{"email": "b@exemplo.test", "password": "uma frase comprida", "data": map[string]any{}}, `"msg":"The database cannot be reached`},
	{"APicture", "GET", "/storage/v1/object/public/avatars/a.png", nil, nil, `"error":"DatabaseError"`},
	{"AnUpload", "POST", "/storage/v1/object/avatars/a.png", nil, []byte("x"), `"error":"DatabaseError"`},
	{"ABroadcast", "POST", "/realtime/v1/api/broadcast/t/events/e", nil, map[string]string{}, `"error":"Realtime was unable to connect`},
	{"APage", "GET", "/projetos/" + uuid.NewString(), nil, nil, "<html"},
	{"TheSitemap", "GET", "/sitemap.xml", nil, nil, "Service Unavailable"},
	{"TheInstitution", "POST", apptest.WebhookPath, map[string]string{"asaas-access-token": apptest.HookToken}, apptest.HookEvent, ""},
	{"Health", "GET", "/ready", nil, nil, "database unavailable"},
}

// Requests that need no database are answered as usual.
var answeredWhileAway = []struct {
	fact, method, path string
	headers            map[string]string
	status             int
}{
	{"Alive", "GET", "/live", nil, 200},
	{"APreflight", "OPTIONS", "/rest/v1/projects", map[string]string{"Origin": "https://exemplo.test", "Access-Control-Request-Method": "GET"}, 204},
	{"WhatATableAllows", "OPTIONS", "/rest/v1/projects", nil, 200},
	{"ABadToken", "GET", "/rest/v1/projects", map[string]string{"Authorization": "Bearer a.b.c"}, 401},
	{"ABadTokenOfASession", "GET", "/auth/v1/user", map[string]string{"Authorization": "Bearer a.b.c"}, 403},
	{"ABadTokenOfAFile", "GET", "/storage/v1/object/avatars/a.png", map[string]string{"Authorization": "Bearer a.b.c"}, 400},
	{"AMalformedFilter", "GET", "/rest/v1/projects?id=igual.1", nil, 400},
	{"TheFirstPage", "GET", "/", nil, 200},
}

// lose keeps everybody from connecting to a database and ends all connections. It returns what
// undoes that.
func lose(t *testing.T, db *dbtest.Database) (back func()) {
	t.Helper()
	config := db.Owner.Config().ConnConfig
	name := config.Database
	elsewhere := config.Copy()
	elsewhere.Database = "postgres"
	ask := func(statement string, arguments ...any) {
		t.Helper()
		conn, err := pgx.ConnectConfig(context.Background(), elsewhere)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(context.Background()) }()
		if _, err := conn.Exec(context.Background(), statement, arguments...); err != nil {
			t.Fatal(err)
		}
	}
	ask(fmt.Sprintf(`ALTER DATABASE %s ALLOW_CONNECTIONS false`, name))
	ask(`SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1`, name)
	return func() { ask(fmt.Sprintf(`ALTER DATABASE %s ALLOW_CONNECTIONS true`, name)) }
}

func TestEveryProtocolReportsAnUnavailableDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.WithInstitution)
	who := b.Member("professional", "Marina Alves")
	token := b.Session(who)
	b.Must(request{Method: "GET", Path: "/rest/v1/projects?select=id", Token: token}, nil)
	back := lose(t, b.DB)
	t.Run("RequestsThatNeedItAreRefused", func(t *testing.T) {
		for _, q := range refusedWhileAway {
			b.in(t).Refuses(q.fact, request{Method: q.method, Path: q.path, Headers: q.headers, Body: q.body, Token: token}, q.says)
		}
	})
	t.Run("OtherRequestsAreAnswered", func(t *testing.T) {
		for _, q := range answeredWhileAway {
			if got := b.in(t).Ask(request{Method: q.method, Path: q.path, Headers: q.headers}); got.Status != q.status {
				t.Errorf("%s is answered %d %s, want %d", q.fact, got.Status, got.Body, q.status)
			}
		}
	})
	back()
	for b.Ask(request{Method: "GET", Path: "/ready"}).Status != http.StatusOK && t.Context().Err() == nil {
	}
	for _, path := range []string{"/rest/v1/projects?select=id", "/auth/v1/user"} {
		b.Must(request{Method: "GET", Path: path, Token: token}, nil)
	}
	if got := b.Ask(request{Method: "POST", Path: apptest.WebhookPath, Headers: map[string]string{"asaas-access-token": apptest.HookToken}, Body: apptest.HookEvent}); got.Status != http.StatusOK {
		t.Errorf("the institution is answered %d %s", got.Status, got.Body)
	}
}

// Idle connections that are cut are replaced without an error.
func TestACutConnectionIsNotNoticed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	tokens := map[uuid.UUID]string{serra: b.Session(serra), marina: b.Session(marina)}
	const rounds = 3
	for round := range rounds {
		for _, r := range []request{
			{Method: "GET", Path: "/rest/v1/projects?select=id", Token: tokens[marina]},
			{Method: "POST", Path: "/rest/v1/messages", Token: tokens[marina], Body: map[string]any{"from_id": marina, "to_id": serra, "content": fmt.Sprint("Mensagem ", round)}},
			{Method: "POST", Path: "/rest/v1/rpc/view_profile", Token: tokens[serra], Body: map[string]any{"profile_id": marina}},
			{Method: "GET", Path: "/auth/v1/user", Token: tokens[marina]},
			{Method: "GET", Path: "/ready"},
		} {
			cutIdle(t, b.DB)
			if got := b.Ask(r); got.Status >= http.StatusInternalServerError {
				t.Errorf("%s %s is answered %d %s", r.Method, r.Path, got.Status, got.Body)
			}
		}
	}
	var sent int
	if err := b.DB.Owner.QueryRow(t.Context(), `SELECT count(*) FROM public.messages WHERE from_id = $1`, marina).Scan(&sent); err != nil || sent != rounds {
		t.Errorf("%d messages are sent, want %d, %v", sent, rounds, err)
	}
}

// cutIdle ends the server's idle connections, and none of the test's.
func cutIdle(t *testing.T, db *dbtest.Database) {
	t.Helper()
	_, err := db.Owner.Exec(t.Context(), `
		SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
		WHERE datname = current_database() AND usename = $1 AND state = 'idle'`, db.Pool.Config().ConnConfig.User)
	if err != nil {
		t.Fatal(err)
	}
}
