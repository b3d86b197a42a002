package app

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

// Every protocol refuses in its own way, and says when to come back.
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
	{"SigningIn", "POST", "/auth/v1/token?grant_type=password", nil, map[string]string{"email": "a@exemplo.test", "password": password}, `"msg":"The database cannot be reached`},
	{"Refreshing", "POST", "/auth/v1/token?grant_type=refresh_token", nil, map[string]string{"refresh_token": "x"}, `"msg":"The database cannot be reached`},
	{"WhoAmI", "GET", "/auth/v1/user", nil, nil, `"msg":"The database cannot be reached`},
	{"SigningUp", "POST", "/auth/v1/signup", nil, map[string]any{"email": "b@exemplo.test", "password": "uma frase comprida", "data": map[string]any{}}, `"msg":"The database cannot be reached`},
	{"APicture", "GET", "/storage/v1/object/public/avatars/a.png", nil, nil, `"error":"DatabaseError"`},
	{"AnUpload", "POST", "/storage/v1/object/avatars/a.png", nil, []byte("x"), `"error":"DatabaseError"`},
	{"ABroadcast", "POST", "/realtime/v1/api/broadcast/t/events/e", nil, map[string]string{}, `"error":"Realtime was unable to connect`},
	{"APage", "GET", "/projetos/" + uuid.NewString(), nil, nil, "<html"},
	{"TheSitemap", "GET", "/sitemap.xml", nil, nil, "Service Unavailable"},
	{"TheInstitution", "POST", webhookPath, map[string]string{"asaas-access-token": hookToken}, hookEvent, ""},
	{"Health", "GET", "/ready", nil, nil, "database unavailable"},
}

// What needs no database is answered as ever.
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

var hookEvent = map[string]any{"id": "evt_1", "event": "PAYMENT_RECEIVED", "payment": map[string]any{"id": "pay_1", "externalReference": "x", "value": 1}}

func withInstitution(cfg *Config) {
	cfg.PixURL = "asaas://chave@127.0.0.1:1/v3?wallet=w&webhook_token=" + url.QueryEscape(hookToken)
}

// lose lets nobody connect to a database and ends who is; the way back is
// returned.
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

func TestADatabaseThatIsAwayIsSaid(t *testing.T) {
	t.Parallel()
	b := setup(t, withInstitution)
	who := b.Member("professional", "Marina Alves")
	token := b.session(who)
	b.must(request{method: "GET", path: "/rest/v1/projects?select=id", token: token}, nil)
	back := lose(t, b.db)
	t.Run("WhatNeedsItIsRefused", func(t *testing.T) {
		for _, q := range refusedWhileAway {
			b.in(t).refuses(q.fact, request{method: q.method, path: q.path, headers: q.headers, body: q.body, token: token}, q.says)
		}
	})
	t.Run("WhatNeedsNoneIsAnswered", func(t *testing.T) {
		for _, q := range answeredWhileAway {
			if got := b.in(t).ask(request{method: q.method, path: q.path, headers: q.headers}); got.status != q.status {
				t.Errorf("%s is answered %d %s, want %d", q.fact, got.status, got.body, q.status)
			}
		}
	})
	back()
	for b.ask(request{method: "GET", path: "/ready"}).status != http.StatusOK && t.Context().Err() == nil {
	}
	for _, path := range []string{"/rest/v1/projects?select=id", "/auth/v1/user"} {
		b.must(request{method: "GET", path: path, token: token}, nil)
	}
	if got := b.ask(request{method: "POST", path: webhookPath, headers: map[string]string{"asaas-access-token": hookToken}, body: hookEvent}); got.status != http.StatusOK {
		t.Errorf("the institution is answered %d %s", got.status, got.body)
	}
}

// refuses fails unless a request is told to come back later.
func (b *bundle) refuses(fact string, r request, says string) {
	b.t.Helper()
	got := b.ask(r)
	isPatient := got.status == http.StatusServiceUnavailable || got.status == http.StatusGatewayTimeout
	if !isPatient || got.headers.Get("Retry-After") == "" || !strings.Contains(got.body, says) {
		b.t.Errorf("%s is answered %d %.200s, to come back after %q; want %s", fact, got.status, got.body, got.headers.Get("Retry-After"), says)
	}
}

// Whatever connections are cut while nobody uses them, nobody notices.
func TestACutConnectionIsNotNoticed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	tokens := map[uuid.UUID]string{serra: b.session(serra), marina: b.session(marina)}
	const rounds = 3
	for round := range rounds {
		for _, r := range []request{
			{method: "GET", path: "/rest/v1/projects?select=id", token: tokens[marina]},
			{method: "POST", path: "/rest/v1/messages", token: tokens[marina], body: map[string]any{"from_id": marina, "to_id": serra, "content": fmt.Sprint("Mensagem ", round)}},
			{method: "POST", path: "/rest/v1/rpc/view_profile", token: tokens[serra], body: map[string]any{"profile_id": marina}},
			{method: "GET", path: "/auth/v1/user", token: tokens[marina]},
			{method: "GET", path: "/ready"},
		} {
			cutIdle(t, b.db)
			if got := b.ask(r); got.status >= http.StatusInternalServerError {
				t.Errorf("%s %s is answered %d %s", r.method, r.path, got.status, got.body)
			}
		}
	}
	var sent int
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT count(*) FROM public.messages WHERE from_id = $1`, marina).Scan(&sent); err != nil || sent != rounds {
		t.Errorf("%d messages are sent, want %d, %v", sent, rounds, err)
	}
}

// cutIdle ends the server's connections that nobody uses, and none of the test's.
func cutIdle(t *testing.T, db *dbtest.Database) {
	t.Helper()
	_, err := db.Owner.Exec(t.Context(), `
		SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
		WHERE datname = current_database() AND usename = $1 AND state = 'idle'`, db.Pool.Config().ConnConfig.User)
	if err != nil {
		t.Fatal(err)
	}
}
