package auth

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
)

const number = "5547999990000"

// texts is a phone that records its messages.
type texts struct {
	mu     sync.Mutex
	sent   []Text
	broken bool
}

func (p *texts) Text(_ context.Context, text Text) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		return "", errors.New("no signal")
	}
	p.sent = append(p.sent, text)
	return "SM7", nil
}

func (b *bundle) text() Text {
	b.t.Helper()
	phone := b.cfg.Texter.(*texts)
	phone.mu.Lock()
	defer phone.mu.Unlock()
	if len(phone.sent) == 0 {
		b.t.Fatal("no text was sent")
	}
	return phone.sent[len(phone.sent)-1]
}

// withTexts sends texts, without limits that the test does not set itself.
func withTexts(c *Config) {
	c.Texter = &texts{}
	open := ratelimit.Rate{Max: 1000, Per: time.Minute}
	c.Limits.TextsInterval, c.Limits.TextsPerAccount, c.Limits.TextsPerIP, c.Limits.TextsAll = open, open, open, open
}

func withProvenTexts(c *Config) { withTexts(c); c.ConfirmPhone = true }

func TestWithoutATexterNumbersAreRefused(t *testing.T) {
	b := setup(t)
	for path, want := range map[string]int{"/signup": 400, "/token?grant_type=password": 422, "/otp": 400, "/resend": 400} {
		b.want(b.post(path, map[string]any{"phone": number, "password": password, "type": "sms"}), want, "phone_provider_disabled")
	}
	settings := b.do(request{method: "GET", path: "/settings"})
	if external := settings.body["external"].(map[string]any); external["phone"] != false || settings.body["sms_provider"] != "" {
		t.Errorf("settings are %s", settings.raw)
	}
}

func TestANumberSignsUpByItsCode(t *testing.T) {
	b := setup(t, withProvenTexts)
	got := b.post("/signup", map[string]any{"phone": "+" + number, "password": password, "channel": "whatsapp", "data": map[string]any{"n": 1}})
	if got.status != 200 || got.body["phone"] != number || got.body["access_token"] != nil || got.body["phone_confirmed_at"] != nil {
		t.Fatalf("got %s", got.raw)
	}
	sent := b.text()
	if sent.Phone != number || sent.Channel != "whatsapp" || len(sent.Code) != 6 {
		t.Fatalf("the text is %+v", sent)
	}
	b.want(b.post("/token?grant_type=password", map[string]any{"phone": number, "password": password}), 400, "phone_not_confirmed")
	code := map[string]any{"type": "sms", "phone": "+" + number, "token": sent.Code}
	b.want(b.post("/verify", map[string]any{"type": "sms", "phone": number, "token": sent.Code + "0"}), 403, "otp_expired")
	b.want(b.post("/verify", map[string]any{"type": "phone_change", "phone": number, "token": sent.Code}), 403, "otp_expired")
	b.want(b.post("/verify", map[string]any{"type": "signup", "phone": number, "token": sent.Code}), 400, "validation_failed")
	d := b.device(b.post("/verify", code))
	b.want(b.post("/verify", code), 403, "otp_expired")
	me := b.me(d)
	identity := me.body["identities"].([]any)[0].(map[string]any)
	if me.body["phone_confirmed_at"] == nil || me.body["confirmed_at"] == nil || me.body["email"] != "" || identity["provider"] != "phone" {
		t.Errorf("the user is %s", me.raw)
	}
	b.device(b.post("/token?grant_type=password", map[string]any{"phone": number, "password": password}))

	// The response does not reveal whether a number is taken.
	again := b.post("/signup", map[string]any{"phone": number, "password": "bomba dosadora"})
	if again.status != 200 || again.body["id"] == me.body["id"] || b.text() != sent {
		t.Errorf("a taken number is answered %s", again.raw)
	}
	b.want(b.post("/token?grant_type=password", map[string]any{"phone": number, "password": "bomba dosadora"}), 400, "invalid_credentials")
}

func TestACodeOfATextLastsAMinute(t *testing.T) {
	b := setup(t, withProvenTexts, func(c *Config) { c.OTPSignup = true })
	got := b.post("/otp", map[string]any{"phone": number})
	if got.status != 200 || got.body["message_id"] != "SM7" {
		t.Fatalf("got %s", got.raw)
	}
	first := b.text().Code
	b.clock.advance(61 * time.Second)
	b.want(b.post("/verify", map[string]any{"type": "sms", "phone": number, "token": first}), 403, "otp_expired")
	b.want(b.post("/resend", map[string]any{"type": "sms", "phone": number}), 200, "")
	b.device(b.post("/verify", map[string]any{"type": "sms", "phone": number, "token": b.text().Code}))
}

