package hook_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/session"
)

// TestHooksAreReadStrictly refuses hooks that are not signed or not encrypted.
func TestHooksAreReadStrictly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address, secrets string
		usable           bool
	}{
		{"https://hook.example/send?x=1", authtest.WebhookSecret, true},
		{"http://127.0.0.1:8080/x", authtest.WebhookSecret + "|" + authtest.WebhookSecret, true},
		{"http://localhost/x", authtest.WebhookSecret, true},
		{"pg-functions://postgres/public/my_hook", "", true},
		{"http://hook.example/send", authtest.WebhookSecret, false},
		{"ftp://hook.example/send", authtest.WebhookSecret, false},
		{"https://name:word@hook.example/send", authtest.WebhookSecret, false},
		{"hook.example/send", authtest.WebhookSecret, false},
		{"", authtest.WebhookSecret, false},
		{"https://hook.example/send", "", false},
		{"https://hook.example/send", authtest.WebhookSecret + "|", false},
		{"https://hook.example/send", "v1,whsec_short", false},
		{"https://hook.example/send", "v1,whsec_" + strings.Repeat("!", 40), false},
		{"https://hook.example/send", strings.Repeat("a", 40), false},
		{"https://hook.example/send", strings.Repeat(authtest.WebhookSecret+"|", hook.HookSecretsMax) + authtest.WebhookSecret, false},
		{"pg-functions://postgres/public/my_hook", authtest.WebhookSecret, false},
		{"pg-functions://postgres/public", "", false},
		{`pg-functions://postgres/public/my"hook`, "", false},
		{"pg-functions://postgres/public/my_hook/more", "", false},
	} {
		_, err := hook.Parse(c.address, c.secrets)
		if (err == nil) != c.usable || (err != nil && c.secrets != "" && strings.Contains(err.Error(), c.secrets)) {
			t.Errorf("%q: %v", c.address, err)
		}
	}
}

