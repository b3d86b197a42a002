package hook_test

import (
	"strings"
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
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
