package auth

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/dbtest"
)

func TestOnlyTheServiceKeyAdministers(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	for _, c := range []request{
		{method: "GET", path: "/admin/users"}, {method: "POST", path: "/admin/users"}, {method: "POST", path: "/admin/generate_link"},
		{method: "GET", path: "/admin/users/" + d.User.ID.String()}, {method: "PUT", path: "/admin/users/" + d.User.ID.String()},
		{method: "DELETE", path: "/admin/users/" + d.User.ID.String()}, {method: "GET", path: "/admin/users/" + d.User.ID.String() + "/factors"},
		{method: "DELETE", path: "/admin/users/" + d.User.ID.String() + "/factors/" + d.User.ID.String()},
	} {
		b.want(b.do(c), 401, "no_authorization")
		c.bearer = d.AccessToken
		b.want(b.do(c), 403, "not_admin")
	}
}

func TestAdminsManageUsers(t *testing.T) {
	b := setup(t)
	fixed := uuid.New()
	got := b.admin("POST", "/admin/users", map[string]any{
		"id": fixed, "email": "Marina@SerrAzul.com.br", "password": password, "email_confirm": true, "role": "service_role",
		"user_metadata": map[string]any{"name": "Marina"}, "app_metadata": map[string]any{"plan": "x"},
	})
	app, _ := got.body["app_metadata"].(map[string]any)
	if got.status != 200 || got.body["id"] != fixed.String() || got.body["role"] != "authenticated" || app["plan"] != "x" || app["provider"] != "email" {
		t.Fatalf("got %s", got.raw)
	}
	b.want(b.admin("POST", "/admin/users", map[string]any{"email": marina, "password": password}), 422, "email_exists")
	b.want(b.admin("POST", "/admin/users", map[string]any{}), 400, "validation_failed")
	d := b.signInAs(marina)

	path := "/admin/users/" + fixed.String()
	got = b.admin("PUT", path, map[string]any{"email": "nova@b.co", "password": "bomba dosadora", "user_metadata": map[string]any{"name": nil}})
	if got.status != 200 || got.body["email"] != "nova@b.co" || len(got.body["user_metadata"].(map[string]any)) != 0 {
		t.Fatalf("got %s", got.raw)
	}
	b.device(b.tryPassword("nova@b.co", "bomba dosadora", homeIP))

	got = b.admin("PUT", path, map[string]any{"app_metadata": map[string]any{"plan": nil, "seats": 3}})
	if app, _ = got.body["app_metadata"].(map[string]any); app["seats"] != 3.0 || len(app) != 3 {
		t.Fatalf("got %s", got.raw)
	}

	b.want(b.admin("PUT", path, map[string]any{"ban_duration": "soon"}), 400, "validation_failed")
	b.want(b.admin("PUT", path, map[string]any{"ban_duration": "24h"}), 200, "")
	b.want(b.tryPassword("nova@b.co", "bomba dosadora", homeIP), 400, "user_banned")
	b.want(b.me(d), 403, "user_banned")
	b.want(b.admin("PUT", path, map[string]any{"ban_duration": "none"}), 200, "")
	b.device(b.tryPassword("nova@b.co", "bomba dosadora", homeIP))

	b.want(b.admin("DELETE", path, map[string]any{"should_soft_delete": true}), 200, "")
	b.want(b.admin("GET", path, nil), 404, "user_not_found")
	b.want(b.admin("GET", "/admin/users/x", nil), 404, "validation_failed")
	if n := scalar[int](b, `SELECT count(*) FROM auth.users WHERE email IS NULL AND deleted_at IS NOT NULL`); n != 1 {
		t.Error("the soft-deleted row is gone or still says who it was")
	}
	gone := b.signUp(marina).User.ID.String()
	b.want(b.admin("DELETE", "/admin/users/"+gone, nil), 200, "")
	if n := scalar[int](b, `SELECT count(*) FROM auth.users WHERE id = $1`, gone); n != 0 {
		t.Error("the deleted row is still there")
	}
}

