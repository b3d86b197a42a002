package auth

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/fault"
)

func TestSignupAnswersASession(t *testing.T) {
	b := setup(t)
	got := b.post("/signup", map[string]any{"email": " Marina@SerrAzul.com.br ", "password": password, "data": map[string]any{"name": "Marina"}})
	d := b.device(got)

	want := []string{"access_token", "expires_at", "expires_in", "refresh_token", "token_type", "user"}
	if keys := slices.Sorted(maps.Keys(got.body)); !slices.Equal(keys, want) {
		t.Errorf("session has %v, want %v", keys, want)
	}
	if d.ExpiresIn != 900 || d.ExpiresAt != b.clock.Now().Unix()+900 || got.body["token_type"] != "bearer" {
		t.Errorf("session expires in %d at %d as %v", d.ExpiresIn, d.ExpiresAt, got.body["token_type"])
	}
	now := b.clock.Now().UTC().Format("2006-01-02T15:04:05Z")
	id := d.User.ID.String()
	user := got.body["user"].(map[string]any)
	identity := user["identities"].([]any)[0].(map[string]any)
	wantUser := map[string]any{
		"id": id, "aud": "authenticated", "role": "authenticated", "email": marina, "phone": "",
		"email_confirmed_at": now, "confirmed_at": now, "last_sign_in_at": now, "created_at": now, "updated_at": now,
		"app_metadata":  map[string]any{"provider": "email", "providers": []any{"email"}},
		"user_metadata": map[string]any{"name": "Marina"},
		"is_anonymous":  false,
		"identities": []any{map[string]any{
			"identity_id": identity["identity_id"], "id": id, "user_id": id, "provider": "email", "email": marina,
			"identity_data":   map[string]any{"sub": id, "email": marina, "email_verified": true, "phone_verified": false},
			"last_sign_in_at": now, "created_at": now, "updated_at": now,
		}},
	}
	if !reflect.DeepEqual(user, wantUser) {
		t.Errorf("user is\n%v, want\n%v", user, wantUser)
	}
	if got.header.Get("Cache-Control") != "no-store" {
		t.Error("a session may be cached")
	}
}

func TestAccessTokenClaims(t *testing.T) {
	b := setup(t)
	d := b.device(b.post("/signup", map[string]any{
		"email": marina, "password": password,
		"data": map[string]any{"role": "service_role", "aud": "x", "app_metadata": map[string]any{"admin": true}},
		"role": "service_role", "app_metadata": map[string]any{"admin": true},
	}))
	verified, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := json.Unmarshal(verified.Raw, &claims); err != nil {
		t.Fatal(err)
	}
	now := float64(b.clock.Now().Unix())
	want := map[string]any{
		"iss": publicURL + "/auth/v1", "sub": d.User.ID.String(), "aud": "authenticated", "exp": now + 900, "iat": now,
		"email": marina, "phone": "", "role": "authenticated", "aal": "aal1", "is_anonymous": false,
		"amr":           []any{map[string]any{"method": "password", "timestamp": now}},
		"session_id":    scalar[string](b, `SELECT id::text FROM auth.sessions`),
		"app_metadata":  map[string]any{"provider": "email", "providers": []any{"email"}},
		"user_metadata": map[string]any{"role": "service_role", "aud": "x", "app_metadata": map[string]any{"admin": true}},
	}
	if !reflect.DeepEqual(claims, want) {
		t.Errorf("claims are\n%v, want\n%v", claims, want)
	}
	if err := b.checkSession(d); err != nil {
		t.Errorf("a new session is refused: %v", err)
	}
}

