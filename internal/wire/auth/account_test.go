package auth

import (
	"reflect"
	"testing"
	"time"
)

func TestPasswordChangeNeedsTheCurrentOne(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.put(d, map[string]any{"password": "bomba dosadora"}), 400, "current_password_required")
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "current_password": "x"}), 400, "current_password_invalid")
	b.want(b.put(d, map[string]any{"password": "12345", "current_password": password}), 422, "weak_password")
	b.want(b.put(d, map[string]any{"password": password, "current_password": password}), 422, "same_password")
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "current_password": password}), 200, "")
	b.want(b.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
	b.device(b.tryPassword(marina, "bomba dosadora", homeIP))
	if mail := b.mails.last(t); mail != (sentMail{kind: MailPasswordChanged, to: marina}) {
		t.Errorf("the owner was told %+v", mail)
	}
	if n := scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'user_updated_password'`); n != 1 {
		t.Errorf("%d changes are on record, want 1", n)
	}
}

func TestCurrentPasswordCannotBeGuessedThroughASession(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	for range 10 {
		b.want(b.put(d, map[string]any{"password": "bomba dosadora", "current_password": "x"}), 400, "current_password_invalid")
	}
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "current_password": password}), 429, "over_request_rate_limit")
}

func TestCurrentPasswordMayBeOptional(t *testing.T) {
	b := setup(t, func(c *Config) { c.CurrentPasswordOptional = true })
	b.want(b.put(b.signUp(marina), map[string]any{"password": "bomba dosadora"}), 200, "")
}

func TestRecoveredSessionSetsAPasswordForAnHour(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	b.want(b.post("/recover", map[string]any{"email": marina}), 200, "")
	d := b.device(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": b.mails.last(t).code}))
	b.want(b.put(d, map[string]any{"email": "nova@b.co"}), 400, "current_password_required")
	b.clock.advance(10 * time.Minute)
	b.want(b.put(d, map[string]any{"password": "bomba dosadora"}), 200, "")
	b.clock.advance(51 * time.Minute)
	d = b.device(b.tryRefresh(d.RefreshToken))
	b.want(b.put(d, map[string]any{"password": "bomba centrífuga"}), 400, "current_password_required")
}

func TestResettingAForgottenPasswordEndsTheOtherSessions(t *testing.T) {
	b := setup(t)
	thief, stranger := b.signUp(marina), b.signUp("carlos@b.co")
	b.want(b.post("/recover", map[string]any{"email": marina}), 200, "")
	d := b.device(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": b.mails.last(t).code}))
	b.want(b.me(thief), 200, "")
	b.want(b.put(d, map[string]any{"password": "12345"}), 422, "weak_password")
	b.want(b.me(thief), 200, "")
	b.want(b.put(d, map[string]any{"password": "bomba dosadora"}), 200, "")
	b.want(b.me(thief), 403, "session_not_found")
	b.want(b.tryRefresh(thief.RefreshToken), 400, "refresh_token_not_found")
	b.want(b.me(d), 200, "")
	b.device(b.tryRefresh(d.RefreshToken))
	b.want(b.me(stranger), 200, "")
}

func TestAnOrdinaryPasswordChangeKeepsTheOtherSessions(t *testing.T) {
	b := setup(t)
	phone := b.signUp(marina)
	d := b.signInAs(marina)
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "current_password": password}), 200, "")
	b.want(b.me(phone), 200, "")
}

func TestNonceStandsForTheCurrentPassword(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.do(request{method: "GET", path: "/reauthenticate", bearer: d.AccessToken}), 200, "")
	nonce := b.mails.last(t).code
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "nonce": "x" + nonce}), 422, "reauthentication_not_valid")
	b.want(b.put(d, map[string]any{"password": "bomba dosadora", "nonce": nonce}), 200, "")
	b.want(b.put(d, map[string]any{"password": "bomba centrífuga", "nonce": nonce}), 422, "reauthentication_not_valid")
}

func TestMetadataIsMerged(t *testing.T) {
	b := setup(t)
	d := b.device(b.post("/signup", map[string]any{"email": marina, "password": password, "data": map[string]any{"a": 1, "b": 2}}))
	got := b.put(d, map[string]any{"data": map[string]any{"b": nil, "c": map[string]any{"d": 12345678901234567.0}}})
	want := map[string]any{"a": 1.0, "c": map[string]any{"d": 12345678901234567.0}}
	if !reflect.DeepEqual(got.body["user_metadata"], want) {
		t.Errorf("metadata is %v, want %v", got.body["user_metadata"], want)
	}
	b.want(b.put(d, map[string]any{"app_metadata": map[string]any{"admin": true}}), 403, "not_admin")
	b.want(b.put(d, map[string]any{"phone": "+5547999990000"}), 400, "phone_provider_disabled")
	if got := b.put(d, map[string]any{"role": "service_role", "is_super_admin": true}); got.body["role"] != "authenticated" {
		t.Errorf("role is %v", got.body["role"])
	}
}

// mailed is the last mail of a kind.
func (m *mailbox) mailed(t *testing.T, kind MailKind) sentMail {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := len(m.sent) - 1; i >= 0; i-- {
		if m.sent[i].kind == kind {
			return m.sent[i]
		}
	}
	t.Fatalf("no %s mail was sent", kind)
	return sentMail{}
}

func (b *bundle) agrees(mail sentMail) reply {
	b.t.Helper()
	return b.post("/verify", map[string]any{"type": "email_change", "email": mail.to, "token": mail.code})
}

func TestEmailChangeNeedsBothAddresses(t *testing.T) {
	for name, order := range map[string][2]MailKind{
		"NewFirst":     {MailEmailChange, MailEmailChangeCurrent},
		"CurrentFirst": {MailEmailChangeCurrent, MailEmailChange},
	} {
		t.Run(name, func(t *testing.T) {
			b := setup(t)
			d := b.signUp(marina)
			b.want(b.put(d, map[string]any{"email": "nova@b.co"}), 400, "current_password_required")
			b.want(b.put(d, map[string]any{"email": "nova@b.co", "current_password": "x"}), 400, "current_password_invalid")
			got := b.put(d, map[string]any{"email": "Nova@b.co", "current_password": password})
			if got.status != 200 || got.body["email"] != marina || got.body["new_email"] != "nova@b.co" {
				t.Fatalf("got %s", got.raw)
			}
			b.want(b.post("/recover", map[string]any{"email": marina}), 200, "")
			first, second, recovery := b.mails.mailed(t, order[0]), b.mails.mailed(t, order[1]), b.mails.mailed(t, MailRecovery)
			if b.mails.mailed(t, MailEmailChange).to != "nova@b.co" || b.mails.mailed(t, MailEmailChangeCurrent).to != marina {
				t.Fatalf("mails are %+v, %+v", first, second)
			}
			if half := b.agrees(first); half.status != 200 || half.body["msg"] != otherAddress || half.body["access_token"] != nil {
				t.Fatalf("the first address is told %s", half.raw)
			}
			b.want(b.agrees(first), 403, "otp_expired")
			b.signInAs(marina)
			b.device(b.agrees(second))
			if told := b.mails.last(t); told != (sentMail{kind: MailEmailChanged, to: marina}) {
				t.Errorf("the old address was told %+v", told)
			}
			b.signInAs("nova@b.co")
			b.want(b.tryPassword(marina, password, homeIP), 400, "invalid_credentials")
			b.want(b.post("/verify", map[string]any{"type": "recovery", "email": marina, "token": recovery.code}), 403, "otp_expired")
			got = b.me(d)
			identity := got.body["identities"].([]any)[0].(map[string]any)
			if got.body["email"] != "nova@b.co" || got.body["new_email"] != nil || identity["email"] != "nova@b.co" {
				t.Errorf("user is %s", got.raw)
			}
		})
	}
}

func TestAnotherNewAddressNeedsBothAnew(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.put(d, map[string]any{"email": "ladrao@b.co", "current_password": password}), 200, "")
	agreed := b.mails.mailed(t, MailEmailChange)
	b.want(b.agrees(agreed), 200, "200")
	b.want(b.put(d, map[string]any{"email": "nova@b.co", "current_password": password}), 200, "")
	if half := b.agrees(b.mails.mailed(t, MailEmailChangeCurrent)); half.body["msg"] != otherAddress {
		t.Errorf("what agreed to another address counts: %s", half.raw)
	}
}

func TestAskingForATakenAddressTellsItsReaderAlone(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.signUp("carlos@b.co")
	free := b.put(d, map[string]any{"email": "livre@b.co", "current_password": password})
	taken := b.put(d, map[string]any{"email": "carlos@b.co", "current_password": password})
	if taken.status != free.status || taken.body["new_email"] != "carlos@b.co" || len(taken.body) != len(free.body) {
		t.Errorf("a taken address is answered %s, a free one %s", taken.raw, free.raw)
	}
	if told := b.mails.last(t); told != (sentMail{kind: MailAddressTaken, to: "carlos@b.co"}) {
		t.Errorf("its reader is told %+v", told)
	}
	if half := b.agrees(b.mails.mailed(t, MailEmailChangeCurrent)); half.body["msg"] != otherAddress {
		t.Errorf("the present address is told %s", half.raw)
	}
	b.signInAs("carlos@b.co")
}

func TestEmailChangeWithoutMailIsImmediate(t *testing.T) {
	b := setup(t, withoutMail)
	d := b.signUp(marina)
	if got := b.put(d, map[string]any{"email": "nova@b.co", "current_password": password}); got.body["email"] != "nova@b.co" {
		t.Errorf("got %s", got.raw)
	}
}

func TestAddressTakenMeanwhileStaysWithItsOwner(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.want(b.put(d, map[string]any{"email": "nova@b.co", "current_password": password}), 200, "")
	b.want(b.agrees(b.mails.mailed(t, MailEmailChangeCurrent)), 200, "200")
	mail := b.mails.last(t)
	b.signUp("nova@b.co")
	b.want(b.agrees(mail), 422, "email_exists")
}