func TestWhatAnAppsOwnSQLRefusesIsSaidSo(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := setupOn(t, db.Pool)
	d := b.signUp(marina)
	_, err := db.Owner.Exec(t.Context(), `
		CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''secret rule''; END';
		CREATE TRIGGER refuse_new BEFORE INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.refuse();
		CREATE TRIGGER refuse_change BEFORE UPDATE ON auth.users FOR EACH ROW
		  WHEN (NEW.raw_user_meta_data ? 'bad' OR NEW.raw_app_meta_data ? 'bad') EXECUTE FUNCTION public.refuse();
		CREATE TRIGGER refuse_end BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION public.refuse()`)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(got reply, message string) {
		t.Helper()
		if b.want(got, 500, "unexpected_failure"); got.body["message"] != message {
			t.Errorf("got %s, want %s", got.raw, message)
		}
	}
	bad, path := map[string]any{"bad": true}, "/admin/users/"+d.User.ID.String()
	refused(b.post("/signup", map[string]any{"email": "nova@b.co", "password": password}), "Database error saving new user")
	refused(b.admin("POST", "/admin/users", map[string]any{"email": "nova@b.co"}), "Database error creating new user")
	refused(b.put(d, map[string]any{"data": bad}), "Error updating user")
	refused(b.admin("PUT", path, map[string]any{"app_metadata": bad}), "Error updating user")
	refused(b.admin("DELETE", path, nil), "Database error deleting user")
	b.want(b.me(d), 200, "")
}

func TestUsersAreListedInPages(t *testing.T) {
	b := setup(t)
	for _, email := range []string{"a@b.co", "b@b.co", "c@b.co"} {
		b.want(b.admin("POST", "/admin/users", map[string]any{"email": email}), 200, "")
		b.clock.advance(1e9)
	}
	got := b.admin("GET", "/admin/users?page=1&per_page=2", nil)
	var emails []string
	for _, user := range got.body["users"].([]any) {
		emails = append(emails, user.(map[string]any)["email"].(string))
	}
	if !slices.Equal(emails, []string{"c@b.co", "b@b.co"}) || got.body["aud"] != "authenticated" || got.header.Get("X-Total-Count") != "3" {
		t.Errorf("got %v of %s", emails, got.header.Get("X-Total-Count"))
	}
	base := publicURL + "/auth/v1/admin/users?"
	if want := "<" + base + `page=2&per_page=2>; rel="next", <` + base + `page=2&per_page=2>; rel="last"`; got.header.Get("Link") != want {
		t.Errorf("Link is %s", got.header.Get("Link"))
	}
	if got := b.admin("GET", "/admin/users?page=9", nil); !strings.HasPrefix(string(got.raw), `{"aud":"authenticated","users":[]`) {
		t.Errorf("an empty page is %s", got.raw)
	}
	b.want(b.admin("GET", "/admin/users?page=0", nil), 400, "validation_failed")
	b.want(b.admin("GET", "/admin/users?per_page=1001", nil), 400, "validation_failed")
}