// TestAWebhookIsUnderstoodByItsAnswer uses the hook that may refuse a user.
func TestAWebhookIsUnderstoodByItsAnswer(t *testing.T) {
	l := authtest.Listen(t, authtest.Nothing)
	b := authtest.Setup(t, func(c *core.Config) { c.Hooks.BeforeUserCreated = l.Hook() })
	json := map[string]string{"Content-Type": "application/json"}
	later := map[string]string{"Content-Type": "application/json", "Retry-After": "true"}
	for i, c := range []struct {
		fact   string
		say    any
		status int
		code   string
		times  int
	}{
		{"AnEmptyObjectLetsThrough", map[string]any{}, 200, "", 1},
		{"NoContentLetsThrough", authtest.Raw{Status: 204}, 200, "", 1},
		{"AcceptedLetsThrough", authtest.Raw{Status: 202, Header: json, Body: "{}"}, 200, "", 1},
		{"ARefusalIsPassedOn", map[string]any{"error": map[string]any{"http_code": 403, "message": "Only people of here"}}, 403, "unknown", 1},
		{"ARefusalIsNoSuccess", map[string]any{"error": map[string]any{"http_code": 200, "message": "Welcome"}}, 500, "unexpected_failure", 1},
		{"ARefusalNeedsNoWords", map[string]any{"error": map[string]any{}}, 500, "unexpected_failure", 1},
		{"PlainTextIsNoAnswer", authtest.Raw{Status: 200, Header: map[string]string{"Content-Type": "text/plain"}, Body: "{}"}, 400, "hook_payload_invalid_content_type", 1},
		{"WhatHasNoEndIsNoAnswer", authtest.Raw{Status: 200, Header: json, Body: `{"x":"` + strings.Repeat("x", hook.AnswerMax) + `"}`}, 422, "hook_payload_over_size_limit", 1},
		{"BrokenJSONIsNoAnswer", authtest.Raw{Status: 200, Header: json, Body: `{"error"`}, 500, "unexpected_failure", 1},
		{"WhoIsBusyIsAskedAgain", authtest.Raw{Status: 503, Header: later}, 500, "unexpected_failure", hook.HookAttempts},
		{"WhoIsBusyForGoodIsNot", authtest.Raw{Status: 503, Header: json}, 500, "unexpected_failure", 1},
		{"WhatWasHeardIsNotSaidTwice", authtest.Raw{Status: 500, Header: json}, 500, "unexpected_failure", 1},
		{"NothingIsCarriedElsewhere", authtest.Raw{Status: 307, Header: map[string]string{"Location": "/elsewhere"}}, 500, "unexpected_failure", 1},
	} {
		t.Run(c.fact, func(t *testing.T) {
			b := b.In(t)
			l.Mu.Lock()
			l.Say, l.Heard, l.Ids = func(map[string]any) any { return c.say }, nil, map[string]bool{}
			l.Mu.Unlock()
			email := fmt.Sprintf("m%d@b.co", i)
			got := b.Post("/signup", map[string]any{"email": email, "password": authtest.Password, "data": map[string]any{"name": "Marina"}})
			b.Want(got, c.status, c.code)
			if l.Times() != c.times || len(l.Ids) != 1 {
				t.Errorf("asked %d times under %d names", l.Times(), len(l.Ids))
			}
			user := l.Last()["user"].(map[string]any)
			if made := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users WHERE id = $1 AND email = $2`, user["id"], email); (made == 1) != (c.status == 200) {
				t.Errorf("%d users were made of %v", made, user)
			}
			if c.status == 403 && got.Body["message"] != "Only people of here" {
				t.Errorf("told %s", got.Raw)
			}
		})
	}
}

func TestAWebhookThatIsNotReachedIsSaidSo(t *testing.T) {
	gone, err := hook.Parse("http://127.0.0.1:1/", authtest.WebhookSecret)
	if err != nil {
		t.Fatal(err)
	}
	gone.Backoff = time.Nanosecond
	discardMailer := authtest.Listen(t, func(map[string]any) any { return authtest.Raw{} })
	release := make(chan struct{})
	discardMailer.Say = func(map[string]any) any { <-release; return authtest.Raw{Status: 204} }
	slow := discardMailer.Hook()
	slow.Patience = 50 * time.Millisecond
	t.Cleanup(func() { close(release) })
	for code, hook := range map[string]*hook.Hook{"hook_timeout_after_retry": gone, "hook_timeout": slow} {
		t.Run(code, func(t *testing.T) {
			b := authtest.Setup(t, func(c *core.Config) { c.Hooks.BeforeUserCreated = hook })
			b.Want(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 422, code)
		})
	}
}

// TestFunctionsOfTheDatabaseAreHooks checks that a function runs in the request's transaction, as
// the role it is granted to, and within its timeout.
func TestFunctionsOfTheDatabaseAreHooks(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	_, err := db.Owner.Exec(t.Context(), `
		CREATE SCHEMA hooks; GRANT USAGE ON SCHEMA hooks TO service_role;
		CREATE TABLE hooks.seen (what text); GRANT INSERT ON hooks.seen TO service_role;
		ALTER DEFAULT PRIVILEGES IN SCHEMA hooks REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
		ALTER DEFAULT PRIVILEGES IN SCHEMA hooks GRANT EXECUTE ON FUNCTIONS TO service_role;
		CREATE FUNCTION hooks.token(event jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$ BEGIN
		  INSERT INTO hooks.seen VALUES (event ->> 'authentication_method');
		  RETURN jsonb_build_object('claims', event -> 'claims' || jsonb_build_object('ran_as', current_user)); END $$;
		CREATE FUNCTION hooks.forge(event jsonb) RETURNS json LANGUAGE plpgsql AS $$ BEGIN
		  INSERT INTO hooks.seen VALUES ('forged');
		  RETURN json_build_object('claims', event -> 'claims' || '{"aal":"aal2"}'); END $$;
		CREATE FUNCTION hooks.slow(event jsonb) RETURNS jsonb LANGUAGE sql AS $$ SELECT '{}'::jsonb FROM pg_sleep(600) $$;
		CREATE FUNCTION hooks.broken(event jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$ BEGIN RAISE 'the vault is at 7'; END $$;
		CREATE FUNCTION hooks.withheld(event jsonb) RETURNS jsonb LANGUAGE sql AS $$ SELECT '{}'::jsonb $$;
		REVOKE EXECUTE ON FUNCTION hooks.withheld FROM service_role, PUBLIC;`)
	if err != nil {
		t.Fatal(err)
	}
	b := authtest.SetupOn(t, db.Pool, func(c *core.Config) { c.Hooks.CustomAccessToken = authtest.Function(t, "token") })
	d := b.SignUp(authtest.Marina)
	d = b.Device(b.TryRefresh(d.RefreshToken))
	claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"ran_as":"service_role"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	b.Want(b.Me(d), 200, "")
	rows, err := db.Owner.Query(t.Context(), `SELECT what FROM hooks.seen`)
	if err != nil {
		t.Fatal(err)
	}
	if seen, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || strings.Join(seen, " ") != "password token_refresh" {
		t.Errorf("the hook was told %v, %v", seen, err)
	}
	for name, want := range map[string]struct {
		status int
		code   string
	}{
		"forge": {500, "unexpected_failure"}, "slow": {422, "hook_timeout"}, "broken": {500, "unexpected_failure"},
		"withheld": {500, "unexpected_failure"}, "missing": {500, "unexpected_failure"},
	} {
		t.Run(name, func(t *testing.T) {
			called := authtest.Function(t, name)
			if name == "slow" {
				called.Patience = 20 * time.Millisecond
			}
			b := b.In(t)
			b.Server = auth.New(db.Pool, b.Keys, core.Config{PublicURL: authtest.PublicURL, Now: b.Clock.Now, Hooks: hook.Set{CustomAccessToken: called}}, b.Log)
			defer b.Close()
			got := b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP)
			b.Want(got, want.status, want.code)
			if strings.Contains(string(got.Raw), "vault") {
				t.Errorf("told %s", got.Raw)
			}
		})
	}
	left := authtest.Scalar[int](&authtest.Bundle{T: t, Pool: db.Owner}, `SELECT count(*) FROM hooks.seen`) + authtest.Scalar[int](b, `SELECT count(*) FROM auth.sessions`)
	if left != 2+1 {
		t.Errorf("%d rows and sessions are left of two answers and one session", left)
	}
}

// TestAHookForgesNoToken checks that a hook can add claims but not change the token's identity.
func TestAHookForgesNoToken(t *testing.T) {
	l := authtest.Listen(t, authtest.Nothing)
	b := authtest.Setup(t, func(c *core.Config) {
		c.Hooks.CustomAccessToken, c.Limits.PasswordFailures = l.Hook(), ratelimit.Rate{Max: 1000, Per: time.Minute}
	})
	will := func(change func(claims map[string]any)) {
		l.Mu.Lock()
		defer l.Mu.Unlock()
		l.Say = func(told map[string]any) any {
			claims := maps.Clone(told["claims"].(map[string]any))
			change(claims)
			return map[string]any{"claims": claims}
		}
	}
	will(func(c map[string]any) {
		c["plan"], c["role"], c["user_metadata"] = "gold", "moderator", map[string]any{}
	})
	d := b.SignUp(authtest.Marina)
	claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil || claims.Role != "moderator" || !strings.Contains(string(claims.Raw), `"plan":"gold"`) {
		t.Errorf("claims are %s, %v", claims.Raw, err)
	}
	b.Want(b.Me(d), 200, "")
	for name, change := range map[string]func(map[string]any){
		"sub":            func(c map[string]any) { c["sub"] = "00000000-0000-0000-0000-000000000001" },
		"exp":            func(c map[string]any) { c["exp"] = c["exp"].(float64) + 3600 },
		"iat":            func(c map[string]any) { c["iat"] = "now" },
		"aal":            func(c map[string]any) { c["aal"] = session.AAL2 },
		"amr":            func(c map[string]any) { c["amr"] = []any{map[string]any{"method": session.MethodTOTP, "timestamp": 1}} },
		"session_id":     func(c map[string]any) { delete(c, "session_id") },
		"is_anonymous":   func(c map[string]any) { c["is_anonymous"] = true },
		"iss":            func(c map[string]any) { delete(c, "iss") },
		"aud":            func(c map[string]any) { c["aud"] = []any{"authenticated", "elsewhere"} },
		"nbf":            func(c map[string]any) { c["nbf"] = 1 },
		"role":           func(c map[string]any) { c["role"] = "service_role" },
		"email":          func(c map[string]any) { delete(c, "email") },
		"user_metadata":  func(c map[string]any) { c["user_metadata"] = "none" },
		"claims field":   nil,
		"size limit":     func(c map[string]any) { c["plan"] = strings.Repeat("x", session.ClaimsMax) },
		"supabase_admin": func(c map[string]any) { c["role"] = "supabase_admin" },
	} {
		t.Run(name, func(t *testing.T) {
			b := b.In(t)
			before := authtest.Scalar[int](b, `SELECT count(*) FROM auth.sessions`)
			if change == nil {
				l.Mu.Lock()
				l.Say = authtest.Nothing
				l.Mu.Unlock()
			} else {
				will(change)
			}
			got := b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP)
			word := strings.Replace(name, "supabase_admin", "role", 1)
			if message, _ := got.Body["message"].(string); got.Status < 422 || !strings.Contains(message, word) {
				t.Errorf("got %d %s", got.Status, got.Raw)
			}
			if after := authtest.Scalar[int](b, `SELECT count(*) FROM auth.sessions`); after != before {
				t.Error("a session is left of it")
			}
		})
	}
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
