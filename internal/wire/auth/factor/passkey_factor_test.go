package factor_test

import (
	"testing"
	"time"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
	"automacao/internal/wire/auth/session"
)

// ceremony begins what the client's mfa.webauthn does with a factor.
func ceremony(b *authtest.Bundle, d authtest.Device, factorID string) (challenge, options any, kind string) {
	b.T.Helper()
	got := b.Factor(d, "POST", "/"+factorID+"/challenge", map[string]any{
		"factorId": factorID, "webauthn": map[string]any{"rpId": authtest.Site.ID, "rpOrigins": []string{authtest.Site.Origin}}})
	b.Want(got, 200, "")
	asked := got.Body["webauthn"].(map[string]any)
	return got.Body["id"], asked["credential_options"], asked["type"].(string)
}

func sendProof(b *authtest.Bundle, d authtest.Device, factorID string, challenge any, kind string, response any) authtest.Reply {
	b.T.Helper()
	return b.Factor(d, "POST", "/"+factorID+"/verify", map[string]any{"challenge_id": challenge, "webauthn": map[string]any{
		"type": kind, "rpId": authtest.Site.ID, "rpOrigins": []string{authtest.Site.Origin}, "credential_response": response}})
}

// proves answers a factor's challenge with a device.
func proves(b *authtest.Bundle, d authtest.Device, factorID string, p *authtest.PasskeyDevice) authtest.Reply {
	b.T.Helper()
	challenge, options, kind := ceremony(b, d, factorID)
	if kind == factor.CeremonyCreate {
		return sendProof(b, d, factorID, challenge, kind, p.Creates(b.T, options))
	}
	return sendProof(b, d, factorID, challenge, kind, p.Signs(b.T, options))
}

func enrolPasskey(b *authtest.Bundle, d authtest.Device, name string) string {
	b.T.Helper()
	got := b.Factor(d, "POST", "", map[string]any{"factor_type": "webauthn", "friendly_name": name})
	b.Want(got, 200, "")
	return got.Body["id"].(string)
}

func TestAPasskeyIsTheSecondFactor(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	p := authtest.NewPasskeyDevice(d)
	id := enrolPasskey(b, d, "Notebook")
	whole := b.Device(proves(b, d, id, p))
	if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailPasskeyAdded, To: authtest.Marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	b.Want(proves(b, whole, enrolPasskey(b, whole, "De novo"), p), 422, "webauthn_credential_exists")

	second := b.WithPasskey(whole)
	again := b.SignInAs(authtest.Marina)
	if !halfway(b, again) {
		t.Fatal("the password alone opens the account")
	}
	lifted := b.Device(proves(b, again, id, second))
	if err := b.CheckSession(lifted); err != nil {
		t.Errorf("any passkey of the owner's: %v", err)
	}
	b.Device(b.EnterWith(p))
	b.Want(b.Factor(lifted, "DELETE", "/"+id, nil), 200, "")
	b.Want(b.EnterWith(p), 422, "webauthn_verification_failed")
}

func TestASecondFactorsPasskeyIsRefused(t *testing.T) {
	b := authtest.Setup(t, authtest.GenerousFactors)
	d := b.SignUp(authtest.Marina)
	p := b.WithPasskey(d)
	stranger := b.SignUp("carlos@b.co")
	other := b.WithPasskey(stranger)
	again := b.SignInAs(authtest.Marina)

	b.Want(proves(b, again, p.ID, other), 422, "webauthn_verification_failed")
	forged := *p
	forged.Party.Origin = "https://evil.example"
	b.Want(proves(b, again, p.ID, &forged), 422, "webauthn_verification_failed")
	forged = *p
	forged.Options.UserNotVerified = true
	b.Want(proves(b, again, p.ID, &forged), 422, "webauthn_verification_failed")
	b.Want(b.Factor(again, "POST", "/"+p.ID+"/challenge", map[string]any{"webauthn": map[string]any{"rpId": "evil.example"}}), 400, "validation_failed")
	b.Want(b.Factor(stranger, "POST", "/"+p.ID+"/challenge", nil), 404, "mfa_factor_not_found")

	challenge, options, kind := ceremony(b, again, p.ID)
	b.Want(sendProof(b, again, p.ID, challenge, factor.CeremonyCreate, p.Signs(t, options)), 422, "webauthn_verification_failed")
	b.Want(sendProof(b, again, p.ID, challenge, kind, p.Signs(t, options)), 422, "mfa_factor_not_found")

	// A challenge cannot be answered in another session.
	challenge, options, kind = ceremony(b, again, p.ID)
	elsewhere := b.SignInAs(authtest.Marina)
	b.Want(sendProof(b, elsewhere, p.ID, challenge, kind, p.Signs(t, options)), 422, "mfa_factor_not_found")
	signed := p.Signs(t, options)
	b.Device(sendProof(b, again, p.ID, challenge, kind, signed))
	b.Want(sendProof(b, again, p.ID, challenge, kind, signed), 422, "mfa_factor_not_found")

	old := b.SignInAs(authtest.Marina)
	p.Key.Counter = 0
	b.Want(proves(b, old, p.ID, p), 422, "webauthn_verification_failed")
}