func TestWhoIsNotThereIsMadeByACodeWhereThatIsLet(t *testing.T) {
	for name, body := range map[string]map[string]any{"Text": {"phone": number}, "Mail": {"email": marina}} {
		t.Run(name, func(t *testing.T) {
			b := setup(t, withProvenTexts, func(c *Config) { c.OTPSignup, c.ConfirmEmail = true, true })
			ask := func(create bool) reply {
				asked := map[string]any{"create_user": create, "data": map[string]any{"n": 1}}
				for key, value := range body {
					asked[key] = value
				}
				return b.post("/otp", asked)
			}
			b.want(ask(false), 422, "otp_disabled")
			if n := scalar[int](b, `SELECT count(*) FROM auth.users`); n != 0 || b.mails.count() != 0 {
				t.Fatalf("there are %d users and %d mails", n, b.mails.count())
			}
			b.want(ask(true), 200, "")
			proof := map[string]any{"type": "sms", "phone": number}
			if name == "Mail" {
				proof = map[string]any{"type": "email", "email": marina, "token": b.mails.last(t).code}
			} else {
				proof["token"] = b.text().Code
			}
			d := b.device(b.post("/verify", proof))
			if me := b.me(d); me.body["user_metadata"].(map[string]any)["n"] != 1.0 || me.body["confirmed_at"] == nil {
				t.Errorf("the user is %s", me.raw)
			}
			b.want(ask(false), 200, "")
		})
	}
}

func TestANewNumberIsProvedBeforeItIsTheirs(t *testing.T) {
	b := setup(t, withProvenTexts)
	d := b.signUp(marina)
	b.want(b.put(d, map[string]any{"phone": number}), 400, "current_password_required")
	got := b.put(d, map[string]any{"phone": number, "current_password": password})
	if got.status != 200 || got.body["new_phone"] != number || got.body["phone"] != "" || got.body["phone_change_sent_at"] == nil {
		t.Fatalf("got %s", got.raw)
	}
	b.want(b.post("/resend", map[string]any{"type": "phone_change", "phone": number}), 200, "")
	b.want(b.post("/verify", map[string]any{"type": "sms", "phone": number, "token": b.text().Code}), 403, "otp_expired")
	b.device(b.post("/verify", map[string]any{"type": "phone_change", "phone": number, "token": b.text().Code}))
	me := b.me(d)
	if me.body["phone"] != number || me.body["new_phone"] != nil || len(me.body["identities"].([]any)) != 2 {
		t.Errorf("the user is %s", me.raw)
	}
	b.want(b.put(b.signUp("carlos@b.co"), map[string]any{"phone": number, "current_password": password}), 422, "phone_exists")
}

func TestTextsAreCounted(t *testing.T) {
	b := setup(t, withProvenTexts, func(c *Config) {
		c.Limits.TextsInterval, c.Limits.TextsPerIP = ratelimit.Rate{Max: 1, Per: time.Minute}, ratelimit.Rate{Max: 2, Per: time.Hour}
		c.OTPSignup = true
	})
	ask := func(phone, ip string) reply {
		return b.do(request{method: "POST", path: "/otp", body: map[string]any{"phone": phone}, ip: ip})
	}
	b.want(ask(number, homeIP), 200, "")
	b.clock.advance(20 * time.Second)
	got := ask(number, otherIP)
	b.want(got, 429, "over_sms_send_rate_limit")
	if got.body["message"] != "For security purposes, you can only request this after 40 seconds." || got.header.Get("Retry-After") != "40" {
		t.Errorf("it is told %s", got.raw)
	}
	b.want(ask("5547988880000", homeIP), 200, "")
	b.want(ask("5547977770000", homeIP), 429, "over_sms_send_rate_limit")
	b.want(ask("5547977770001", otherIP), 200, "")
}

func TestACodeThatWasNotSentProvesNothing(t *testing.T) {
	b := setup(t, withProvenTexts)
	b.cfg.Texter.(*texts).broken = true
	b.want(b.post("/signup", map[string]any{"phone": number, "password": password}), http.StatusUnprocessableEntity, "sms_send_failed")
	if n := scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens`); n != 0 {
		t.Errorf("%d proofs are kept", n)
	}
	b.cfg.Texter.(*texts).broken = false
	b.want(b.post("/resend", map[string]any{"type": "sms", "phone": number}), 200, "")
	b.device(b.post("/verify", map[string]any{"type": "sms", "phone": number, "token": b.text().Code}))
}

func TestNumbersAreReadStrictly(t *testing.T) {
	b := setup(t, withTexts)
	for _, phone := range []string{"0", "+", "123a", "+0123", "1234567890123456", "1"} {
		b.want(b.post("/signup", map[string]any{"phone": phone, "password": password}), 400, "validation_failed")
	}
	b.want(b.post("/otp", map[string]any{"phone": number, "email": marina}), 400, "validation_failed")
	b.want(b.post("/otp", map[string]any{"phone": number, "channel": "pigeon"}), 400, "validation_failed")
	b.want(b.post("/otp", map[string]any{"email": marina, "channel": "sms"}), 400, "validation_failed")
	b.want(b.post("/otp", map[string]any{}), 400, "validation_failed")
	// Without ConfirmPhone a sign-up is a sign-in.
	b.device(b.post("/signup", map[string]any{"phone": "+" + number, "password": password}))
	b.want(b.post("/signup", map[string]any{"phone": number, "password": password}), 422, "user_already_exists")
}
