package admin_test

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
	"automacao/internal/wire/auth/admin"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestOnlyTheServiceKeyAdministers(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	for _, c := range []authtest.Request{
		{Method: "GET", Path: "/admin/users"}, {Method: "POST", Path: "/admin/users"}, {Method: "POST", Path: "/admin/generate_link"},
		{Method: "GET", Path: "/admin/users/" + d.User.ID.String()}, {Method: "PUT", Path: "/admin/users/" + d.User.ID.String()},
		{Method: "DELETE", Path: "/admin/users/" + d.User.ID.String()}, {Method: "GET", Path: "/admin/users/" + d.User.ID.String() + "/factors"},
		{Method: "DELETE", Path: "/admin/users/" + d.User.ID.String() + "/factors/" + d.User.ID.String()},
	} {
		b.Want(b.Do(c), 401, "no_authorization")
		c.Bearer = d.AccessToken
		b.Want(b.Do(c), 403, "not_admin")
	}
}

func TestAdminsManageUsers(t *testing.T) {
	b := authtest.Setup(t)
	fixed := uuid.New()
	got := b.Admin("POST", "/admin/users", map[string]any{
		"id": fixed, "email": "Marina@SerrAzul.com.br", "password": authtest.Password, "email_confirm": true, "role": "service_role",
		"user_metadata": map[string]any{"name": "Marina"}, "app_metadata": map[string]any{"plan": "x"},
	})
	app, _ := got.Body["app_metadata"].(map[string]any)
	if got.Status != 200 || got.Body["id"] != fixed.String() || got.Body["role"] != "authenticated" || app["plan"] != "x" || app["provider"] != "email" {
		t.Fatalf("got %s", got.Raw)
	}
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 422, "email_exists")
	b.Want(b.Admin("POST", "/admin/users", map[string]any{}), 400, "validation_failed")
	d := b.SignInAs(authtest.Marina)

	path := "/admin/users/" + fixed.String()
	got = b.Admin("PUT", path, map[string]any{"email": "nova@b.co", "password": "bomba dosadora", "user_metadata": map[string]any{"name": nil}})
	if got.Status != 200 || got.Body["email"] != "nova@b.co" || len(got.Body["user_metadata"].(map[string]any)) != 0 {
		t.Fatalf("got %s", got.Raw)
	}
	b.Device(b.TryPassword("nova@b.co", "bomba dosadora", authtest.HomeIP))

	got = b.Admin("PUT", path, map[string]any{"app_metadata": map[string]any{"plan": nil, "seats": 3}})
	if app, _ = got.Body["app_metadata"].(map[string]any); app["seats"] != 3.0 || len(app) != 3 {
		t.Fatalf("got %s", got.Raw)
	}

	b.Want(b.Admin("PUT", path, map[string]any{"ban_duration": "soon"}), 400, "validation_failed")
	b.Want(b.Admin("PUT", path, map[string]any{"ban_duration": "24h"}), 200, "")
	b.Want(b.TryPassword("nova@b.co", "bomba dosadora", authtest.HomeIP), 400, "user_banned")
	b.Want(b.Me(d), 403, "user_banned")
	b.Want(b.Admin("PUT", path, map[string]any{"ban_duration": "none"}), 200, "")
	b.Device(b.TryPassword("nova@b.co", "bomba dosadora", authtest.HomeIP))

	b.Want(b.Admin("DELETE", path, map[string]any{"should_soft_delete": true}), 200, "")
	b.Want(b.Admin("GET", path, nil), 404, "user_not_found")
	b.Want(b.Admin("GET", "/admin/users/x", nil), 404, "validation_failed")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users WHERE email IS NULL AND deleted_at IS NOT NULL`); n != 1 {
		t.Error("the soft-deleted row is gone or still says who it was")
	}
	gone := b.SignUp(authtest.Marina).User.ID.String()
	b.Want(b.Admin("DELETE", "/admin/users/"+gone, nil), 200, "")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users WHERE id = $1`, gone); n != 0 {
		t.Error("the deleted row is still there")
	}
}

