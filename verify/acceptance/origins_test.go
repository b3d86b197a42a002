package acceptance

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/app"
	"automacao/internal/postgres/cluster"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

const friend = "https://app.exemplo.com.br"

// TestOriginsAndKeys checks which browser origins may call the server, and what each key opens.
func TestOriginsAndKeys(t *testing.T) {
	t.Parallel()
	b := setup(t, func(cfg *app.Config) { cfg.AllowedOrigins = []string{friend} })
	for name, part := range map[string]func(*bundle){
		"Preflight": (*bundle).preflightsAdmitFriends, "Answers": (*bundle).answersNameFriends, "Sockets": (*bundle).socketsOpenToFriends,
		"Keys": (*bundle).keysOpenWhatTheyShould, "KeyBesideASession": (*bundle).aSessionOutranksAKey, "Secrets": (*bundle).secretsStay,
		"OthersTokens": (*bundle).tokensAreMadeHere,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			part(b.in(t))
		})
	}
}

// origins are allowed origins of browsers, and origins that only look like them.
var origins = map[string]bool{
	friend: true, "http://app.exemplo.com.br": false, friend + ".mal.example": false, friend + ":8443": false,
	"https://mal-app.exemplo.com.br": false, "https://exemplo.com.br": false, "null": false, "": false,
}

func (b *bundle) preflightsAdmitFriends() {
	for origin, isFriend := range origins {
		for _, path := range []string{"/auth/v1/token", "/rest/v1/projects", "/rest/v1/rpc/accept_proposal", "/storage/v1/object/public-uploads/x", "/realtime/v1/api/broadcast"} {
			got := b.Ask(request{Method: "OPTIONS", Path: path, Headers: map[string]string{
				"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "apikey,authorization", "Apikey": "",
			}})
			allowed, methods, headers := got.Headers.Get("Access-Control-Allow-Origin"), got.Headers.Get("Access-Control-Allow-Methods"), got.Headers.Get("Access-Control-Allow-Headers")
			switch {
			case got.Status != http.StatusNoContent:
				b.T.Errorf("%s from %q is answered %d %s", path, origin, got.Status, got.Body)
			case isFriend && (allowed != origin || !strings.Contains(methods, "PATCH") || !strings.Contains(headers, "apikey") || !strings.Contains(headers, "authorization") || !strings.Contains(headers, "idempotency-key")):
				b.T.Errorf("%s from %q: %q may call with %q and %q", path, origin, allowed, methods, headers)
			case !isFriend && allowed+methods+headers != "":
				b.T.Errorf("%s from %q: %q may call with %q and %q", path, origin, allowed, methods, headers)
			}
		}
	}
}

func (b *bundle) answersNameFriends() {
	for origin, isFriend := range origins {
		for _, path := range []string{"/auth/v1/settings", "/rest/v1/projects?select=id", "/rest/v1/rpc/nowhere", "/storage/v1/object/public/public-uploads/x", "/config.json"} {
			got := b.Ask(request{Method: "GET", Path: path, Headers: map[string]string{"Origin": origin}})
			want := map[bool]string{true: origin}[isFriend && path != "/config.json"]
			if allowed := got.Headers.Get("Access-Control-Allow-Origin"); allowed != want {
				b.T.Errorf("%s from %q is allowed to %q", path, origin, allowed)
			}
			if path != "/config.json" && !strings.Contains(strings.Join(got.Headers.Values("Vary"), ","), "Origin") {
				b.T.Errorf("%s from %q may be kept for another origin", path, origin)
			}
			if got.Headers.Get("Access-Control-Allow-Credentials") != "" {
				b.T.Errorf("%s lets %q send cookies", path, origin)
			}
		}
	}
}

func (b *bundle) socketsOpenToFriends() {
	own := "http://" + b.Addr
	for origin, isFriend := range origins {
		if origin == "" {
			origin, isFriend = own, true
		}
		if status := b.dials(b.App.Keys().AnonKey, origin); (status == http.StatusSwitchingProtocols) != isFriend {
			b.T.Errorf("a socket from %q is answered %d", origin, status)
		}
	}
}

