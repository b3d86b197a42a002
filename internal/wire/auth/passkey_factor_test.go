package auth

import (
	"testing"
	"time"
)

// ceremony begins what the client's mfa.webauthn does with a factor.
func (b *bundle) ceremony(d device, factorID string) (challenge, options any, kind string) {
	b.t.Helper()
	got := b.factor(d, "POST", "/"+factorID+"/challenge", map[string]any{
		"factorId": factorID, "webauthn": map[string]any{"rpId": site.ID, "rpOrigins": []string{site.Origin}}})
	b.want(got, 200, "")
	asked := got.body["webauthn"].(map[string]any)
	return got.body["id"], asked["credential_options"], asked["type"].(string)
}

func (b *bundle) sendProof(d device, factorID string, challenge any, kind string, response any) reply {
	b.t.Helper()
	return b.factor(d, "POST", "/"+factorID+"/verify", map[string]any{"challenge_id": challenge, "webauthn": map[string]any{
		"type": kind, "rpId": site.ID, "rpOrigins": []string{site.Origin}, "credential_response": response}})
}

// proves answers a factor's challenge with a device.
func (b *bundle) proves(d device, factorID string, p *passkeyDevice) reply {
	b.t.Helper()
	challenge, options, kind := b.ceremony(d, factorID)
	if kind == ceremonyCreate {
		return b.sendProof(d, factorID, challenge, kind, p.creates(b.t, options))
	}
	return b.sendProof(d, factorID, challenge, kind, p.signs(b.t, options))
}

func (b *bundle) enrolPasskey(d device, name string) string {
	b.t.Helper()
	got := b.factor(d, "POST", "", map[string]any{"factor_type": "webauthn", "friendly_name": name})
	b.want(got, 200, "")
	return got.body["id"].(string)
}