func TestWhatAnAppsOwnSQLRefusesIsSaidSo(t *testing.T) {
	t.Parallel()
	db := dbtest.OpenAlone(t)
	b := authtest.SetupOn(t, db.Pool)
	d := b.SignUp(authtest.Marina)
	_, err := db.Owner.Exec(t.Context(), `
		CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''secret rule''; END';
		CREATE TRIGGER refuse_new BEFORE INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION public.refuse();
		CREATE TRIGGER refuse_change BEFORE UPDATE ON auth.users FOR EACH ROW
		  WHEN (NEW.raw_user_meta_data ? 'bad' OR NEW.raw_app_meta_data ? 'bad') EXECUTE FUNCTION public.refuse();
		CREATE TRIGGER refuse_end BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION public.refuse()`)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(got authtest.Reply, message string) {
		t.Helper()
		if b.Want(got, 500, "unexpected_failure"); got.Body["message"] != message {
			t.Errorf("got %s, want %s", got.Raw, message)
		}
	}
	bad, path := map[string]any{"bad": true}, "/admin/users/"+d.User.ID.String()
	refused(b.Post("/signup", map[string]any{"email": "nova@b.co", "password": authtest.Password}), "Database error saving new user")
	refused(b.Admin("POST", "/admin/users", map[string]any{"email": "nova@b.co"}), "Database error creating new user")
	refused(b.Put(d, map[string]any{"data": bad}), "Error updating user")
	refused(b.Admin("PUT", path, map[string]any{"app_metadata": bad}), "Error updating user")
	refused(b.Admin("DELETE", path, nil), "Database error deleting user")
	b.Want(b.Me(d), 200, "")
}

func TestUsersAreListedInPages(t *testing.T) {
	b := authtest.Setup(t)
	for _, email := range []string{"a@b.co", "b@b.co", "c@b.co"} {
		b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": email}), 200, "")
		b.Clock.Advance(1e9)
	}
	got := b.Admin("GET", "/admin/users?page=1&per_page=2", nil)
	var emails []string
	for _, user := range got.Body["users"].([]any) {
		emails = append(emails, user.(map[string]any)["email"].(string))
	}
	if !slices.Equal(emails, []string{"c@b.co", "b@b.co"}) || got.Body["aud"] != "authenticated" || got.Header.Get("X-Total-Count") != "3" {
		t.Errorf("got %v of %s", emails, got.Header.Get("X-Total-Count"))
	}
	base := authtest.PublicURL + "/auth/v1/admin/users?"
	if want := "<" + base + `page=2&per_page=2>; rel="next", <` + base + `page=2&per_page=2>; rel="last"`; got.Header.Get("Link") != want {
		t.Errorf("Link is %s", got.Header.Get("Link"))
	}
	if got := b.Admin("GET", "/admin/users?page=9", nil); !strings.HasPrefix(string(got.Raw), `{"aud":"authenticated","users":[]`) {
		t.Errorf("an empty page is %s", got.Raw)
	}
	b.Want(b.Admin("GET", "/admin/users?page=0", nil), 400, "validation_failed")
	b.Want(b.Admin("GET", "/admin/users?per_page=1001", nil), 400, "validation_failed")
}

func TestUsersAreFoundByWhoTheyAre(t *testing.T) {
	b := authtest.Setup(t)
	for email, name := range map[string]string{"ana.prado@b.co": "Ana Prado", "bia@b.co": "Bia Ção PRADO", "c_a@b.co": "", "cxa@b.co": "100% Cia"} {
		b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": email, "user_metadata": map[string]any{"full_name": name, "name": "Prado"}}), 200, "")
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
		got := b.Admin("GET", "/admin/users?filter="+url.QueryEscape(filter), nil)
		b.Want(got, 200, "")
		var emails []string
		for _, user := range got.Body["users"].([]any) {
			emails = append(emails, user.(map[string]any)["email"].(string))
		}
		slices.Sort(emails)
		if !slices.Equal(emails, want) || got.Header.Get("X-Total-Count") != strconv.Itoa(len(want)) {
			t.Errorf("%q finds %v of %s", filter, emails, got.Header.Get("X-Total-Count"))
		}
	}
	base := authtest.PublicURL + "/auth/v1/admin/users?"
	got := b.Admin("GET", "/admin/users?per_page=1&filter=Prado%2C%3E", nil)
	if want := "<" + base + `page=1&per_page=1&filter=Prado%2C%3E>; rel="last"`; got.Header.Get("Link") != want {
		t.Errorf("Link is %s", got.Header.Get("Link"))
	}
	b.Want(b.Admin("GET", "/admin/users?filter="+strings.Repeat("a", admin.FilterBytesMax+1), nil), 400, "validation_failed")
	b.Want(b.Admin("GET", "/admin/users?filter=%00", nil), 400, "validation_failed")
	b.Want(b.Admin("GET", "/admin/users?filter=%ff", nil), 400, "validation_failed")
}

