package auth

import (
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
)

// withPhoneFactors allows phones as second factors.
func withPhoneFactors(c *Config) { withTexts(c); c.Factors.Phone = FactorOn }

func (b *bundle) enrolPhone(d device, phone string) string {
	b.t.Helper()
	got := b.factor(d, "POST", "", map[string]any{"factor_type": "phone", "friendly_name": "celular", "phone": phone})
	b.want(got, 200, "")
	if got.body["type"] != "phone" || got.body["phone"] != strings.TrimPrefix(phone, "+") || got.body["friendly_name"] != "celular" {
		b.t.Errorf("enrolment is %s", got.raw)
	}
	return got.body["id"].(string)
}

func TestATelephoneIsASecondFactor(t *testing.T) {
	b := setup(t, withPhoneFactors)
	d := b.signUp(marina)
	other := b.signUp(carlos)
	b.enrolPhone(d, number)
	id := b.enrolPhone(d, "+"+number) // The first was never finished.
	challenge := func(d device, channel string) reply {
		return b.factor(d, "POST", "/"+id+"/challenge", map[string]any{"channel": channel})
	}
	verify := func(d device, challenge reply, code string) reply {
		return b.factor(d, "POST", "/"+id+"/verify", map[string]any{"challenge_id": challenge.body["id"], "code": code})
	}
	b.want(challenge(other, "sms"), 404, "mfa_factor_not_found")
	b.want(challenge(d, "pigeon"), 400, "validation_failed")
	first := challenge(d, "whatsapp")
	b.want(first, 200, "")
	sent := b.text()
	if first.body["type"] != "phone" || sent.Phone != number || sent.Channel != "whatsapp" || !sent.Factor || len(sent.Code) != 6 {
		t.Errorf("got %s, sent %+v", first.raw, sent)
	}
	b.want(verify(d, first, "000000"), 422, "mfa_verification_failed")
	second := challenge(d, "")
	b.want(verify(d, second, sent.Code), 422, "mfa_verification_failed") // Of another challenge.
	b.want(verify(other, second, b.text().Code), 422, "mfa_factor_not_found")
	lifted := b.device(verify(d, second, b.text().Code))
	claims, err := b.keys.VerifyAt(lifted.AccessToken, b.clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"aal":"aal2","amr":[{"method":"mfa/phone"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	b.want(verify(lifted, second, b.text().Code), 422, "mfa_factor_not_found")
	if factor := b.me(lifted).body["factors"].([]any)[0].(map[string]any); factor["phone"] != number || factor["status"] != factorVerified {
		t.Errorf("the factor is %v", factor)
	}
	b.want(b.factor(lifted, "POST", "", map[string]any{"factor_type": "phone", "phone": number}), 422, "mfa_verified_factor_exists")

	again := b.signInAs(marina)
	if factor := b.me(again).body["factors"].([]any)[0].(map[string]any); factor["phone"] != nil {
		t.Errorf("who has only the password is told %v", factor)
	}
	third := challenge(again, "sms")
	b.clock.advance(challengeTTL + time.Second)
	b.want(verify(again, third, b.text().Code), 422, "mfa_challenge_expired")
}

func TestTextsOfSecondFactorsAreRare(t *testing.T) {
	b := setup(t, withPhoneFactors, func(c *Config) { c.Limits.TextsInterval = ratelimit.Rate{Max: 1, Per: time.Minute} })
	d := b.signUp(marina)
	id := b.enrolPhone(d, number)
	challenge := func() reply { return b.factor(d, "POST", "/"+id+"/challenge", nil) }
	b.want(challenge(), 200, "")
	got := challenge()
	b.want(got, 429, "over_sms_send_rate_limit")
	if !strings.HasPrefix(got.body["message"].(string), "For security purposes, you can only request this after ") {
		t.Errorf("told %s", got.raw)
	}
	b.clock.advance(time.Minute + time.Second)
	b.cfg.Texter.(*texts).broken = true
	b.want(challenge(), 422, "sms_send_failed")
	if left := scalar[int](b, `SELECT count(*) FROM auth.mfa_challenges`); left != 1 {
		t.Errorf("%d challenges are left of one that was sent", left)
	}
}

// TestKindsOfSecondFactorsAreSwitched off, or off for users without one.
func TestKindsOfSecondFactorsAreSwitched(t *testing.T) {
	b := setup(t, withPhoneFactors)
	d := b.signUp(marina)
	totp := b.enrolFactor(d, "aplicativo")
	d = b.device(b.meetFactor(d, totp, b.code(totp)))
	phone := b.enrolPhone(d, number)
	with := func(factors Factors) *bundle {
		copied := *b
		server := *b.Server
		server.cfg.Factors = factors
		server.mux = server.routes()
		copied.Server = &server
		return &copied
	}
	for kind, more := range map[string]map[string]any{"totp": {}, "phone": {"phone": "5547999990001"}, "webauthn": {}} {
		more["factor_type"] = kind
		off := with(Factors{TOTP: FactorOff, Phone: FactorOff, WebAuthn: FactorOff})
		off.want(off.factor(d, "POST", "", more), 422, "mfa_"+kind+"_enroll_not_enabled")
		known := with(Factors{TOTP: FactorVerify, Phone: FactorVerify, WebAuthn: FactorVerify})
		known.want(known.factor(d, "POST", "", more), 422, "mfa_"+kind+"_enroll_not_enabled")
	}
	off := with(Factors{TOTP: FactorOff, Phone: FactorOff, WebAuthn: FactorOn})
	off.want(off.meetFactor(d, totp, b.code(totp)), 422, "mfa_totp_verify_not_enabled")
	off.want(off.meetFactor(d, enrolled{id: phone}, "123456"), 422, "mfa_phone_verify_not_enabled")
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "sonar"}), 400, "validation_failed")
	if err := (Factors{TOTP: "sometimes"}).validate(); err == nil {
		t.Error("a use that is none is taken")
	}
}

func TestAdminsChangeFactors(t *testing.T) {
	b := setup(t, withPhoneFactors)
	d := b.signUp(marina)
	totp, phone := b.enrolFactor(d, "aplicativo"), b.enrolPhone(d, number)
	path := "/admin/users/" + d.User.ID.String() + "/factors/"
	got := b.admin("PUT", path+phone, map[string]any{"friendly_name": "trabalho", "phone": "+5547999990001"})
	b.want(got, 200, "")
	if got.body["friendly_name"] != "trabalho" || got.body["phone"] != "5547999990001" || got.body["factor_type"] != "phone" {
		t.Errorf("got %s", got.raw)
	}
	if got := b.admin("PUT", path+totp.id, map[string]any{"phone": number}); got.status != 200 || got.body["phone"] != nil || got.body["friendly_name"] != "aplicativo" {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("PUT", path+totp.id, map[string]any{"friendly_name": "trabalho"}), 422, "mfa_factor_name_conflict")
	b.want(b.admin("PUT", path+phone, map[string]any{"phone": "none"}), 400, "validation_failed")
	b.want(b.admin("PUT", path+d.User.ID.String(), nil), 404, "mfa_factor_not_found")
	b.want(b.do(request{method: "PUT", path: path + phone, bearer: d.AccessToken}), 403, "not_admin")
}
