package message_test

import (
	"net/http"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
)

func withProvenTexts(c *core.Config) { authtest.WithTexts(c); c.ConfirmPhone = true }

func TestWithoutATexterNumbersAreRefused(t *testing.T) {
	b := authtest.Setup(t)
	for path, want := range map[string]int{"/signup": 400, "/token?grant_type=password": 422, "/otp": 400, "/resend": 400} {
		b.Want(b.Post(path, map[string]any{"phone": authtest.Number, "password": authtest.Password, "type": "sms"}), want, "phone_provider_disabled")
	}
	settings := b.Do(authtest.Request{Method: "GET", Path: "/settings"})
	if external := settings.Body["external"].(map[string]any); external["phone"] != false || settings.Body["sms_provider"] != "" {
		t.Errorf("settings are %s", settings.Raw)
	}
}

func TestANumberSignsUpByItsCode(t *testing.T) {
	b := authtest.Setup(t, withProvenTexts)
	got := b.Post("/signup", map[string]any{"phone": "+" + authtest.Number, "password": authtest.Password, "channel": "whatsapp", "data": map[string]any{"n": 1}})
	if got.Status != 200 || got.Body["phone"] != authtest.Number || got.Body["access_token"] != nil || got.Body["phone_confirmed_at"] != nil {
		t.Fatalf("got %s", got.Raw)
	}
	sent := b.Text()
	if sent.Phone != authtest.Number || sent.Channel != "whatsapp" || len(sent.Code) != 6 {
		t.Fatalf("the text is %+v", sent)
	}
	b.Want(b.Post("/token?grant_type=password", map[string]any{"phone": authtest.Number, "password": authtest.Password}), 400, "phone_not_confirmed")
	code := map[string]any{"type": "sms", "phone": "+" + authtest.Number, "token": sent.Code}
	b.Want(b.Post("/verify", map[string]any{"type": "sms", "phone": authtest.Number, "token": sent.Code + "0"}), 403, "otp_expired")
	b.Want(b.Post("/verify", map[string]any{"type": "phone_change", "phone": authtest.Number, "token": sent.Code}), 403, "otp_expired")
	b.Want(b.Post("/verify", map[string]any{"type": "signup", "phone": authtest.Number, "token": sent.Code}), 400, "validation_failed")
	d := b.Device(b.Post("/verify", code))
	b.Want(b.Post("/verify", code), 403, "otp_expired")
	me := b.Me(d)
	identity := me.Body["identities"].([]any)[0].(map[string]any)
	if me.Body["phone_confirmed_at"] == nil || me.Body["confirmed_at"] == nil || me.Body["email"] != "" || identity["provider"] != "phone" {
		t.Errorf("the user is %s", me.Raw)
	}
	b.Device(b.Post("/token?grant_type=password", map[string]any{"phone": authtest.Number, "password": authtest.Password}))

	// The response does not reveal whether a number is taken.
	again := b.Post("/signup", map[string]any{"phone": authtest.Number, "password": "bomba dosadora"})
	if again.Status != 200 || again.Body["id"] == me.Body["id"] || b.Text() != sent {
		t.Errorf("a taken number is answered %s", again.Raw)
	}
	b.Want(b.Post("/token?grant_type=password", map[string]any{"phone": authtest.Number, "password": "bomba dosadora"}), 400, "invalid_credentials")
}

func TestACodeOfATextLastsAMinute(t *testing.T) {
	b := authtest.Setup(t, withProvenTexts, func(c *core.Config) { c.OTPSignup = true })
	got := b.Post("/otp", map[string]any{"phone": authtest.Number})
	if got.Status != 200 || got.Body["message_id"] != "SM7" {
		t.Fatalf("got %s", got.Raw)
	}
	first := b.Text().Code
	b.Clock.Advance(61 * time.Second)
	b.Want(b.Post("/verify", map[string]any{"type": "sms", "phone": authtest.Number, "token": first}), 403, "otp_expired")
	b.Want(b.Post("/resend", map[string]any{"type": "sms", "phone": authtest.Number}), 200, "")
	b.Device(b.Post("/verify", map[string]any{"type": "sms", "phone": authtest.Number, "token": b.Text().Code}))
}