func TestSignupHookReplacesMetadata(t *testing.T) {
	var seen NewUser
	b := setup(t, func(c *Config) {
		c.OnSignup = func(ctx context.Context, tx pgx.Tx, user NewUser) (map[string]any, error) {
			seen = user
			var exists bool
			err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE id = $1)`, user.ID).Scan(&exists)
			if !exists {
				t.Error("the user's row is missing while the hook runs")
			}
			return map[string]any{"name": user.Metadata["name"]}, err
		}
	})
	got := b.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"name": "Marina", "cpf": "52998224725"}})
	d := b.device(got)
	if strings.Contains(string(got.raw), "52998224725") {
		t.Error("the document is in the answer")
	}
	want := NewUser{ID: d.User.ID, Email: marina, Metadata: map[string]any{"name": "Marina", "cpf": "52998224725"}}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("hook saw %+v, want %+v", seen, want)
	}
}

func TestRefusedHookLeavesNothing(t *testing.T) {
	b := setup(t, func(c *Config) {
		c.OnSignup = func(context.Context, pgx.Tx, NewUser) (map[string]any, error) {
			return nil, fault.New(http.StatusUnprocessableEntity, "document_invalid", "CPF inválido.")
		}
	})
	got := b.post("/signup", map[string]any{"email": marina, "password": password})
	b.want(got, http.StatusUnprocessableEntity, "document_invalid")
	if got.body["message"] != "CPF inválido." {
		t.Errorf("message is %v", got.body["message"])
	}
	for _, table := range []string{"users", "identities", "sessions", "audit_log_entries"} {
		if n := scalar[int](b, `SELECT count(*) FROM auth.`+table); n != 0 {
			t.Errorf("%d rows remain in %s", n, table)
		}
	}
}

func TestSignupRefusals(t *testing.T) {
	b := setup(t, func(c *Config) { c.RefuseCommon = true })
	b.signUp(marina)
	long := strings.Repeat("ç", PasswordMax+1)
	for _, c := range []struct {
		name, email, password string
		status                int
		code                  string
		reasons               []any
	}{
		{"Taken", "MARINA@serrazul.com.br", password, 422, "user_already_exists", nil},
		{"Short", "a@b.co", "12345", 422, "weak_password", []any{"length"}},
		{"Common", "a@b.co", "Senha123", 422, "weak_password", []any{"pwned"}},
		{"OwnAddress", "carlos@b.co", "carlos@b.co", 422, "weak_password", []any{"pwned"}},
		{"OneLetter", "a@b.co", "zzzzzzzz", 422, "weak_password", []any{"pwned"}},
		{"TooLong", "a@b.co", long, 400, "validation_failed", nil},
		{"NoPassword", "a@b.co", "", 400, "validation_failed", nil},
		{"NoDomain", "marina@localhost", password, 400, "validation_failed", nil},
		{"TwoAddresses", "a@b.co,c@d.co", password, 400, "validation_failed", nil},
		{"Injection", "a@b.co\r\nBcc: c@d.co", password, 400, "validation_failed", nil},
		{"LongAddress", strings.Repeat("a", 251) + "@b.co", password, 400, "validation_failed", nil},
		{"Named", "Marina <a@b.co>", password, 400, "validation_failed", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := b.in(t)
			got := b.post("/signup", map[string]any{"email": c.email, "password": c.password})
			b.want(got, c.status, c.code)
			weak, _ := got.body["weak_password"].(map[string]any)
			if reasons, _ := weak["reasons"].([]any); !reflect.DeepEqual(reasons, c.reasons) {
				t.Errorf("reasons are %v, want %v", reasons, c.reasons)
			}
		})
	}
	b.device(b.post("/signup", map[string]any{"email": "longa@b.co", "password": long[:len(long)-2]}))
}

func TestLongPasswordIsTakenWhole(t *testing.T) {
	b := setup(t)
	whole := strings.Repeat("p", 127) + "a"
	b.device(b.post("/signup", map[string]any{"email": marina, "password": whole}))
	b.want(b.tryPassword(marina, strings.Repeat("p", 127)+"b", homeIP), 400, "invalid_credentials")
	b.device(b.tryPassword(marina, whole, homeIP))
}

func TestComposedAndDecomposedAccentsAreOnePassword(t *testing.T) {
	b := setup(t)
	b.device(b.post("/signup", map[string]any{"email": marina, "password": "automação"}))
	b.device(b.tryPassword(marina, "automac\u0327a\u0303o", homeIP))
}

func TestSignupSwitches(t *testing.T) {
	t.Run("Disabled", func(t *testing.T) {
		b := setup(t, func(c *Config) { c.DisableSignup = true })
		b.want(b.post("/signup", map[string]any{"email": marina, "password": password}), 422, "signup_disabled")
	})
	t.Run("AnonymousOff", func(t *testing.T) {
		b := setup(t)
		b.want(b.post("/signup", map[string]any{}), 422, "anonymous_provider_disabled")
	})
	t.Run("AnonymousOn", func(t *testing.T) {
		b := setup(t, func(c *Config) { c.AllowAnonymous = true })
		d := b.device(b.post("/signup", map[string]any{"data": map[string]any{}}))
		if got := b.me(d); got.body["is_anonymous"] != true || got.body["email"] != "" {
			t.Errorf("anonymous user is %s", got.raw)
		}
	})
	t.Run("Phone", func(t *testing.T) {
		b := setup(t)
		b.want(b.post("/signup", map[string]any{"phone": "+5547999990000", "password": password}), 400, "phone_provider_disabled")
	})
}

func TestConfirmedSignupTellsNothingOfTheAddress(t *testing.T) {
	b := setup(t, func(c *Config) { c.ConfirmEmail = true })
	first := b.post("/signup", map[string]any{"email": marina, "password": password})
	mail := b.mails.last(t)
	second := b.post("/signup", map[string]any{"email": marina, "password": password + "!"})
	if first.status != 200 || second.status != 200 {
		t.Fatalf("got %s and %s", first.raw, second.raw)
	}
	delete(first.body, "id")
	delete(second.body, "id")
	if !reflect.DeepEqual(first.body, second.body) {
		t.Errorf("answers differ:\n%v\n%v", first.body, second.body)
	}
	b.want(b.tryPassword(marina, password, homeIP), 400, "email_not_confirmed")
	b.device(b.post("/verify", map[string]any{"type": "signup", "email": marina, "token": mail.code}))
	b.signInAs(marina)
}

func TestConfirmedSignupRefusesTheSameOfFreeAndTakenAddresses(t *testing.T) {
	b := setup(t, func(c *Config) {
		c.ConfirmEmail = true
		c.Limits.MailsPerAsker = ratelimit.Rate{Max: 1, Per: time.Minute}
		c.OnSignup = func(_ context.Context, _ pgx.Tx, user NewUser) (map[string]any, error) {
			if user.Metadata["cpf"] != "52998224725" || user.Email == "" {
				return nil, fault.New(http.StatusUnprocessableEntity, "invalid_cpf", "CPF inválido.")
			}
			return user.Metadata, nil
		}
	})
	signUp := func(email string, data map[string]any) reply {
		return b.post("/signup", map[string]any{"email": email, "password": password, "data": data})
	}
	const carlos = "carlos@b.co"
	valid := map[string]any{"cpf": "52998224725"}
	b.want(signUp(marina, valid), 200, "")
	b.clock.advance(time.Minute)
	for name, data := range map[string]map[string]any{
		"Refused": {"cpf": "1"},
		"TooLong": {"cpf": "52998224725", "x": strings.Repeat("x", metadataMax)},
		"NoText":  {"cpf": "52998224725", "x": "\x00"},
	} {
		taken, free := signUp(marina, data), signUp(carlos, data)
		if taken.status < 400 || taken.status != free.status || string(taken.raw) != string(free.raw) {
			t.Errorf("%s: a taken address is answered %d %s, a free one %d %s", name, taken.status, taken.raw, free.status, free.raw)
		}
	}
	b.want(signUp(marina, valid), 200, "")
	b.want(signUp(carlos, valid), 200, "")
	if n := scalar[int](b, `SELECT count(*) FROM auth.users`); n != 2 || b.mails.count() != 2 {
		t.Errorf("there are %d users and %d mails, want 2", n, b.mails.count())
	}
}

func TestMalformedBodies(t *testing.T) {
	b := setup(t)
	for name, c := range map[string]struct {
		body   string
		status int
		code   string
	}{
		"NotJSON":   {`{"email":`, 400, "bad_json"},
		"Trailing":  {`{} {}`, 400, "bad_json"},
		"WrongType": {`{"email": 5}`, 400, "bad_json"},
		"TooLarge":  {`{"email": "` + strings.Repeat("a", 1<<20) + `"}`, 413, "request_entity_too_large"},
		"Null":      {`{"email":"a@b.co","password":"tanque de inox 7","data":{"a":"\u0000"}}`, 400, "validation_failed"},
		"BigData":   {`{"email":"a@b.co","password":"tanque de inox 7","data":{"a":"` + strings.Repeat("a", metadataMax) + `"}}`, 400, "validation_failed"},
	} {
		t.Run(name, func(t *testing.T) { b.in(t).want(b.post("/signup", c.body), c.status, c.code) })
	}
}

func TestErrorsBeforeTheirCodesHadNames(t *testing.T) {
	b := setup(t)
	got := b.do(request{method: "POST", path: "/token?grant_type=password", body: map[string]any{"email": marina, "password": "x"}, header: http.Header{versionHeader: {""}}})
	want := map[string]any{"code": 400.0, "error_code": "invalid_credentials", "msg": "Invalid login credentials"}
	if !reflect.DeepEqual(got.body, want) || got.header.Get(versionHeader) != "" {
		t.Errorf("got %v, want %v", got.body, want)
	}
	got = b.tryPassword(marina, "x", homeIP)
	want = map[string]any{"code": "invalid_credentials", "message": "Invalid login credentials"}
	if !reflect.DeepEqual(got.body, want) || got.header.Get(versionHeader) != codesVersion || got.header.Get("X-Sb-Error-Code") != "invalid_credentials" {
		t.Errorf("got %v with %v", got.body, got.header)
	}
}
