package hook_test

import (
	"testing"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
)

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
