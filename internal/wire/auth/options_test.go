package auth

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestANewerSessionReplacesTheOlderWhereOneIsAllowed(t *testing.T) {
	b := setup(t, func(c *Config) { c.SingleSession = true })
	older := b.signUp(marina)
	b.clock.advance(time.Second)
	newer := b.signInAs(marina)
	got := b.tryRefresh(older.RefreshToken)
	b.want(got, 400, "session_expired")
	if got.body["message"] != "Invalid Refresh Token: Session Expired (Revoked by Newer Login)" {
		t.Errorf("it is told %v", got.body["message"])
	}
	b.device(b.tryRefresh(newer.RefreshToken))
	b.want(b.me(older), 403, "session_not_found")
}

func TestRefreshNamesTheSessionToProxies(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	got := b.tryRefresh(d.RefreshToken)
	session := scalar[string](b, `SELECT id::text FROM auth.sessions`)
	prefix := got.header.Get("Sb-Auth-Refresh-Token-Prefix")
	if got.header.Get("Sb-Auth-User-Id") != d.User.ID.String() || got.header.Get("Sb-Auth-Session-Id") != session || len(prefix) != 5 {
		t.Errorf("headers are %v", got.header)
	}
}

func TestAnOldSessionNeedsANonceForAPasswordWhereThatIsAsked(t *testing.T) {
	b := setup(t, func(c *Config) { c.NonceForPassword, c.CurrentPasswordOptional = true, true })
	d := b.signUp(marina)
	b.want(b.put(d, map[string]any{"password": "bomba dosadora"}), 200, "")
	b.clock.advance(24 * time.Hour)
	d = b.device(b.tryRefresh(d.RefreshToken))
	b.want(b.put(d, map[string]any{"password": "bomba nova"}), 400, "reauthentication_needed")
	b.want(b.do(request{method: "GET", path: "/reauthenticate", bearer: d.AccessToken}), 200, "")
	b.want(b.put(d, map[string]any{"password": "bomba nova", "nonce": "x"}), 422, "reauthentication_not_valid")
	b.want(b.put(d, map[string]any{"password": "bomba nova", "nonce": b.mails.last(t).code}), 200, "")
}

func TestAnonymousUsersArePassing(t *testing.T) {
	b := setup(t, func(c *Config) { c.AllowAnonymous = true })
	d := b.device(b.post("/signup", map[string]any{"data": map[string]any{"n": 1}}))
	if me := b.me(d); me.body["is_anonymous"] != true || me.body["email"] != "" || me.body["user_metadata"].(map[string]any)["n"] != 1.0 {
		t.Fatalf("the user is %s", me.raw)
	}
	b.want(b.put(d, map[string]any{"password": password}), 422, "validation_failed")
	b.want(b.do(request{method: "GET", path: "/reauthenticate", bearer: d.AccessToken}), 400, "validation_failed")
	got := b.put(d, map[string]any{"email": marina, "password": password})
	if got.status != 200 || got.body["email"] != marina || got.body["is_anonymous"] != false {
		t.Fatalf("got %s", got.raw)
	}
	b.signInAs(marina)
	b.want(beside(b, func(c *Config) { c.AllowAnonymous = false }).post("/signup", map[string]any{}), 422, "anonymous_provider_disabled")
}

func TestAddressesMayBeSwitchedOff(t *testing.T) {
	b := setup(t, withTexts, func(c *Config) { c.DisableEmail = true })
	b.want(b.post("/signup", map[string]any{"email": marina, "password": password}), 400, "email_provider_disabled")
	b.want(b.tryPassword(marina, password, homeIP), 422, "email_provider_disabled")
	b.want(b.post("/otp", map[string]any{"email": marina}), 422, "email_provider_disabled")
	settings := b.do(request{method: "GET", path: "/settings"})
	if external := settings.body["external"].(map[string]any); external["email"] != false || external["phone"] != true || settings.body["phone_autoconfirm"] != true || settings.body["sms_provider"] != "hook" {
		t.Errorf("settings are %s", settings.raw)
	}
}

