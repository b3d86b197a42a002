package factor_test

import (
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
)

// withPhoneFactors allows phones as second factors.
func withPhoneFactors(c *core.Config) { authtest.WithTexts(c); c.Factors.Phone = core.FactorOn }

func enrolPhone(b *authtest.Bundle, d authtest.Device, phone string) string {
	b.T.Helper()
	got := b.Factor(d, "POST", "", map[string]any{"factor_type": "phone", "friendly_name": "celular", "phone": phone})
	b.Want(got, 200, "")
	if got.Body["type"] != "phone" || got.Body["phone"] != strings.TrimPrefix(phone, "+") || got.Body["friendly_name"] != "celular" {
		b.T.Errorf("enrolment is %s", got.Raw)
	}
	return got.Body["id"].(string)
}

func TestATelephoneIsASecondFactor(t *testing.T) {
	b := authtest.Setup(t, withPhoneFactors)
	d := b.SignUp(authtest.Marina)
	other := b.SignUp(authtest.Carlos)
	enrolPhone(b, d, authtest.Number)
	id := enrolPhone(b, d, "+"+authtest.Number) // The first was never finished.
	challenge := func(d authtest.Device, channel string) authtest.Reply {
		return b.Factor(d, "POST", "/"+id+"/challenge", map[string]any{"channel": channel})
	}
	verify := func(d authtest.Device, challenge authtest.Reply, code string) authtest.Reply {
		return b.Factor(d, "POST", "/"+id+"/verify", map[string]any{"challenge_id": challenge.Body["id"], "code": code})
	}
	b.Want(challenge(other, "sms"), 404, "mfa_factor_not_found")
	b.Want(challenge(d, "pigeon"), 400, "validation_failed")
	first := challenge(d, "whatsapp")
	b.Want(first, 200, "")
	sent := b.Text()
	if first.Body["type"] != "phone" || sent.Phone != authtest.Number || sent.Channel != "whatsapp" || !sent.Factor || len(sent.Code) != 6 {
		t.Errorf("got %s, sent %+v", first.Raw, sent)
	}
	b.Want(verify(d, first, "000000"), 422, "mfa_verification_failed")
	second := challenge(d, "")
	b.Want(verify(d, second, sent.Code), 422, "mfa_verification_failed") // Of another challenge.
	b.Want(verify(other, second, b.Text().Code), 422, "mfa_factor_not_found")
	lifted := b.Device(verify(d, second, b.Text().Code))
	claims, err := b.Keys.VerifyAt(lifted.AccessToken, b.Clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"aal":"aal2","amr":[{"method":"mfa/phone"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	b.Want(verify(lifted, second, b.Text().Code), 422, "mfa_factor_not_found")
	if factor := b.Me(lifted).Body["factors"].([]any)[0].(map[string]any); factor["phone"] != authtest.Number || factor["status"] != core.FactorVerified {
		t.Errorf("the factor is %v", factor)
	}
	b.Want(b.Factor(lifted, "POST", "", map[string]any{"factor_type": "phone", "phone": authtest.Number}), 422, "mfa_verified_factor_exists")

	again := b.SignInAs(authtest.Marina)
	if factor := b.Me(again).Body["factors"].([]any)[0].(map[string]any); factor["phone"] != nil {
		t.Errorf("a session with only the password is answered %v", factor)
	}
	third := challenge(again, "sms")
	b.Clock.Advance(factor.ChallengeTTL + time.Second)
	b.Want(verify(again, third, b.Text().Code), 422, "mfa_challenge_expired")
}

func TestTextsOfSecondFactorsAreRare(t *testing.T) {
	b := authtest.Setup(t, withPhoneFactors, func(c *core.Config) { c.Limits.TextsInterval = ratelimit.Rate{Max: 1, Per: time.Minute} })
	d := b.SignUp(authtest.Marina)
	id := enrolPhone(b, d, authtest.Number)
	challenge := func() authtest.Reply { return b.Factor(d, "POST", "/"+id+"/challenge", nil) }
	b.Want(challenge(), 200, "")
	got := challenge()
	b.Want(got, 429, "over_sms_send_rate_limit")
	if !strings.HasPrefix(got.Body["message"].(string), "For security purposes, you can only request this after ") {
		t.Errorf("told %s", got.Raw)
	}
	b.Clock.Advance(time.Minute + time.Second)
	b.Config.Texter.(*authtest.Texts).Broken = true
	b.Want(challenge(), 422, "sms_send_failed")
	if left := authtest.Scalar[int](b, `SELECT count(*) FROM auth.mfa_challenges`); left != 1 {
		t.Errorf("%d challenges are left of one that was sent", left)
	}
}

// TestKindsOfSecondFactorsAreSwitched off, or off for users without one.
func TestKindsOfSecondFactorsAreSwitched(t *testing.T) {
	b := authtest.Setup(t, withPhoneFactors)
	d := b.SignUp(authtest.Marina)
	totp := b.EnrolFactor(d, "aplicativo")
	d = b.Device(b.MeetFactor(d, totp, b.Code(totp)))
	phone := enrolPhone(b, d, authtest.Number)
	with := func(factors core.Factors) *authtest.Bundle {
		return authtest.Beside(b, func(c *core.Config) { c.Factors = factors })
	}
	for kind, more := range map[string]map[string]any{"totp": {}, "phone": {"phone": "5547999990001"}, "webauthn": {}} {
		more["factor_type"] = kind
		off := with(core.Factors{TOTP: core.FactorOff, Phone: core.FactorOff, WebAuthn: core.FactorOff})
		off.Want(off.Factor(d, "POST", "", more), 422, "mfa_"+kind+"_enroll_not_enabled")
		known := with(core.Factors{TOTP: core.FactorVerify, Phone: core.FactorVerify, WebAuthn: core.FactorVerify})
		known.Want(known.Factor(d, "POST", "", more), 422, "mfa_"+kind+"_enroll_not_enabled")
	}
	off := with(core.Factors{TOTP: core.FactorOff, Phone: core.FactorOff, WebAuthn: core.FactorOn})
	off.Want(off.MeetFactor(d, totp, b.Code(totp)), 422, "mfa_totp_verify_not_enabled")
	off.Want(off.MeetFactor(d, authtest.Enrolled{ID: phone}, "123456"), 422, "mfa_phone_verify_not_enabled")
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "sonar"}), 400, "validation_failed")
	if err := (core.Factors{TOTP: "sometimes"}).Validate(); err == nil {
		t.Error("a use that is none is taken")
	}
}

