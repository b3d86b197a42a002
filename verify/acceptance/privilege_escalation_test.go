package acceptance

import (
	"automacao/verify/apptest"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// claims are statements about oneself that would give more rights.
var claimed = map[string]any{
	"is_super_admin": true, "is_super": true, "is_admin": true, "admin": true, "aud": "service_role", "aal": "aal2", "sub": "00000000-0000-0000-0000-000000000000",
	"app_metadata": map[string]any{"role": "admin", "roles": []string{"admin"}}, "raw_app_meta_data": map[string]any{"role": "admin"},
	"status": "active", "email_confirmed_at": "2026-01-01", "banned_until": nil, "user_role": "service_role",
}

// TestNobodyMakesThemselvesAnAdministrator sends claims of power at sign-up and in changes of
// the user's own data. None has an effect.
func TestNobodyMakesThemselvesAnAdministrator(t *testing.T) {
	t.Parallel()
	b := setup(t)
	person := func(more map[string]any) map[string]any {
		data := map[string]any{"name": "Marina Alves", "document": "900.000.911-11", "terms": true}
		for name, value := range more {
			data[name] = value
		}
		return data
	}
	signUp := func(email string, data map[string]any) answer {
		body := map[string]any{"email": email, "password": apptest.Password, "data": data}
		for name, value := range claimed {
			body[name] = value
		}
		body["role"] = "admin"
		return b.Ask(request{Method: "POST", Path: "/auth/v1/signup", Body: body})
	}
	if got := signUp("chefe@exemplo.test", person(map[string]any{"role": "admin"})); got.Status != http.StatusUnprocessableEntity || !strings.Contains(got.Body, "unknown_role") {
		t.Errorf("an administrator signs up: %d %s", got.Status, got.Body)
	}
	if got := signUp("marina@exemplo.test", person(claimed)); got.Status != http.StatusOK {
		t.Fatalf("Marina signs up: %d %s", got.Status, got.Body)
	}
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct{ ID string }
	}
	b.Must(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "marina@exemplo.test", "password": apptest.Password}}, &session)
	change := map[string]any{"data": map[string]any{"role": "admin"}, "role": "service_role"}
	for name, value := range claimed {
		change[name] = value
	}
	b.Ask(request{Method: "PUT", Path: "/auth/v1/user", Token: session.AccessToken, Body: change})
	b.Must(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "marina@exemplo.test", "password": apptest.Password}}, &session)

	var is string
	if err := b.DB.Owner.QueryRow(t.Context(), `
		SELECT concat_ws(' ', p.role, u.app_metadata ->> 'role', u.app_metadata ->> 'roles', (SELECT count(*) FROM public.profiles WHERE role = 'admin'))
		FROM auth.users u JOIN public.profiles p USING (id) WHERE u.id = $1`, session.User.ID).Scan(&is); err != nil || is != "professional 0" {
		t.Errorf("she is %q, %v", is, err)
	}
	refused := 0
	for _, r := range []request{
		{Method: "GET", Path: "/auth/v1/admin/users"},
		{Method: "POST", Path: "/rest/v1/rpc/market_overview", Body: map[string]any{}},
		{Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + session.User.ID, Body: map[string]any{"role": "admin"}},
		{Method: "POST", Path: "/storage/v1/bucket", Body: map[string]any{"name": "own"}},
	} {
		r.Token = session.AccessToken
		if got := b.Ask(r); got.Status < http.StatusBadRequest {
			t.Errorf("%s %s is answered %d %s", r.Method, r.Path, got.Status, got.Body)
			continue
		}
		refused++
	}
	if got := b.Reads(session.AccessToken, "accounts?select=profile_id"); strings.Count(got, "profile_id") != 1 {
		t.Errorf("she reads the accounts %s", got)
	}
	t.Attr("figure", fmt.Sprintf("%d claims of power at sign-up and in PUT /user ignored, an administrator's sign-up refused; %d of 4 doors closed", 2*len(claimed), refused))
}

// TestDevelopmentAddressesAreClosed checks that a market without a demonstration has no published
// account, and that addresses of development tools and of secrets are answered with an error.
func TestDevelopmentAddressesAreClosed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if got := b.Ask(request{Method: "GET", Path: "/config.json"}); !strings.Contains(got.Body, `"testAccounts":[]`) {
		t.Errorf("the sign-in page lists %s", got.Body)
	}
	for _, email := range []string{"admin@automacao.demo", "profissional@automacao.demo", "empresa@automacao.demo", "admin", "postgres", "root@localhost"} {
		for _, guess := range []string{"demo1234", "admin"} {
			if got := b.Ask(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": email, "password": guess}}); got.Status < http.StatusBadRequest {
				t.Errorf("%s signs in with %s", email, guess)
			}
		}
	}
	var users int
	if err := b.DB.Owner.QueryRow(t.Context(), `SELECT count(*) FROM auth.users`).Scan(&users); err != nil || users > 0 {
		t.Errorf("there are %d accounts, %v", users, err)
	}
	doors := []string{
		"/.git/HEAD", "/.git/config", "/.env", "/.htaccess", "/debug/pprof/", "/debug/vars", "/metrics", "/server-status", "/assets/", "/imagens/", "/secrets.json", "/seal.json", "/data/secrets.json",
		"/assets/index.js.map", "/package.json", "/go.mod", "/vite.config.ts", "/dev/ui", "/backup.sql", "/swagger.json", "/graphql", "/..%2f..%2fetc/passwd", "/assets/..%2f..%2fgo.mod",
	}
	for _, door := range doors {
		got := b.Ask(request{Method: "GET", Path: door})
		if got.Status < http.StatusBadRequest || strings.Contains(got.Body, "root:") || strings.Contains(got.Body, "jwt_secret") {
			t.Errorf("%s is answered %d %.80s", door, got.Status, got.Body)
		}
	}
	t.Attr("figure", fmt.Sprintf("0 accounts of our own, 12 guesses refused, %d paths of makers answered with an error", len(doors)))
}