func TestAPasswordHasWhatItMustHave(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	strict := beside(b, func(c *Config) {
		c.PasswordNeeds = []string{"abcdefghijklmnopqrstuvwxyz", "0123456789"}
		c.PasswordMin = 20
	})
	got := strict.post("/signup", map[string]any{"email": "a@b.co", "password": "sem numeros"})
	b.want(got, 422, "weak_password")
	if reasons := got.body["weak_password"].(map[string]any)["reasons"].([]any); len(reasons) != 2 {
		t.Errorf("the reasons are %v", reasons)
	}
	// An older password still works, and is reported as weak.
	in := strict.tryPassword(marina, password, homeIP)
	weak, _ := in.body["weak_password"].(map[string]any)
	if strict.device(in); weak["reasons"].([]any)[0] != "length" || !strings.Contains(weak["message"].(string), "20 characters") {
		t.Errorf("it is told %v", in.body["weak_password"])
	}
	b.want(b.me(d), 200, "")
}

// beside is another server on b's database.
func beside(b *bundle, adjust ...func(*Config)) *bundle {
	b.t.Helper()
	cfg := b.cfg
	for _, change := range adjust {
		change(&cfg)
	}
	other := *b
	other.Server = New(b.pool, b.keys, cfg, b.log)
	b.t.Cleanup(other.Close)
	return &other
}

func TestASignUpThatWaitsMayTellAndMailAgain(t *testing.T) {
	b := setup(t, func(c *Config) { c.ConfirmEmail, c.Telling = true, true })
	ask := func(word string) reply {
		return b.post("/signup", map[string]any{"email": marina, "password": word, "data": map[string]any{"n": 1}})
	}
	first, second := ask(password), ask("bomba dosadora")
	if first.body["id"] != second.body["id"] || first.body["user_metadata"].(map[string]any)["n"] != 1.0 || b.mails.count() != 2 {
		t.Fatalf("got %s and %s", first.raw, second.raw)
	}
	b.device(b.post("/verify", map[string]any{"type": "signup", "email": marina, "token": b.mails.last(t).code}))
	b.want(b.tryPassword(marina, "bomba dosadora", homeIP), 400, "invalid_credentials")
	b.signInAs(marina)
	// Even this reveals nothing about a taken address.
	if third := ask(password); third.status != 200 || third.body["id"] == first.body["id"] || b.mails.count() != 2 {
		t.Errorf("got %s", third.raw)
	}
	d := b.signInAs(marina)
	b.admin("POST", "/admin/users", map[string]any{"email": "carlos@b.co"})
	b.want(b.put(d, map[string]any{"email": "carlos@b.co", "current_password": password}), 422, "email_exists")
}

func TestPlainChallengesAreTakenOnlyWhereThatIsAsked(t *testing.T) {
	verifier := strings.Repeat("v", 43)
	body := map[string]any{"email": marina, "code_challenge": verifier, "code_challenge_method": "plain"}
	b := setup(t)
	b.signUp(marina)
	b.want(b.post("/recover", body), 400, "validation_failed")
	plain := beside(b, func(c *Config) { c.PlainPKCE = true })
	plain.want(plain.post("/recover", body), 200, "")
	got := plain.do(request{method: "GET", path: strings.TrimPrefix(b.mails.last(t).link, publicURL+"/auth/v1")})
	code := queryOf(t, got.header.Get("Location")).Get("code")
	if got.status != http.StatusSeeOther || code == "" {
		t.Fatalf("the link leads to %s", got.header.Get("Location"))
	}
	plain.device(plain.post("/token?grant_type=pkce", map[string]any{"auth_code": code, "code_verifier": verifier}))
}

func TestTheLengthOfCodesIsAsked(t *testing.T) {
	b := setup(t, func(c *Config) { c.CodeDigits = 8 })
	b.signUp(marina)
	b.want(b.post("/otp", map[string]any{"email": marina}), 200, "")
	if code := b.mails.last(t).code; len(code) != 8 {
		t.Errorf("the code is %q", code)
	}
	for _, digits := range []int{5, 11} {
		if err := (Config{PublicURL: publicURL, SiteURL: publicURL, CodeDigits: digits}).Validate(); err == nil {
			t.Errorf("%d digits are taken", digits)
		}
	}
	if err := (Config{PublicURL: publicURL, SiteURL: publicURL, ConfirmPhone: true}).Validate(); err == nil {
		t.Error("numbers are to be proved by nobody")
	}
}
