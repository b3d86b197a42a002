package auth_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestANewerSessionReplacesTheOlderWhereOneIsAllowed(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.SingleSession = true })
	older := b.SignUp(authtest.Marina)
	b.Clock.Advance(time.Second)
	newer := b.SignInAs(authtest.Marina)
	got := b.TryRefresh(older.RefreshToken)
	b.Want(got, 400, "session_expired")
	if got.Body["message"] != "Invalid Refresh Token: Session Expired (Revoked by Newer Login)" {
		t.Errorf("it is told %v", got.Body["message"])
	}
	b.Device(b.TryRefresh(newer.RefreshToken))
	b.Want(b.Me(older), 403, "session_not_found")
}

func TestRefreshNamesTheSessionToProxies(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	got := b.TryRefresh(d.RefreshToken)
	session := authtest.Scalar[string](b, `SELECT id::text FROM auth.sessions`)
	prefix := got.Header.Get("Sb-Auth-Refresh-Token-Prefix")
	if got.Header.Get("Sb-Auth-User-Id") != d.User.ID.String() || got.Header.Get("Sb-Auth-Session-Id") != session || len(prefix) != 5 {
		t.Errorf("headers are %v", got.Header)
	}
}

func TestAnOldSessionNeedsANonceForAPasswordWhereThatIsAsked(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.NonceForPassword, c.CurrentPasswordOptional = true, true })
	d := b.SignUp(authtest.Marina)
	b.Want(b.Put(d, map[string]any{"password": "bomba dosadora"}), 200, "")
	b.Clock.Advance(24 * time.Hour)
	d = b.Device(b.TryRefresh(d.RefreshToken))
	b.Want(b.Put(d, map[string]any{"password": "bomba nova"}), 400, "reauthentication_needed")
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/reauthenticate", Bearer: d.AccessToken}), 200, "")
	b.Want(b.Put(d, map[string]any{"password": "bomba nova", "nonce": "x"}), 422, "reauthentication_not_valid")
	b.Want(b.Put(d, map[string]any{"password": "bomba nova", "nonce": b.Mails.Last(t).Code}), 200, "")
}

func TestAnonymousUsersArePassing(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.AllowAnonymous = true })
	d := b.Device(b.Post("/signup", map[string]any{"data": map[string]any{"n": 1}}))
	if me := b.Me(d); me.Body["is_anonymous"] != true || me.Body["email"] != "" || me.Body["user_metadata"].(map[string]any)["n"] != 1.0 {
		t.Fatalf("the user is %s", me.Raw)
	}
	b.Want(b.Put(d, map[string]any{"password": authtest.Password}), 422, "validation_failed")
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/reauthenticate", Bearer: d.AccessToken}), 400, "validation_failed")
	got := b.Put(d, map[string]any{"email": authtest.Marina, "password": authtest.Password})
	if got.Status != 200 || got.Body["email"] != authtest.Marina || got.Body["is_anonymous"] != false {
		t.Fatalf("got %s", got.Raw)
	}
	b.SignInAs(authtest.Marina)
	b.Want(authtest.Beside(b, func(c *core.Config) { c.AllowAnonymous = false }).Post("/signup", map[string]any{}), 422, "anonymous_provider_disabled")
}

func TestAddressesMayBeSwitchedOff(t *testing.T) {
	b := authtest.Setup(t, authtest.WithTexts, func(c *core.Config) { c.DisableEmail = true })
	b.Want(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 400, "email_provider_disabled")
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 422, "email_provider_disabled")
	b.Want(b.Post("/otp", map[string]any{"email": authtest.Marina}), 422, "email_provider_disabled")
	settings := b.Do(authtest.Request{Method: "GET", Path: "/settings"})
	if external := settings.Body["external"].(map[string]any); external["email"] != false || external["phone"] != true || settings.Body["phone_autoconfirm"] != true || settings.Body["sms_provider"] != "hook" {
		t.Errorf("settings are %s", settings.Raw)
	}
}

