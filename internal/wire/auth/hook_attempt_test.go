package auth

import (
	"testing"
)

func rejecting(told map[string]any) any {
	return map[string]any{"decision": "reject", "message": "Come back tomorrow", "should_logout_user": told["valid"]}
}

func TestAHookJudgesPasswords(t *testing.T) {
	l := listen(t, nothing)
	b := setup(t, func(c *Config) { c.Hooks.PasswordVerificationAttempt = l.hook() })
	d := b.signUp(marina)
	b.want(b.tryPassword(marina, "not the password", homeIP), 400, "invalid_credentials")
	if told := l.last(); told["valid"] != false || told["user_id"] != d.User.ID.String() {
		t.Errorf("told %v", told)
	}
	b.signInAs(marina)
	if told := l.last(); told["valid"] != true {
		t.Errorf("told %v", told)
	}
	b.want(b.tryPassword("nobody@b.co", password, homeIP), 400, "invalid_credentials")
	if l.times() != 2 {
		t.Errorf("told %d times, and once of nobody", l.times())
	}
	l.mu.Lock()
	l.say = rejecting
	l.mu.Unlock()
	got := b.tryPassword(marina, "not the password", homeIP)
	b.want(got, 400, "invalid_credentials")
	if got.body["message"] != "Come back tomorrow" {
		t.Errorf("told %s", got.raw)
	}
	b.want(b.me(d), 200, "")
	b.want(b.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
	b.want(b.me(d), 403, "session_not_found")
}

func TestAHookJudgesSecondFactors(t *testing.T) {
	l := listen(t, nothing)
	b := setup(t, func(c *Config) { c.Hooks.MFAVerificationAttempt = l.hook() })
	d := b.signUp(marina)
	phone := b.enrolFactor(d, "celular")
	b.want(b.meetFactor(d, phone, "000000"), 422, "mfa_verification_failed")
	if told := l.last(); told["valid"] != false || told["factor_id"] != phone.id || told["factor_type"] != factorTOTP || told["user_id"] != d.User.ID.String() {
		t.Errorf("told %v", told)
	}
	lifted := b.device(b.meetFactor(d, phone, b.code(phone)))
	if told := l.last(); told["valid"] != true || l.times() != 2 {
		t.Errorf("told %v", told)
	}
	l.mu.Lock()
	l.say = rejecting
	l.mu.Unlock()
	b.clock.advance(stepSeconds * 1e9)
	got := b.meetFactor(lifted, phone, b.code(phone))
	b.want(got, 403, "mfa_verification_rejected")
	if got.body["message"] != "Come back tomorrow" {
		t.Errorf("told %s", got.raw)
	}
	b.want(b.me(lifted), 403, "session_not_found")
}