func TestWrongPasskeysLockTheSecondFactor(t *testing.T) {
	b := authtest.Setup(t)
	p := b.WithPasskey(b.SignUp(authtest.Marina))
	again := b.SignInAs(authtest.Marina)
	forged := *p
	forged.Options.UserNotVerified = true
	for range 5 {
		b.Want(proves(b, again, p.ID, &forged), 422, "webauthn_verification_failed")
	}
	b.Want(proves(b, again, p.ID, p), 429, "over_request_rate_limit")
}

func TestWhoLostThePasskeyUsesARecoveryCode(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	p := b.WithPasskey(d)
	whole := b.Device(b.EnterWith(p))
	codes, err := makeCodes(b, whole)
	if err != nil {
		t.Fatal(err)
	}
	again, lost := b.SignInAs(authtest.Marina), authtest.Enrolled{ID: p.ID}
	b.Want(b.MeetFactor(again, lost, "123456"), 422, "mfa_verification_failed")
	b.Device(b.MeetFactor(again, lost, codes[0]))

	// Recovery codes also work where the address has changed to one without passkeys.
	bare := authtest.SetupOn(t, b.Pool, func(c *core.Config) { c.SiteURL = "http://automacao.example" })
	bare.Device(bare.MeetFactor(bare.SignInAs(authtest.Marina), lost, codes[1]))
}

func TestAnOldSessionChangesNoFactor(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Clock.Advance(session.FreshFor + time.Second)
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "totp"}), 400, "reauthentication_needed")
	b.Want(b.Factor(d, "POST", "", map[string]any{"factor_type": "webauthn"}), 400, "reauthentication_needed")
	b.Want(b.Passkeys(d, "POST", "/registration/options", nil), 400, "reauthentication_needed")
	b.Want(b.Put(d, map[string]any{"current_password": "outra senha"}), 400, "current_password_invalid")
	b.Want(b.Passkeys(d, "POST", "/registration/options", nil), 400, "reauthentication_needed")
	b.Want(b.Put(d, map[string]any{"current_password": authtest.Password}), 200, "")
	pending := enrolPasskey(b, d, "Notebook")

	// An enrolment begun with a recent session cannot be finished later by somebody else.
	b.Clock.Advance(session.FreshFor + time.Second)
	d = b.Device(b.TryRefresh(d.RefreshToken))
	b.Want(b.Factor(d, "POST", "/"+pending+"/challenge", nil), 400, "reauthentication_needed")
	b.Want(b.Put(d, map[string]any{"current_password": authtest.Password}), 200, "")
	p := authtest.NewPasskeyDevice(d)
	d = b.Device(proves(b, d, pending, p))

	b.Clock.Advance(session.FreshFor + time.Second)
	b.Want(b.Factor(d, "DELETE", "/"+pending, nil), 400, "reauthentication_needed")
	b.Want(b.Passkeys(d, "DELETE", "/"+pending, nil), 400, "reauthentication_needed")
	d = b.Device(b.TryRefresh(d.RefreshToken))
	b.Want(b.Factor(d, "DELETE", "/"+pending, nil), 400, "reauthentication_needed")
	d = b.Device(proves(b, d, pending, p))
	b.Want(b.Factor(d, "DELETE", "/"+pending, nil), 200, "")
}

func TestThePresentPasswordIsGuessedAtASignInsPace(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	for range 10 {
		b.Want(b.Put(d, map[string]any{"current_password": "outra senha"}), 400, "current_password_invalid")
	}
	b.Want(b.Put(d, map[string]any{"current_password": authtest.Password}), 429, "over_request_rate_limit")
}