func TestAPasswordHasWhatItMustHave(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	strict := authtest.Beside(b, func(c *core.Config) {
		c.PasswordNeeds = []string{"abcdefghijklmnopqrstuvwxyz", "0123456789"}
		c.PasswordMin = 20
	})
	got := strict.Post("/signup", map[string]any{"email": "a@b.co", "password": "sem numeros"})
	b.Want(got, 422, "weak_password")
	if reasons := got.Body["weak_password"].(map[string]any)["reasons"].([]any); len(reasons) != 2 {
		t.Errorf("the reasons are %v", reasons)
	}
	// An older password still works, and is reported as weak.
	in := strict.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP)
	weak, _ := in.Body["weak_password"].(map[string]any)
	if strict.Device(in); weak["reasons"].([]any)[0] != "length" || !strings.Contains(weak["message"].(string), "20 characters") {
		t.Errorf("it is told %v", in.Body["weak_password"])
	}
	b.Want(b.Me(d), 200, "")
}

func TestASignUpThatWaitsMayTellAndMailAgain(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.ConfirmEmail, c.Telling = true, true })
	ask := func(word string) authtest.Reply {
		return b.Post("/signup", map[string]any{"email": authtest.Marina, "password": word, "data": map[string]any{"n": 1}})
	}
	first, second := ask(authtest.Password), ask("bomba dosadora")
	if first.Body["id"] != second.Body["id"] || first.Body["user_metadata"].(map[string]any)["n"] != 1.0 || b.Mails.Count() != 2 {
		t.Fatalf("got %s and %s", first.Raw, second.Raw)
	}
	b.Device(b.Post("/verify", map[string]any{"type": "signup", "email": authtest.Marina, "token": b.Mails.Last(t).Code}))
	b.Want(b.TryPassword(authtest.Marina, "bomba dosadora", authtest.HomeIP), 400, "invalid_credentials")
	b.SignInAs(authtest.Marina)
	// Even this reveals nothing about a taken address.
	if third := ask(authtest.Password); third.Status != 200 || third.Body["id"] == first.Body["id"] || b.Mails.Count() != 2 {
		t.Errorf("got %s", third.Raw)
	}
	d := b.SignInAs(authtest.Marina)
	b.Admin("POST", "/admin/users", map[string]any{"email": "carlos@b.co"})
	b.Want(b.Put(d, map[string]any{"email": "carlos@b.co", "current_password": authtest.Password}), 422, "email_exists")
}

func TestPlainChallengesAreTakenOnlyWhereThatIsAsked(t *testing.T) {
	verifier := strings.Repeat("v", 43)
	body := map[string]any{"email": authtest.Marina, "code_challenge": verifier, "code_challenge_method": "plain"}
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	b.Want(b.Post("/recover", body), 400, "validation_failed")
	plain := authtest.Beside(b, func(c *core.Config) { c.PlainPKCE = true })
	plain.Want(plain.Post("/recover", body), 200, "")
	got := plain.Do(authtest.Request{Method: "GET", Path: strings.TrimPrefix(b.Mails.Last(t).Link, authtest.PublicURL+"/auth/v1")})
	code := authtest.QueryOf(t, got.Header.Get("Location")).Get("code")
	if got.Status != http.StatusSeeOther || code == "" {
		t.Fatalf("the link leads to %s", got.Header.Get("Location"))
	}
	plain.Device(plain.Post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": verifier}))
}

func TestTheLengthOfCodesIsAsked(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.CodeDigits = 8 })
	b.SignUp(authtest.Marina)
	b.Want(b.Post("/otp", map[string]any{"email": authtest.Marina}), 200, "")
	if code := b.Mails.Last(t).Code; len(code) != 8 {
		t.Errorf("the code is %q", code)
	}
	for _, digits := range []int{5, 11} {
		if err := (core.Config{PublicURL: authtest.PublicURL, SiteURL: authtest.PublicURL, CodeDigits: digits}).Validate(); err == nil {
			t.Errorf("%d digits are taken", digits)
		}
	}
	if err := (core.Config{PublicURL: authtest.PublicURL, SiteURL: authtest.PublicURL, ConfirmPhone: true}).Validate(); err == nil {
		t.Error("numbers are to be proved by nobody")
	}
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
