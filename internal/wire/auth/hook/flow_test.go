package hook_test

import (
	"strings"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
)

// mailed is what a hook was told of a mail.
func mailed(l *authtest.Listener) map[string]any {
	l.T.Helper()
	return l.Last()["email_data"].(map[string]any)
}

func TestAHookSendsMails(t *testing.T) {
	l := authtest.Listen(t, authtest.Nothing)
	b := authtest.Setup(t, authtest.WithoutMail, func(c *core.Config) {
		c.ConfirmEmail, c.CurrentPasswordOptional = true, true
		c.Hooks.SendEmail = l.Hook()
	})
	b.Want(b.Post("/signup?redirect_to="+authtest.PublicURL+"/inicio", map[string]any{"email": authtest.Marina, "password": authtest.Password}), 200, "")
	told := mailed(l)
	if told["email_action_type"] != "signup" || told["redirect_to"] != authtest.PublicURL+"/inicio" || told["site_url"] != authtest.PublicURL+"/auth/v1" || len(told["token"].(string)) != 6 {
		t.Errorf("told %v", told)
	}
	if user := l.Last()["user"].(map[string]any); user["email"] != authtest.Marina {
		t.Errorf("told of %v", user)
	}
	d := b.Device(b.Post("/verify", map[string]any{"type": "signup", "token_hash": told["token_hash"]}))
	b.Want(b.Post("/recover", map[string]any{"email": authtest.Marina}), 200, "")
	if told = mailed(l); told["email_action_type"] != "recovery" {
		t.Errorf("told %v", told)
	}
	b.Device(b.Post("/verify", map[string]any{"type": "recovery", "email": authtest.Marina, "token": told["token"]}))

	t.Run("BothHalvesOfAChangeAtOnce", func(t *testing.T) {
		b := b.In(t)
		before := l.Times()
		b.Want(b.Put(d, map[string]any{"email": "nova@b.co"}), 200, "")
		told := mailed(l)
		if l.Times() != before+1 || told["email_action_type"] != "email_change" || l.Last()["user"].(map[string]any)["new_email"] != "nova@b.co" {
			t.Errorf("told %d times, %v", l.Times()-before, told)
		}
		b.Want(b.Post("/verify", map[string]any{"type": "email_change", "email": authtest.Marina, "token": told["token"]}), 200, "200")
		b.Device(b.Post("/verify", map[string]any{"type": "email_change", "token_hash": told["token_hash"]}))
		if told = mailed(l); told["email_action_type"] != "email_changed_notification" || told["old_email"] != authtest.Marina {
			t.Errorf("told %v", told)
		}
	})
	t.Run("AnAddressOfSomebodyElseIsToldNothing", func(t *testing.T) {
		b := b.In(t)
		b.Exec(`INSERT INTO auth.users (email, email_confirmed_at) VALUES ('vale@b.co', now())`)
		before := l.Times()
		b.Want(b.Put(d, map[string]any{"email": "vale@b.co"}), 200, "")
		if l.Times() != before {
			t.Errorf("told %v", mailed(l))
		}
	})
	t.Run("WhatItRefusesIsPassedOnAndProvesNothing", func(t *testing.T) {
		b := b.In(t)
		l.Mu.Lock()
		l.Say = func(map[string]any) any {
			return map[string]any{"error": map[string]any{"http_code": 429, "message": "No more stamps"}}
		}
		l.Mu.Unlock()
		got := b.Post("/signup", map[string]any{"email": authtest.Carlos, "password": authtest.Password})
		b.Want(got, 429, "unknown")
		if users := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users WHERE email = $1`, authtest.Carlos); users != 0 || !strings.Contains(string(got.Raw), "No more stamps") {
			t.Errorf("got %s and %d users", got.Raw, users)
		}
	})
}

func TestTextsAreHandedToAWebhookOnceAndSigned(t *testing.T) {
	l := authtest.Listen(t, func(map[string]any) any { return map[string]any{"message_id": "SM7"} })
	b := authtest.Setup(t, authtest.WithTexts, func(c *core.Config) {
		c.Texter, c.OTPSignup, c.ConfirmPhone = nil, true, true
		c.Hooks.SendSMS = l.Hook()
	})
	got := b.Post("/otp", map[string]any{"phone": authtest.Number})
	b.Want(got, 200, "")
	told := l.Last()
	sms := told["sms"].(map[string]any)
	if got.Body["message_id"] != "SM7" || sms["phone"] != authtest.Number || sms["channel"] != "sms" || told["user"].(map[string]any)["phone"] != authtest.Number || l.Times() != 1 {
		t.Errorf("got %s, told %v", got.Raw, told)
	}
	b.Device(b.Post("/verify", map[string]any{"type": "sms", "phone": authtest.Number, "token": sms["otp"]}))
	for fact, say := range map[string]any{
		"Refused": map[string]any{"error": map[string]any{"http_code": 422, "message": "No signal"}}, "Failed": authtest.Raw{Status: 500}, "NoAnswer": authtest.Raw{Status: 200, Body: "ok"},
	} {
		t.Run(fact, func(t *testing.T) {
			b := b.In(t)
			l.Mu.Lock()
			l.Say, l.Heard = func(map[string]any) any { return say }, nil
			l.Mu.Unlock()
			if got := b.Post("/otp", map[string]any{"phone": authtest.Number}); got.Status < 400 || l.Times() != 1 {
				t.Errorf("got %d %s after %d calls", got.Status, got.Raw, l.Times())
			}
			if proofs := authtest.Scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens WHERE kind = 'sms'`); proofs != 0 {
				t.Errorf("%d codes that were not sent prove something", proofs)
			}
		})
	}
}