func TestAdminsRemoveFactors(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	phone := b.EnrolFactor(d, "celular")
	path := "/admin/users/" + d.User.ID.String() + "/factors"
	if got := b.Admin("GET", path, nil); got.Status != 200 || !strings.Contains(string(got.Raw), phone.ID) || strings.Contains(string(got.Raw), phone.Secret) {
		t.Errorf("got %s", got.Raw)
	}
	b.Want(b.Admin("DELETE", path+"/"+phone.ID, nil), 200, "")
	b.Want(b.Admin("DELETE", path+"/"+phone.ID, nil), 404, "mfa_factor_not_found")
}

func TestAdminsMakeLinks(t *testing.T) {
	b := authtest.Setup(t, authtest.WithoutMail)
	b.SignUp(authtest.Marina)
	got := b.Admin("POST", "/admin/generate_link", map[string]any{"type": "recovery", "email": authtest.Marina, "redirect_to": "https://evil.example"})
	if got.Status != 200 || got.Body["verification_type"] != "recovery" || got.Body["redirect_to"] != authtest.PublicURL || got.Body["email"] != authtest.Marina {
		t.Fatalf("got %s", got.Raw)
	}
	b.Device(b.Post("/verify", map[string]any{"type": "recovery", "token_hash": got.Body["hashed_token"]}))
	b.Want(b.Admin("POST", "/admin/generate_link", map[string]any{"type": "recovery", "email": "carlos@b.co"}), 404, "user_not_found")
	b.Want(b.Admin("POST", "/admin/generate_link", map[string]any{"type": "spell", "email": authtest.Marina}), 400, "validation_failed")
}

func TestWhatIsNotOfferedSaysSo(t *testing.T) {
	b := authtest.Setup(t)
	for path, want := range map[string]string{
		"POST /sso":                                       "saml_provider_disabled",
		"POST /token?grant_type=id_token":                 "provider_disabled",
		"POST /token?grant_type=web3":                     "web3_provider_disabled",
		"GET /authorize?provider=google":                  "validation_failed",
		"POST /oauth/token":                               "feature_disabled",
		"GET /user/identities/authorize":                  "manual_linking_disabled",
		"GET /nothing":                                    "not_found",
		"PATCH /user":                                     "not_found",
		"DELETE /user/identities/" + authtest.UUIDExample: "no_authorization",
	} {
		t.Run(path, func(t *testing.T) {
			method, path, _ := strings.Cut(path, " ")
			if got := b.In(t).Do(authtest.Request{Method: method, Path: path}); got.Code() != want {
				t.Errorf("got %s, want %s", got.Raw, want)
			}
		})
	}
}

func TestPublicDocuments(t *testing.T) {
	b := authtest.Setup(t)
	if got := b.Do(authtest.Request{Method: "GET", Path: "/health"}); got.Body["name"] != "GoTrue" {
		t.Errorf("health is %s", got.Raw)
	}
	got := b.Do(authtest.Request{Method: "GET", Path: "/settings"})
	external, _ := got.Body["external"].(map[string]any)
	if external["email"] != true || external["google"] != false || got.Body["mailer_autoconfirm"] != true || got.Body["disable_signup"] != false {
		t.Errorf("settings are %s", got.Raw)
	}
	got = b.Do(authtest.Request{Method: "GET", Path: "/.well-known/jwks.json"})
	if string(got.Raw) != `{"keys":[]}` || got.Header.Get("Cache-Control") != "public, max-age=600" {
		t.Errorf("a shared secret's key set is %s", got.Raw)
	}
}

func TestServerFailuresTellNothing(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) {
		c.OnSignup = func(ctx context.Context, tx pgx.Tx, _ core.NewUser) (map[string]any, error) {
			_, err := tx.Exec(ctx, `SELECT secret_column FROM auth.users`)
			return nil, err
		}
	})
	got := b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password})
	b.Want(got, http.StatusInternalServerError, "unexpected_failure")
	if strings.Contains(string(got.Raw), "secret_column") {
		t.Errorf("internals are told: %s", got.Raw)
	}
}