func TestAdminsChangeFactors(t *testing.T) {
	b := authtest.Setup(t, withPhoneFactors)
	d := b.SignUp(authtest.Marina)
	totp, phone := b.EnrolFactor(d, "aplicativo"), enrolPhone(b, d, authtest.Number)
	path := "/admin/users/" + d.User.ID.String() + "/factors/"
	got := b.Admin("PUT", path+phone, map[string]any{"friendly_name": "trabalho", "phone": "+5547999990001"})
	b.Want(got, 200, "")
	if got.Body["friendly_name"] != "trabalho" || got.Body["phone"] != "5547999990001" || got.Body["factor_type"] != "phone" {
		t.Errorf("got %s", got.Raw)
	}
	if got := b.Admin("PUT", path+totp.ID, map[string]any{"phone": authtest.Number}); got.Status != 200 || got.Body["phone"] != nil || got.Body["friendly_name"] != "aplicativo" {
		t.Errorf("got %s", got.Raw)
	}
	b.Want(b.Admin("PUT", path+totp.ID, map[string]any{"friendly_name": "trabalho"}), 422, "mfa_factor_name_conflict")
	b.Want(b.Admin("PUT", path+phone, map[string]any{"phone": "none"}), 400, "validation_failed")
	b.Want(b.Admin("PUT", path+d.User.ID.String(), nil), 404, "mfa_factor_not_found")
	b.Want(b.Do(authtest.Request{Method: "PUT", Path: path + phone, Bearer: d.AccessToken}), 403, "not_admin")
}