func rejecting(told map[string]any) any {
	return map[string]any{"decision": "reject", "message": "Come back tomorrow", "should_logout_user": told["valid"]}
}

func TestAHookJudgesPasswords(t *testing.T) {
	l := authtest.Listen(t, authtest.Nothing)
	b := authtest.Setup(t, func(c *core.Config) { c.Hooks.PasswordVerificationAttempt = l.Hook() })
	d := b.SignUp(authtest.Marina)
	b.Want(b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP), 400, "invalid_credentials")
	if told := l.Last(); told["valid"] != false || told["user_id"] != d.User.ID.String() {
		t.Errorf("told %v", told)
	}
	b.SignInAs(authtest.Marina)
	if told := l.Last(); told["valid"] != true {
		t.Errorf("told %v", told)
	}
	b.Want(b.TryPassword("nobody@b.co", authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
	if l.Times() != 2 {
		t.Errorf("told %d times, and once of nobody", l.Times())
	}
	l.Mu.Lock()
	l.Say = rejecting
	l.Mu.Unlock()
	got := b.TryPassword(authtest.Marina, "not the password", authtest.HomeIP)
	b.Want(got, 400, "invalid_credentials")
	if got.Body["message"] != "Come back tomorrow" {
		t.Errorf("told %s", got.Raw)
	}
	b.Want(b.Me(d), 200, "")
	b.Want(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
	b.Want(b.Me(d), 403, "session_not_found")
}

func TestAHookJudgesSecondFactors(t *testing.T) {
	l := authtest.Listen(t, authtest.Nothing)
	b := authtest.Setup(t, func(c *core.Config) { c.Hooks.MFAVerificationAttempt = l.Hook() })
	d := b.SignUp(authtest.Marina)
	phone := b.EnrolFactor(d, "celular")
	b.Want(b.MeetFactor(d, phone, "000000"), 422, "mfa_verification_failed")
	if told := l.Last(); told["valid"] != false || told["factor_id"] != phone.ID || told["factor_type"] != core.FactorTOTP || told["user_id"] != d.User.ID.String() {
		t.Errorf("told %v", told)
	}
	lifted := b.Device(b.MeetFactor(d, phone, b.Code(phone)))
	if told := l.Last(); told["valid"] != true || l.Times() != 2 {
		t.Errorf("told %v", told)
	}
	l.Mu.Lock()
	l.Say = rejecting
	l.Mu.Unlock()
	b.Clock.Advance(factor.StepSeconds * 1e9)
	got := b.MeetFactor(lifted, phone, b.Code(phone))
	b.Want(got, 403, "mfa_verification_rejected")
	if got.Body["message"] != "Come back tomorrow" {
		t.Errorf("told %s", got.Raw)
	}
	b.Want(b.Me(lifted), 403, "session_not_found")
}

func TestAHookHearsOfNewUsers(t *testing.T) {
	var answer any = map[string]any{}
	l := authtest.Listen(t, func(map[string]any) any { return answer })
	says := func(said any) {
		l.Mu.Lock()
		defer l.Mu.Unlock()
		answer = said
	}
	before := authtest.Listen(t, func(told map[string]any) any {
		if told["user"].(map[string]any)["email"] == authtest.Carlos {
			return map[string]any{"error": map[string]any{"http_code": 403, "message": "Not him"}}
		}
		return authtest.Nothing(told)
	})
	b := authtest.Setup(t, func(c *core.Config) {
		c.Hooks.AfterUserCreated, c.Hooks.BeforeUserCreated, c.AllowAnonymous = l.Hook(), before.Hook(), true
	})
	d := b.SignUp(authtest.Marina)
	told := l.Last()
	user, _ := told["user"].(map[string]any)
	if l.Times() != 1 || user["id"] != d.User.ID.String() || user["email"] != authtest.Marina || user["aud"] != core.Audience || told["metadata"].(map[string]any)["name"] != "after-user-created" {
		t.Errorf("the hook was told %v, %d times", told, l.Times())
	}
	for _, got := range []authtest.Reply{b.Post("/signup", map[string]any{"email": authtest.Marina, "password": authtest.Password}), b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP), b.Post("/signup", map[string]any{"email": authtest.Carlos, "password": authtest.Password})} {
		if l.Times() != 1 {
			t.Errorf("nobody was made, and the hook hears of it: %d %s", got.Status, got.Raw)
		}
	}
	b.Want(b.Post("/signup", map[string]any{}), 200, "")
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": "ana@exemplo.com.br", "email_confirm": true}), 200, "")
	if l.Times() != 3 || l.Last()["user"].(map[string]any)["email"] != "ana@exemplo.com.br" {
		t.Errorf("the hook was told %d times, of %v", l.Times(), l.Last())
	}
	says(map[string]any{"error": map[string]any{"http_code": 409, "message": "The list is full"}})
	const late = "late@exemplo.com.br"
	refused := b.Post("/signup", map[string]any{"email": late, "password": authtest.Password})
	b.Want(refused, 409, "unknown")
	if refused.Body["message"] != "The list is full" {
		t.Errorf("got %s", refused.Raw)
	}
	b.SignInAs(late)
	if l.Times() != 4 {
		t.Errorf("the hook was told %d times", l.Times())
	}
}
