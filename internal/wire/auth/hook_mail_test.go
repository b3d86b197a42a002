package auth

import (
	"strings"
	"testing"
)

// mailed is what a hook was told of a mail.
func (l *listener) mailed() map[string]any {
	l.t.Helper()
	return l.last()["email_data"].(map[string]any)
}

func TestAHookSendsMails(t *testing.T) {
	l := listen(t, nothing)
	b := setup(t, withoutMail, func(c *Config) { c.ConfirmEmail, c.CurrentPasswordOptional = true, true; c.Hooks.SendEmail = l.hook() })
	b.want(b.post("/signup?redirect_to="+publicURL+"/inicio", map[string]any{"email": marina, "password": password}), 200, "")
	told := l.mailed()
	if told["email_action_type"] != "signup" || told["redirect_to"] != publicURL+"/inicio" || told["site_url"] != publicURL+"/auth/v1" || len(told["token"].(string)) != 6 {
		t.Errorf("told %v", told)
	}
	if user := l.last()["user"].(map[string]any); user["email"] != marina {
		t.Errorf("told of %v", user)
	}
	d := b.device(b.post("/verify", map[string]any{"type": "signup", "token_hash": told["token_hash"]}))
	b.want(b.post("/recover", map[string]any{"email": marina}), 200, "")
	if told = l.mailed(); told["email_action_type"] != "recovery" {
		t.Errorf("told %v", told)
	}
	b.device(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": told["token"]}))

	t.Run("BothHalvesOfAChangeAtOnce", func(t *testing.T) {
		b := b.in(t)
		before := l.times()
		b.want(b.put(d, map[string]any{"email": "nova@b.co"}), 200, "")
		told := l.mailed()
		if l.times() != before+1 || told["email_action_type"] != "email_change" || l.last()["user"].(map[string]any)["new_email"] != "nova@b.co" {
			t.Errorf("told %d times, %v", l.times()-before, told)
		}
		b.want(b.post("/verify", map[string]any{"type": "email_change", "email": marina, "token": told["token"]}), 200, "200")
		b.device(b.post("/verify", map[string]any{"type": "email_change", "token_hash": told["token_hash"]}))
		if told = l.mailed(); told["email_action_type"] != "email_changed_notification" || told["old_email"] != marina {
			t.Errorf("told %v", told)
		}
	})
	t.Run("AnAddressOfSomebodyElseIsToldNothing", func(t *testing.T) {
		b := b.in(t)
		b.exec(`INSERT INTO auth.users (email, email_confirmed_at) VALUES ('vale@b.co', now())`)
		before := l.times()
		b.want(b.put(d, map[string]any{"email": "vale@b.co"}), 200, "")
		if l.times() != before {
			t.Errorf("told %v", l.mailed())
		}
	})
	t.Run("WhatItRefusesIsPassedOnAndProvesNothing", func(t *testing.T) {
		b := b.in(t)
		l.mu.Lock()
		l.say = func(map[string]any) any {
			return map[string]any{"error": map[string]any{"http_code": 429, "message": "No more stamps"}}
		}
		l.mu.Unlock()
		got := b.post("/signup", map[string]any{"email": carlos, "password": password})
		b.want(got, 429, "unknown")
		if users := scalar[int](b, `SELECT count(*) FROM auth.users WHERE email = $1`, carlos); users != 0 || !strings.Contains(string(got.raw), "No more stamps") {
			t.Errorf("got %s and %d users", got.raw, users)
		}
	})
}

func TestTextsAreHandedToAWebhookOnceAndSigned(t *testing.T) {
	l := listen(t, func(map[string]any) any { return map[string]any{"message_id": "SM7"} })
	b := setup(t, withTexts, func(c *Config) { c.Texter, c.OTPSignup, c.ConfirmPhone = nil, true, true; c.Hooks.SendSMS = l.hook() })
	got := b.post("/otp", map[string]any{"phone": number})
	b.want(got, 200, "")
	told := l.last()
	sms := told["sms"].(map[string]any)
	if got.body["message_id"] != "SM7" || sms["phone"] != number || sms["channel"] != "sms" || told["user"].(map[string]any)["phone"] != number || l.times() != 1 {
		t.Errorf("got %s, told %v", got.raw, told)
	}
	b.device(b.post("/verify", map[string]any{"type": "sms", "phone": number, "token": sms["otp"]}))
	for fact, say := range map[string]any{
		"Refused": map[string]any{"error": map[string]any{"http_code": 422, "message": "No signal"}}, "Failed": raw{status: 500}, "NoAnswer": raw{status: 200, body: "ok"},
	} {
		t.Run(fact, func(t *testing.T) {
			b := b.in(t)
			l.mu.Lock()
			l.say, l.heard = func(map[string]any) any { return say }, nil
			l.mu.Unlock()
			if got := b.post("/otp", map[string]any{"phone": number}); got.status < 400 || l.times() != 1 {
				t.Errorf("got %d %s after %d calls", got.status, got.raw, l.times())
			}
			if proofs := scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens WHERE kind = 'sms'`); proofs != 0 {
				t.Errorf("%d codes that were not sent prove something", proofs)
			}
		})
	}
}