func TestAPasskeyIsTheSecondFactor(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	p := newPasskeyDevice(d)
	id := b.enrolPasskey(d, "Notebook")
	whole := b.device(b.proves(d, id, p))
	if told := b.mails.last(t); told != (sentMail{kind: MailPasskeyAdded, to: marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	b.want(b.proves(whole, b.enrolPasskey(whole, "De novo"), p), 422, "webauthn_credential_exists")

	second := b.withPasskey(whole)
	again := b.signInAs(marina)
	if !b.halfway(again) {
		t.Fatal("the password alone opens the account")
	}
	lifted := b.device(b.proves(again, id, second))
	if err := b.checkSession(lifted); err != nil {
		t.Errorf("any passkey of the owner's: %v", err)
	}
	b.device(b.enterWith(p))
	b.want(b.factor(lifted, "DELETE", "/"+id, nil), 200, "")
	b.want(b.enterWith(p), 422, "webauthn_verification_failed")
}

func TestASecondFactorsPasskeyIsRefused(t *testing.T) {
	b := setup(t, generousFactors)
	d := b.signUp(marina)
	p := b.withPasskey(d)
	stranger := b.signUp("carlos@b.co")
	other := b.withPasskey(stranger)
	again := b.signInAs(marina)

	b.want(b.proves(again, p.id, other), 422, "webauthn_verification_failed")
	forged := *p
	forged.party.Origin = "https://evil.example"
	b.want(b.proves(again, p.id, &forged), 422, "webauthn_verification_failed")
	forged = *p
	forged.Options.UserNotVerified = true
	b.want(b.proves(again, p.id, &forged), 422, "webauthn_verification_failed")
	b.want(b.factor(again, "POST", "/"+p.id+"/challenge", map[string]any{"webauthn": map[string]any{"rpId": "evil.example"}}), 400, "validation_failed")
	b.want(b.factor(stranger, "POST", "/"+p.id+"/challenge", nil), 404, "mfa_factor_not_found")

	challenge, options, kind := b.ceremony(again, p.id)
	b.want(b.sendProof(again, p.id, challenge, ceremonyCreate, p.signs(t, options)), 422, "webauthn_verification_failed")
	b.want(b.sendProof(again, p.id, challenge, kind, p.signs(t, options)), 422, "mfa_factor_not_found")

	// A challenge cannot be answered in another session.
	challenge, options, kind = b.ceremony(again, p.id)
	elsewhere := b.signInAs(marina)
	b.want(b.sendProof(elsewhere, p.id, challenge, kind, p.signs(t, options)), 422, "mfa_factor_not_found")
	signed := p.signs(t, options)
	b.device(b.sendProof(again, p.id, challenge, kind, signed))
	b.want(b.sendProof(again, p.id, challenge, kind, signed), 422, "mfa_factor_not_found")

	old := b.signInAs(marina)
	p.key.Counter = 0
	b.want(b.proves(old, p.id, p), 422, "webauthn_verification_failed")
}

func TestWrongPasskeysLockTheSecondFactor(t *testing.T) {
	b := setup(t)
	p := b.withPasskey(b.signUp(marina))
	again := b.signInAs(marina)
	forged := *p
	forged.Options.UserNotVerified = true
	for range 5 {
		b.want(b.proves(again, p.id, &forged), 422, "webauthn_verification_failed")
	}
	b.want(b.proves(again, p.id, p), 429, "over_request_rate_limit")
}

func TestWhoLostThePasskeyUsesARecoveryCode(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	p := b.withPasskey(d)
	whole := b.device(b.enterWith(p))
	codes, err := b.makeCodes(whole)
	if err != nil {
		t.Fatal(err)
	}
	again, lost := b.signInAs(marina), enrolled{id: p.id}
	b.want(b.meetFactor(again, lost, "123456"), 422, "mfa_verification_failed")
	b.device(b.meetFactor(again, lost, codes[0]))

	// Recovery codes also work where the address has changed to one without passkeys.
	bare := setupOn(t, b.pool, func(c *Config) { c.SiteURL = "http://automacao.example" })
	bare.device(bare.meetFactor(bare.signInAs(marina), lost, codes[1]))
}

func TestAnOldSessionChangesNoFactor(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	b.clock.advance(freshFor + time.Second)
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "totp"}), 400, "reauthentication_needed")
	b.want(b.factor(d, "POST", "", map[string]any{"factor_type": "webauthn"}), 400, "reauthentication_needed")
	b.want(b.passkeys(d, "POST", "/registration/options", nil), 400, "reauthentication_needed")
	b.want(b.put(d, map[string]any{"current_password": "outra senha"}), 400, "current_password_invalid")
	b.want(b.passkeys(d, "POST", "/registration/options", nil), 400, "reauthentication_needed")
	b.want(b.put(d, map[string]any{"current_password": password}), 200, "")
	pending := b.enrolPasskey(d, "Notebook")

	// An enrolment begun with a recent session cannot be finished later by somebody else.
	b.clock.advance(freshFor + time.Second)
	d = b.device(b.tryRefresh(d.RefreshToken))
	b.want(b.factor(d, "POST", "/"+pending+"/challenge", nil), 400, "reauthentication_needed")
	b.want(b.put(d, map[string]any{"current_password": password}), 200, "")
	p := newPasskeyDevice(d)
	d = b.device(b.proves(d, pending, p))

	b.clock.advance(freshFor + time.Second)
	b.want(b.factor(d, "DELETE", "/"+pending, nil), 400, "reauthentication_needed")
	b.want(b.passkeys(d, "DELETE", "/"+pending, nil), 400, "reauthentication_needed")
	d = b.device(b.tryRefresh(d.RefreshToken))
	b.want(b.factor(d, "DELETE", "/"+pending, nil), 400, "reauthentication_needed")
	d = b.device(b.proves(d, pending, p))
	b.want(b.factor(d, "DELETE", "/"+pending, nil), 200, "")
}

func TestThePresentPasswordIsGuessedAtASignInsPace(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	for range 10 {
		b.want(b.put(d, map[string]any{"current_password": "outra senha"}), 400, "current_password_invalid")
	}
	b.want(b.put(d, map[string]any{"current_password": password}), 429, "over_request_rate_limit")
}
