package signin_test

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
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func TestSignupAnswersASession(t *testing.T) {
	b := authtest.Setup(t)
	got := b.Post("/signup", map[string]any{"email": " Marina@SerrAzul.com.br ", "password": authtest.Password, "data": map[string]any{"name": "Marina"}})
	d := b.Device(got)

	want := []string{"access_token", "expires_at", "expires_in", "refresh_token", "token_type", "user"}
	if keys := slices.Sorted(maps.Keys(got.Body)); !slices.Equal(keys, want) {
		t.Errorf("session has %v, want %v", keys, want)
	}
	if d.ExpiresIn != 900 || d.ExpiresAt != b.Clock.Now().Unix()+900 || got.Body["token_type"] != "bearer" {
		t.Errorf("session expires in %d at %d as %v", d.ExpiresIn, d.ExpiresAt, got.Body["token_type"])
	}
	now := b.Clock.Now().UTC().Format("2006-01-02T15:04:05Z")
	id := d.User.ID.String()
	user := got.Body["user"].(map[string]any)
	identity := user["identities"].([]any)[0].(map[string]any)
	wantUser := map[string]any{
		"id": id, "aud": "authenticated", "role": "authenticated", "email": authtest.Marina, "phone": "",
		"email_confirmed_at": now, "confirmed_at": now, "last_sign_in_at": now, "created_at": now, "updated_at": now,
		"app_metadata":  map[string]any{"provider": "email", "providers": []any{"email"}},
		"user_metadata": map[string]any{"name": "Marina"},
		"is_anonymous":  false,
		"identities": []any{map[string]any{
			"identity_id": identity["identity_id"], "id": id, "user_id": id, "provider": "email", "email": authtest.Marina,
			"identity_data":   map[string]any{"sub": id, "email": authtest.Marina, "email_verified": true, "phone_verified": false},
			"last_sign_in_at": now, "created_at": now, "updated_at": now,
		}},
	}
	if !reflect.DeepEqual(user, wantUser) {
		t.Errorf("user is\n%v, want\n%v", user, wantUser)
	}
	if got.Header.Get("Cache-Control") != "no-store" {
		t.Error("a session may be cached")
	}
}

func TestAccessTokenClaims(t *testing.T) {
	b := authtest.Setup(t)
	d := b.Device(b.Post("/signup", map[string]any{
		"email": authtest.Marina, "password": authtest.Password,
		"data": map[string]any{"role": "service_role", "aud": "x", "app_metadata": map[string]any{"admin": true}},
		"role": "service_role", "app_metadata": map[string]any{"admin": true},
	}))
	verified, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	var claims map[string]any
	if err := json.Unmarshal(verified.Raw, &claims); err != nil {
		t.Fatal(err)
	}
	now := float64(b.Clock.Now().Unix())
	want := map[string]any{
		"iss": authtest.PublicURL + "/auth/v1", "sub": d.User.ID.String(), "aud": "authenticated", "exp": now + 900, "iat": now,
		"email": authtest.Marina, "phone": "", "role": "authenticated", "aal": "aal1", "is_anonymous": false,
		"amr":           []any{map[string]any{"method": "password", "timestamp": now}},
		"session_id":    authtest.Scalar[string](b, `SELECT id::text FROM auth.sessions`),
		"app_metadata":  map[string]any{"provider": "email", "providers": []any{"email"}},
		"user_metadata": map[string]any{"role": "service_role", "aud": "x", "app_metadata": map[string]any{"admin": true}},
	}
	if !reflect.DeepEqual(claims, want) {
		t.Errorf("claims are\n%v, want\n%v", claims, want)
	}
	if err := b.CheckSession(d); err != nil {
		t.Errorf("a new session is refused: %v", err)
	}
}