func TestWhoIsNotThereIsMadeByACodeWhereThatIsLet(t *testing.T) {
	for name, body := range map[string]map[string]any{"Text": {"phone": authtest.Number}, "Mail": {"email": authtest.Marina}} {
		t.Run(name, func(t *testing.T) {
			b := authtest.Setup(t, withProvenTexts, func(c *core.Config) { c.OTPSignup, c.ConfirmEmail = true, true })
			ask := func(create bool) authtest.Reply {
				asked := map[string]any{"create_user": create, "data": map[string]any{"n": 1}}
				for key, value := range body {
					asked[key] = value
				}
				return b.Post("/otp", asked)
			}
			b.Want(ask(false), 422, "otp_disabled")
			if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users`); n != 0 || b.Mails.Count() != 0 {
				t.Fatalf("there are %d users and %d mails", n, b.Mails.Count())
			}
			b.Want(ask(true), 200, "")
			proof := map[string]any{"type": "sms", "phone": authtest.Number}
			if name == "Mail" {
				proof = map[string]any{"type": "email", "email": authtest.Marina, "token": b.Mails.Last(t).Code}
			} else {
				proof["token"] = b.Text().Code
			}
			d := b.Device(b.Post("/verify", proof))
			if me := b.Me(d); me.Body["user_metadata"].(map[string]any)["n"] != 1.0 || me.Body["confirmed_at"] == nil {
				t.Errorf("the user is %s", me.Raw)
			}
			b.Want(ask(false), 200, "")
		})
	}
}

func TestANewNumberIsProvedBeforeItIsTheirs(t *testing.T) {
	b := authtest.Setup(t, withProvenTexts)
	d := b.SignUp(authtest.Marina)
	b.Want(b.Put(d, map[string]any{"phone": authtest.Number}), 400, "current_password_required")
	got := b.Put(d, map[string]any{"phone": authtest.Number, "current_password": authtest.Password})
	if got.Status != 200 || got.Body["new_phone"] != authtest.Number || got.Body["phone"] != "" || got.Body["phone_change_sent_at"] == nil {
		t.Fatalf("got %s", got.Raw)
	}
	b.Want(b.Post("/resend", map[string]any{"type": "phone_change", "phone": authtest.Number}), 200, "")
	b.Want(b.Post("/verify", map[string]any{"type": "sms", "phone": authtest.Number, "token": b.Text().Code}), 403, "otp_expired")
	b.Device(b.Post("/verify", map[string]any{"type": "phone_change", "phone": authtest.Number, "token": b.Text().Code}))
	me := b.Me(d)
	if me.Body["phone"] != authtest.Number || me.Body["new_phone"] != nil || len(me.Body["identities"].([]any)) != 2 {
		t.Errorf("the user is %s", me.Raw)
	}
	b.Want(b.Put(b.SignUp("carlos@b.co"), map[string]any{"phone": authtest.Number, "current_password": authtest.Password}), 422, "phone_exists")
}

func TestTextsAreCounted(t *testing.T) {
	b := authtest.Setup(t, withProvenTexts, func(c *core.Config) {
		c.Limits.TextsInterval, c.Limits.TextsPerIP = ratelimit.Rate{Max: 1, Per: time.Minute}, ratelimit.Rate{Max: 2, Per: time.Hour}
		c.OTPSignup = true
	})
	ask := func(phone, ip string) authtest.Reply {
		return b.Do(authtest.Request{Method: "POST", Path: "/otp", Body: map[string]any{"phone": phone}, IP: ip})
	}
	b.Want(ask(authtest.Number, authtest.HomeIP), 200, "")
	b.Clock.Advance(20 * time.Second)
	got := ask(authtest.Number, authtest.OtherIP)
	b.Want(got, 429, "over_sms_send_rate_limit")
	if got.Body["message"] != "For security purposes, you can only request this after 40 seconds." || got.Header.Get("Retry-After") != "40" {
		t.Errorf("it is told %s", got.Raw)
	}
	b.Want(ask("5547988880000", authtest.HomeIP), 200, "")
	b.Want(ask("5547977770000", authtest.HomeIP), 429, "over_sms_send_rate_limit")
	b.Want(ask("5547977770001", authtest.OtherIP), 200, "")
}

func TestACodeThatWasNotSentProvesNothing(t *testing.T) {
	b := authtest.Setup(t, withProvenTexts)
	b.Config.Texter.(*authtest.Texts).Broken = true
	b.Want(b.Post("/signup", map[string]any{"phone": authtest.Number, "password": authtest.Password}), http.StatusUnprocessableEntity, "sms_send_failed")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens`); n != 0 {
		t.Errorf("%d proofs are kept", n)
	}
	b.Config.Texter.(*authtest.Texts).Broken = false
	b.Want(b.Post("/resend", map[string]any{"type": "sms", "phone": authtest.Number}), 200, "")
	b.Device(b.Post("/verify", map[string]any{"type": "sms", "phone": authtest.Number, "token": b.Text().Code}))
}

func TestNumbersAreReadStrictly(t *testing.T) {
	b := authtest.Setup(t, authtest.WithTexts)
	for _, phone := range []string{"0", "+", "123a", "+0123", "1234567890123456", "1"} {
		b.Want(b.Post("/signup", map[string]any{"phone": phone, "password": authtest.Password}), 400, "validation_failed")
	}
	b.Want(b.Post("/otp", map[string]any{"phone": authtest.Number, "email": authtest.Marina}), 400, "validation_failed")
	b.Want(b.Post("/otp", map[string]any{"phone": authtest.Number, "channel": "pigeon"}), 400, "validation_failed")
	b.Want(b.Post("/otp", map[string]any{"email": authtest.Marina, "channel": "sms"}), 400, "validation_failed")
	b.Want(b.Post("/otp", map[string]any{}), 400, "validation_failed")
	// Without ConfirmPhone a sign-up is a sign-in.
	b.Device(b.Post("/signup", map[string]any{"phone": "+" + authtest.Number, "password": authtest.Password}))
	b.Want(b.Post("/signup", map[string]any{"phone": authtest.Number, "password": authtest.Password}), 422, "user_already_exists")
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