// dials opens a socket and returns the status of its answer.
func (b *bundle) dials(key, origin string) int {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(b.T.Context(), apptest.Patience)
	defer cancel()
	socket, got, err := websocket.Dial(ctx, "ws://"+b.Addr+"/realtime/v1/websocket?vsn=1.0.0&apikey="+key,
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if got == nil {
		b.T.Fatal(err)
	}
	if err == nil {
		_ = socket.CloseNow()
	}
	return got.StatusCode
}

// sign makes a key with a secret.
func (b *bundle) sign(secret, role string) string {
	b.T.Helper()
	keys, err := token.FromSecret(strings.Repeat(secret, 32))
	if err != nil {
		b.T.Fatal(err)
	}
	key, err := keys.Sign(jwt.MapClaims{"role": role, "exp": apikey.ExpiresAt.Unix()})
	if err != nil {
		b.T.Fatal(err)
	}
	return key
}

func (b *bundle) keysOpenWhatTheyShould() {
	b.Member("professional", "Marina Alves")
	keys := b.App.Keys()
	const public, private, users, files, socket = "/rest/v1/profiles?select=id&limit=1", "/rest/v1/accounts?select=email&limit=1", "/auth/v1/admin/users", "/storage/v1/bucket", "socket"
	for name, c := range map[string]struct {
		key   string
		wants map[string]string
	}{
		"None":        {"", map[string]string{public: "200", private: "401 42501", users: "401 no_authorization", files: "400 AccessDenied", socket: "401"}},
		"NoToken":     {"chave", map[string]string{public: "401 PGRST301", private: "401 PGRST301", users: "403 bad_jwt", files: "400 AccessDenied", socket: "401"}},
		"AnothersKey": {b.sign("x", "service_role"), map[string]string{public: "401 PGRST301", private: "401 PGRST301", users: "403 bad_jwt", files: "400 AccessDenied", socket: "401"}},
		"Anon":        {keys.AnonKey, map[string]string{public: "200", private: "401 42501", users: "403 not_admin", files: "200 []", socket: "101"}},
		"ServiceRole": {keys.ServiceRoleKey, map[string]string{public: "200", private: "200", users: "200", files: "200", socket: "101"}},
		"Superuser":   {b.sign("s", cluster.Superuser), map[string]string{public: "403 42501", private: "403 42501", users: "403 not_admin", files: "400 AccessDenied", socket: "101"}},
	} {
		for path, want := range c.wants {
			got := ""
			if path == socket {
				got = answer{Status: b.dials(c.key, "")}.Told()
			} else {
				got = b.Ask(request{Method: "GET", Path: path, Headers: map[string]string{"Apikey": c.key}}).Told()
			}
			if got != want {
				b.T.Errorf("%s: %s is answered %q, not %q", name, path, got, want)
			}
		}
	}
	// Only the address of a socket may contain the key.
	for path, want := range map[string]string{users: "401 no_authorization", files: "400 AccessDenied"} {
		if got := b.Ask(request{Method: "GET", Path: path + "?apikey=" + keys.ServiceRoleKey, Headers: map[string]string{"Apikey": ""}}); got.Told() != want {
			b.T.Errorf("%s with the key is answered %d %s", path, got.Status, got.Body)
		}
	}
}

// aSessionOutranksAKey checks that a session decides who the caller is, whatever API key is sent
// with it.
func (b *bundle) aSessionOutranksAKey() {
	c := newCast(b)
	own := `[{"email":"` + c.rafael().String() + `@exemplo.test"}]`
	for _, key := range []string{"", "chave", b.App.Keys().AnonKey, b.App.Keys().ServiceRoleKey} {
		got := c.Ask(request{Method: "GET", Path: "/rest/v1/accounts?select=email", Token: c.tokens["rafael"], Headers: map[string]string{"Apikey": key}})
		if got.Body != own {
			b.T.Errorf("with %.10q he reads %s", key, got.Body)
		}
	}
}

// tokensAreMadeHere checks that a token of another server with the same secret opens nothing.
func (b *bundle) tokensAreMadeHere() {
	c := newCast(b)
	who := c.rafael()
	session := c.ID(`SELECT id FROM auth.sessions WHERE user_id = $1`, who)
	for issuer, audience := range map[string]string{"": "authenticated", "https://outro.example/auth/v1": "authenticated", b.Issuer: "outros"} {
		signed, err := b.Signing.Sign(jwt.MapClaims{"iss": issuer, "aud": audience, "role": "authenticated", "sub": who.String(), "session_id": session.String(), "exp": apikey.ExpiresAt.Unix()})
		if err != nil {
			b.T.Fatal(err)
		}
		for path, want := range map[string]string{"/rest/v1/accounts?select=email": "401 PGRST303", "/auth/v1/user": "403 bad_jwt", "/storage/v1/bucket": "400 AccessDenied"} {
			if got := b.Ask(request{Method: "GET", Path: path, Token: signed}); got.Told() != want {
				b.T.Errorf("%s with a token of %q for %q is answered %d %s", path, issuer, audience, got.Status, got.Body)
			}
		}
	}
}

// secretsStay where they are: of the keys, the browser is told the public one.
func (b *bundle) secretsStay() {
	keys := b.App.Keys()
	for _, path := range []string{"/config.json", "/", "/auth", "/nowhere", "/auth/v1/settings", "/rest/v1/", "/robots.txt", "/live", "/ready"} {
		got := b.Ask(request{Method: "GET", Path: path})
		if strings.Contains(got.Body, keys.ServiceRoleKey) || strings.Contains(got.Body, keys.JWTSecret) || strings.Contains(got.Body, "service_role") {
			b.T.Errorf("%s tells a secret", path)
		}
	}
	var told map[string]any
	b.Must(request{Method: "GET", Path: "/config.json"}, &told)
	if told["anonKey"] != keys.AnonKey || told["demo"] != false || len(told["testAccounts"].([]any)) != 0 {
		b.T.Errorf("the browser is told %v", told)
	}
	if told["settlement"] != "direct" || told["feePercent"] != 10.0 || told["institution"] != nil {
		b.T.Errorf("the browser's settings for payments are %v", told)
	}
}