func TestSignupHookReplacesMetadata(t *testing.T) {
	var seen core.NewUser
	b := authtest.Setup(t, func(c *core.Config) {
		c.OnSignup = func(ctx context.Context, tx pgx.Tx, user core.NewUser) (map[string]any, error) {
			seen = user
			var exists bool
			err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.users WHERE id = $1)`, user.ID).Scan(&exists)
			if !exists {
				t.Error("the user's row is missing while the hook runs")
			}
			return map[string]any{"name": user.Metadata["name"]}, err
		}
	})
	got := b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password, "data": map[string]any{"name": "Marina", "cpf": "52998224725"}})
	d := b.Device(got)
	if strings.Contains(string(got.Raw), "52998224725") {
		t.Error("the document is in the answer")
	}
	want := core.NewUser{ID: d.User.ID, Email: authtest.Marina, Metadata: map[string]any{"name": "Marina", "cpf": "52998224725"}}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("hook saw %+v, want %+v", seen, want)
	}
}

func TestRefusedHookLeavesNothing(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) {
		c.OnSignup = func(context.Context, pgx.Tx, core.NewUser) (map[string]any, error) {
			return nil, fault.New(http.StatusUnprocessableEntity, "document_invalid", "CPF inválido.")
		}
	})
	got := b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password})
	b.Want(got, http.StatusUnprocessableEntity, "document_invalid")
	if got.Body["message"] != "CPF inválido." {
		t.Errorf("message is %v", got.Body["message"])
	}
	for _, table := range []string{"users", "identities", "sessions", "audit_log_entries"} {
		if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.`+table); n != 0 {
			t.Errorf("%d rows remain in %s", n, table)
		}
	}
}

func TestSignupRefusals(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.RefuseCommon = true })
	b.SignUp(authtest.Marina)
	long := strings.Repeat("ç", core.PasswordMax+1)
	for _, c := range []struct {
		name, email, password string
		status                int
		code                  string
		reasons               []any
	}{
		{"Taken", "MARINA@serrazul.com.br", authtest.Password, 422, "user_already_exists", nil},
		{"Short", "a@b.co", "12345", 422, "weak_password", []any{"length"}},
		{"Common", "a@b.co", "Senha123", 422, "weak_password", []any{"pwned"}},
		{"OwnAddress", "carlos@b.co", "carlos@b.co", 422, "weak_password", []any{"pwned"}},
		{"OneLetter", "a@b.co", "zzzzzzzz", 422, "weak_password", []any{"pwned"}},
		{"TooLong", "a@b.co", long, 400, "validation_failed", nil},
		{"NoPassword", "a@b.co", "", 400, "validation_failed", nil},
		{"NoDomain", "marina@localhost", authtest.Password, 400, "validation_failed", nil},
		{"TwoAddresses", "a@b.co,c@d.co", authtest.Password, 400, "validation_failed", nil},
		{"Injection", "a@b.co\r\nBcc: c@d.co", authtest.Password, 400, "validation_failed", nil},
		{"LongAddress", strings.Repeat("a", 251) + "@b.co", authtest.Password, 400, "validation_failed", nil},
		{"Named", "Marina <a@b.co>", authtest.Password, 400, "validation_failed", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := b.In(t)
			got := b.Post("/signup", map[string]any{"email": c.email, "password": c.password})
			b.Want(got, c.status, c.code)
			weak, _ := got.Body["weak_password"].(map[string]any)
			if reasons, _ := weak["reasons"].([]any); !reflect.DeepEqual(reasons, c.reasons) {
				t.Errorf("reasons are %v, want %v", reasons, c.reasons)
			}
		})
	}
	b.Device(b.Post("/signup", map[string]any{"email": "longa@b.co", "password": long[:len(long)-2]}))
}