func TestUsersAreFoundByWhoTheyAre(t *testing.T) {
	b := setup(t)
	for email, name := range map[string]string{"ana.prado@b.co": "Ana Prado", "bia@b.co": "Bia Ção PRADO", "c_a@b.co": "", "cxa@b.co": "100% Cia"} {
		b.want(b.admin("POST", "/admin/users", map[string]any{"email": email, "user_metadata": map[string]any{"full_name": name, "name": "Prado"}}), 200, "")
	}
	for filter, want := range map[string][]string{
		"":                        {"ana.prado@b.co", "bia@b.co", "c_a@b.co", "cxa@b.co"},
		"PRADO":                   {"ana.prado@b.co", "bia@b.co"},
		"ção p":                   {"bia@b.co"},
		"C_A@":                    {"c_a@b.co", "cxa@b.co"},
		`c\_a`:                    {"c_a@b.co"},
		`100\%`:                   {"cxa@b.co"},
		"b%co":                    {"ana.prado@b.co", "bia@b.co", "c_a@b.co", "cxa@b.co"},
		"' OR true --":            nil,
		`x\`:                      nil,
		strings.Repeat("%a", 127): nil,
	} {
		got := b.admin("GET", "/admin/users?filter="+url.QueryEscape(filter), nil)
		b.want(got, 200, "")
		var emails []string
		for _, user := range got.body["users"].([]any) {
			emails = append(emails, user.(map[string]any)["email"].(string))
		}
		slices.Sort(emails)
		if !slices.Equal(emails, want) || got.header.Get("X-Total-Count") != strconv.Itoa(len(want)) {
			t.Errorf("%q finds %v of %s", filter, emails, got.header.Get("X-Total-Count"))
		}
	}
	base := publicURL + "/auth/v1/admin/users?"
	got := b.admin("GET", "/admin/users?per_page=1&filter=Prado%2C%3E", nil)
	if want := "<" + base + `page=1&per_page=1&filter=Prado%2C%3E>; rel="last"`; got.header.Get("Link") != want {
		t.Errorf("Link is %s", got.header.Get("Link"))
	}
	b.want(b.admin("GET", "/admin/users?filter="+strings.Repeat("a", filterBytesMax+1), nil), 400, "validation_failed")
	b.want(b.admin("GET", "/admin/users?filter=%00", nil), 400, "validation_failed")
	b.want(b.admin("GET", "/admin/users?filter=%ff", nil), 400, "validation_failed")
}

func TestAdminsRemoveFactors(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	phone := b.enrolFactor(d, "celular")
	path := "/admin/users/" + d.User.ID.String() + "/factors"
	if got := b.admin("GET", path, nil); got.status != 200 || !strings.Contains(string(got.raw), phone.id) || strings.Contains(string(got.raw), phone.secret) {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("DELETE", path+"/"+phone.id, nil), 200, "")
	b.want(b.admin("DELETE", path+"/"+phone.id, nil), 404, "mfa_factor_not_found")
}

func TestAdminsMakeLinks(t *testing.T) {
	b := setup(t, withoutMail)
	b.signUp(marina)
	got := b.admin("POST", "/admin/generate_link", map[string]any{"type": "recovery", "email": marina, "redirect_to": "https://evil.example"})
	if got.status != 200 || got.body["verification_type"] != "recovery" || got.body["redirect_to"] != publicURL || got.body["email"] != marina {
		t.Fatalf("got %s", got.raw)
	}
	b.device(b.post("/verify", map[string]any{"type": "recovery", "token_hash": got.body["hashed_token"]}))
	b.want(b.admin("POST", "/admin/generate_link", map[string]any{"type": "recovery", "email": "carlos@b.co"}), 404, "user_not_found")
	b.want(b.admin("POST", "/admin/generate_link", map[string]any{"type": "spell", "email": marina}), 400, "validation_failed")
}

func TestWhatIsNotOfferedSaysSo(t *testing.T) {
	b := setup(t)
	for path, want := range map[string]string{
		"POST /sso":                              "saml_provider_disabled",
		"POST /token?grant_type=id_token":        "provider_disabled",
		"POST /token?grant_type=web3":            "web3_provider_disabled",
		"GET /authorize?provider=google":         "validation_failed",
		"POST /oauth/token":                      "feature_disabled",
		"GET /user/identities/authorize":         "manual_linking_disabled",
		"GET /nothing":                           "not_found",
		"PATCH /user":                            "not_found",
		"DELETE /user/identities/" + uuidExample: "no_authorization",
	} {
		t.Run(path, func(t *testing.T) {
			method, path, _ := strings.Cut(path, " ")
			if got := b.in(t).do(request{method: method, path: path}); got.code() != want {
				t.Errorf("got %s, want %s", got.raw, want)
			}
		})
	}
}

const uuidExample = "018f0000-0000-7000-8000-000000000001"

func TestPublicDocuments(t *testing.T) {
	b := setup(t)
	if got := b.do(request{method: "GET", path: "/health"}); got.body["name"] != "GoTrue" {
		t.Errorf("health is %s", got.raw)
	}
	got := b.do(request{method: "GET", path: "/settings"})
	external, _ := got.body["external"].(map[string]any)
	if external["email"] != true || external["google"] != false || got.body["mailer_autoconfirm"] != true || got.body["disable_signup"] != false {
		t.Errorf("settings are %s", got.raw)
	}
	got = b.do(request{method: "GET", path: "/.well-known/jwks.json"})
	if string(got.raw) != `{"keys":[]}` || got.header.Get("Cache-Control") != "public, max-age=600" {
		t.Errorf("a shared secret's key set is %s", got.raw)
	}
}

func TestServerFailuresTellNothing(t *testing.T) {
	b := setup(t, func(c *Config) {
		c.OnSignup = func(ctx context.Context, tx pgx.Tx, _ NewUser) (map[string]any, error) {
			_, err := tx.Exec(ctx, `SELECT secret_column FROM auth.users`)
			return nil, err
		}
	})
	got := b.post("/signup", map[string]any{"email": marina, "password": password})
	b.want(got, http.StatusInternalServerError, "unexpected_failure")
	if strings.Contains(string(got.raw), "secret_column") {
		t.Errorf("internals are told: %s", got.raw)
	}
}