func TestLongPasswordIsTakenWhole(t *testing.T) {
	b := authtest.Setup(t)
	whole := strings.Repeat("p", 127) + "a"
	b.Device(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": whole}))
	b.Want(b.TryPassword(authtest.Marina, strings.Repeat("p", 127)+"b", authtest.HomeIP), 400, "invalid_credentials")
	b.Device(b.TryPassword(authtest.Marina, whole, authtest.HomeIP))
}

func TestComposedAndDecomposedAccentsAreOnePassword(t *testing.T) {
	b := authtest.Setup(t)
	b.Device(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": "automação"}))
	b.Device(b.TryPassword(authtest.Marina, "automac\u0327a\u0303o", authtest.HomeIP))
}

func TestSignupSwitches(t *testing.T) {
	t.Run("Disabled", func(t *testing.T) {
		b := authtest.Setup(t, func(c *core.Config) { c.DisableSignup = true })
		b.Want(b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 422, "signup_disabled")
	})
	t.Run("AnonymousOff", func(t *testing.T) {
		b := authtest.Setup(t)
		b.Want(b.Post("/signup", map[string]any{}), 422, "anonymous_provider_disabled")
	})
	t.Run("AnonymousOn", func(t *testing.T) {
		b := authtest.Setup(t, func(c *core.Config) { c.AllowAnonymous = true })
		d := b.Device(b.Post("/signup", map[string]any{"data": map[string]any{}}))
		if got := b.Me(d); got.Body["is_anonymous"] != true || got.Body["email"] != "" {
			t.Errorf("anonymous user is %s", got.Raw)
		}
	})
	t.Run("Phone", func(t *testing.T) {
		b := authtest.Setup(t)
		b.Want(b.Post("/signup", map[string]any{"phone": "+5547999990000", "password": authtest.Password}), 400, "phone_provider_disabled")
	})
}

func TestConfirmedSignupTellsNothingOfTheAddress(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.ConfirmEmail = true })
	first := b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password})
	mail := b.Mails.Last(t)
	second := b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password + "!"})
	if first.Status != 200 || second.Status != 200 {
		t.Fatalf("got %s and %s", first.Raw, second.Raw)
	}
	delete(first.Body, "id")
	delete(second.Body, "id")
	if !reflect.DeepEqual(first.Body, second.Body) {
		t.Errorf("answers differ:\n%v\n%v", first.Body, second.Body)
	}
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "email_not_confirmed")
	b.Device(b.Post("/verify", map[string]any{"type": "signup", "email": authtest.Marina, "token": mail.Code}))
	b.SignInAs(authtest.Marina)
}

func TestConfirmedSignupRefusesTheSameOfFreeAndTakenAddresses(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) {
		c.ConfirmEmail = true
		c.Limits.MailsPerAsker = ratelimit.Rate{Max: 1, Per: time.Minute}
		c.OnSignup = func(_ context.Context, _ pgx.Tx, user core.NewUser) (map[string]any, error) {
			if user.Metadata["cpf"] != "52998224725" || user.Email == "" {
				return nil, fault.New(http.StatusUnprocessableEntity, "invalid_cpf", "CPF inválido.")
			}
			return user.Metadata, nil
		}
	})
	signUp := func(email string, data map[string]any) authtest.Reply {
		return b.Post("/signup", map[string]any{"email": email, "password": authtest.Password, "data": data})
	}
	const carlos = "carlos@b.co"
	valid := map[string]any{"cpf": "52998224725"}
	b.Want(signUp(authtest.Marina, valid), 200, "")
	b.Clock.Advance(time.Minute)
	for name, data := range map[string]map[string]any{
		"Refused": {"cpf": "1"},
		"TooLong": {"cpf": "52998224725", "x": strings.Repeat("x", account.MetadataMax)},
		"NoText":  {"cpf": "52998224725", "x": "\x00"},
	} {
		taken, free := signUp(authtest.Marina, data), signUp(carlos, data)
		if taken.Status < 400 || taken.Status != free.Status || string(taken.Raw) != string(free.Raw) {
			t.Errorf("%s: a taken address is answered %d %s, a free one %d %s", name, taken.Status, taken.Raw, free.Status, free.Raw)
		}
	}
	b.Want(signUp(authtest.Marina, valid), 200, "")
	b.Want(signUp(carlos, valid), 200, "")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users`); n != 2 || b.Mails.Count() != 2 {
		t.Errorf("there are %d users and %d mails, want 2", n, b.Mails.Count())
	}
}

func TestMalformedBodies(t *testing.T) {
	b := authtest.Setup(t)
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
		"BigData":   {`{"email":"a@b.co","password":"tanque de inox 7","data":{"a":"` + strings.Repeat("a", account.MetadataMax) + `"}}`, 400, "validation_failed"},
	} {
		t.Run(name, func(t *testing.T) { b.In(t).Want(b.Post("/signup", c.body), c.status, c.code) })
	}
}
