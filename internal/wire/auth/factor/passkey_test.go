package factor_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
)

func TestAPasskeySignsInWithoutAPassword(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	elsewhere := b.SignInAs(authtest.Marina)
	p := b.WithPasskey(d)
	if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailPasskeyAdded, To: authtest.Marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	if err := b.CheckSession(d); err != nil {
		t.Errorf("the session that registered it is %v", err)
	}
	b.Want(b.Me(elsewhere), 403, "session_not_found")

	in := b.Device(b.EnterWith(p))
	claims, err := b.Keys.VerifyAt(in.AccessToken, b.Clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"aal":"aal2","amr":[{"method":"mfa/webauthn"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	if err := b.CheckSession(in); err != nil {
		t.Errorf("signed in by a passkey: %v", err)
	}
	if !halfway(b, b.SignInAs(authtest.Marina)) {
		t.Error("the password alone still opens the account")
	}
	if logged := authtest.Scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'login' AND payload ->> 'method' = 'mfa/webauthn'`); logged != 1 {
		t.Errorf("%d sign-ins are logged", logged)
	}
}

func TestAPasskeysAnswerIsRefused(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	p := b.WithPasskey(d)
	other := b.WithPasskey(b.SignUp("carlos@b.co"))
	b.Device(b.EnterWith(p))

	for name, forge := range map[string]func(*authtest.PasskeyDevice){
		"FromAnotherOrigin":  func(p *authtest.PasskeyDevice) { p.Party.Origin = "https://automacao.example.evil.example" },
		"FromAnotherPort":    func(p *authtest.PasskeyDevice) { p.Party.Origin = authtest.PublicURL + ":8443" },
		"ForAnotherSite":     func(p *authtest.PasskeyDevice) { p.Party.ID = "evil.example" },
		"WithoutItsOwner":    func(p *authtest.PasskeyDevice) { p.Options.UserNotVerified = true },
		"WithNobodyThere":    func(p *authtest.PasskeyDevice) { p.Options.UserNotPresent = true },
		"SignedByAnother":    func(p *authtest.PasskeyDevice) { p.Key.Key = authtest.NewPasskey().Key },
		"NeverRegistered":    func(p *authtest.PasskeyDevice) { p.Key = authtest.NewPasskey() },
		"ForAnotherUser":     func(p *authtest.PasskeyDevice) { p.Options.UserHandle = other.Options.UserHandle },
		"ForNobody":          func(p *authtest.PasskeyDevice) { p.Options.UserHandle = nil },
		"ItsCounterGoesBack": func(p *authtest.PasskeyDevice) { p.Key.Counter = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			forged := *p
			forge(&forged)
			b := b.In(t)
			b.Want(b.EnterWith(&forged), 422, "webauthn_verification_failed")
		})
	}
	b.Want(b.AnswerSignIn(b.BegunSignIn(), json.RawMessage(`{"id":"x"}`)), 422, "webauthn_verification_failed")
	b.Want(b.AnswerSignIn(b.BegunSignIn(), nil), 422, "webauthn_verification_failed")
	b.Device(b.EnterWith(p))
}

func TestAPasskeysChallengeIsAnsweredOnce(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	p := b.WithPasskey(d)
	begun := b.BegunSignIn()
	signed := p.Signs(t, begun.Body["options"])
	b.Device(b.AnswerSignIn(begun, signed))
	b.Want(b.AnswerSignIn(begun, signed), 422, "webauthn_challenge_not_found")
	b.Want(b.AnswerSignIn(b.BegunSignIn(), signed), 422, "webauthn_verification_failed")

	late := b.BegunSignIn()
	signed = p.Signs(t, late.Body["options"])
	b.Clock.Advance(factor.ChallengeTTL + time.Second)
	b.Want(b.AnswerSignIn(late, signed), 422, "webauthn_challenge_expired")

	// A registration's challenge belongs to the session that began it.
	d = b.Device(b.EnterWith(p))
	stranger := b.SignUp("carlos@b.co")
	second := authtest.NewPasskeyDevice(d)
	mine := b.Passkeys(d, "POST", "/registration/options", nil)
	made := second.Creates(t, mine.Body["options"])
	finish := func(d authtest.Device, credential json.RawMessage) authtest.Reply {
		return b.Passkeys(d, "POST", "/registration/verify", map[string]any{"challenge_id": mine.Body["challenge_id"], "credential": credential})
	}
	b.Want(finish(stranger, made), 422, "webauthn_challenge_not_found")
	b.Want(b.AnswerSignIn(mine, made), 422, "webauthn_challenge_not_found")
	b.Want(finish(d, made), 200, "")
	b.Want(finish(d, made), 422, "webauthn_challenge_not_found")
}

func TestOneOfTwoParallelAnswersOpensASession(t *testing.T) {
	b := authtest.Setup(t)
	p := b.WithPasskey(b.SignUp(authtest.Marina))
	begun := b.BegunSignIn()
	signed := p.Signs(t, begun.Body["options"])
	var both [2]authtest.Reply
	var done sync.WaitGroup
	for i := range both {
		done.Go(func() { both[i] = b.AnswerSignIn(begun, signed) })
	}
	done.Wait()
	if both[0].Status == both[1].Status || both[0].Status != 200 && both[1].Status != 200 {
		t.Errorf("answered %d and %d", both[0].Status, both[1].Status)
	}
}

func TestAPasskeyCannotBeRegistered(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	for name, forge := range map[string]func(*authtest.PasskeyDevice){
		"FromAnotherOrigin": func(p *authtest.PasskeyDevice) { p.Party.Origin = "https://evil.example" },
		"ForAnotherSite":    func(p *authtest.PasskeyDevice) { p.Party.ID = "evil.example" },
		"WithoutItsOwner":   func(p *authtest.PasskeyDevice) { p.Options.UserNotVerified = true },
	} {
		t.Run(name, func(t *testing.T) {
			p := authtest.NewPasskeyDevice(d)
			forge(p)
			b := b.In(t)
			b.Want(b.Register(d, p), 422, "webauthn_verification_failed")
		})
	}
	p := b.WithPasskey(d)
	thief := b.SignInAs(authtest.Marina)
	b.Want(b.Passkeys(thief, "POST", "/registration/options", nil), 401, "insufficient_aal")
	b.Want(b.Passkeys(thief, "GET", "", nil), 401, "insufficient_aal")

	stranger := b.SignUp("carlos@b.co")
	copied := authtest.NewPasskeyDevice(stranger)
	copied.Key = p.Key
	b.Want(b.Register(stranger, copied), 422, "webauthn_credential_exists")
	d = b.Device(b.EnterWith(p))
	for range factor.FactorsMax - 1 {
		b.WithPasskey(d)
	}
	b.Want(b.Passkeys(d, "POST", "/registration/options", nil), 422, "too_many_enrolled_mfa_factors")
}

func TestPasskeysAreNamedListedAndRemovedByTheirOwner(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	p := b.WithPasskey(d)
	stranger := b.SignUp("carlos@b.co")
	b.Want(b.Passkeys(stranger, "PATCH", "/"+p.ID, map[string]any{"friendly_name": "minha"}), 404, "webauthn_credential_not_found")
	b.Want(b.Passkeys(stranger, "DELETE", "/"+p.ID, nil), 404, "webauthn_credential_not_found")
	b.Want(b.Passkeys(d, "PATCH", "/"+p.ID, map[string]any{"friendly_name": strings.Repeat("á", 121)}), 400, "validation_failed")
	b.Want(b.Passkeys(d, "PATCH", "/"+p.ID, map[string]any{"friendly_name": " Notebook "}), 200, "")
	second := b.WithPasskey(d)
	b.Want(b.Passkeys(d, "PATCH", "/"+second.ID, map[string]any{"friendly_name": "Notebook"}), 422, "mfa_factor_name_conflict")

	d = b.Device(b.EnterWith(p))
	var listed []struct {
		FriendlyName string     `json:"friendly_name"`
		LastUsedAt   *time.Time `json:"last_used_at"`
	}
	if err := json.Unmarshal(b.Passkeys(d, "GET", "", nil).Raw, &listed); err != nil || len(listed) != 2 {
		t.Fatalf("listed are %+v, %v", listed, err)
	}
	if first := listed[0]; first.FriendlyName != "Notebook" || first.LastUsedAt == nil || listed[1].LastUsedAt != nil {
		t.Errorf("listed are %+v", listed)
	}
	path := "/admin/users/" + d.User.ID.String() + "/passkeys"
	if got := b.Admin("GET", path, nil); got.Status != 200 || !strings.Contains(string(got.Raw), "Notebook") {
		t.Errorf("the administration is told %s", got.Raw)
	}
	b.Want(b.Admin("DELETE", path+"/"+second.ID, nil), 204, "")
	b.Want(b.Passkeys(d, "DELETE", "/"+p.ID, nil), 204, "")
	if told := b.Mails.Last(t); told != (authtest.SentMail{Kind: core.MailFactorRemoved, To: authtest.Marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	b.Want(b.EnterWith(p), 422, "webauthn_verification_failed")
	b.Device(b.TryPassword(authtest.Marina, authtest.Password, authtest.HomeIP))
	if err := b.CheckSession(b.SignInAs(authtest.Marina)); err != nil {
		t.Errorf("without the last passkey: %v", err)
	}
}

func TestWhoIsBlockedOrGoneHasNoPasskey(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	p := b.WithPasskey(d)
	b.Want(b.Admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "24h"}), 200, "")
	b.Want(b.EnterWith(p), 400, "user_banned")
	b.Want(b.Admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "none"}), 200, "")
	b.Device(b.EnterWith(p))
	b.Want(b.Admin("DELETE", "/admin/users/"+d.User.ID.String(), map[string]any{"should_soft_delete": true}), 200, "")
	b.Want(b.EnterWith(p), 422, "webauthn_verification_failed")
	if left := authtest.Scalar[int](b, `SELECT count(*) FROM auth.passkeys`); left != 0 {
		t.Errorf("%d passkeys outlive their owner", left)
	}
}

func TestPasskeysAreForTheSitesOwnAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://automacao.example": "https://automacao.example",
		"http://127.0.0.1:18101":    "http://localhost:18101",
		"http://[::]:8080":          "http://localhost:8080",
		"http://localhost:5173":     "http://localhost:5173",
		"http://automacao.example":  "",
		"https://192.0.2.7":         "",
	} {
		got := ""
		if party := factor.NewRelyingParty(address); party != nil {
			got = party.Config.RPOrigins[0]
		}
		if got != want {
			t.Errorf("%s is %q, want %q", address, got, want)
		}
	}
	b := authtest.Setup(t)
	asked := b.Do(authtest.Request{Method: "POST", Path: "/passkeys/authentication/options", Header: http.Header{
		"Host": {"evil.example"}, "X-Forwarded-Host": {"evil.example"}, "Origin": {"https://evil.example"}}})
	if options := asked.Body["options"].(map[string]any); options["rpId"] != authtest.Site.ID || options["userVerification"] != "required" {
		t.Errorf("asked is %s", asked.Raw)
	}
	bare := authtest.SetupOn(t, b.Pool, func(c *core.Config) { c.PublicURL = "http://automacao.example" })
	bare.Want(bare.Post("/passkeys/authentication/options", nil), 404, "passkey_disabled")
	bare.Want(bare.Factor(bare.SignUp(authtest.Marina), "POST", "", map[string]any{"factor_type": "webauthn"}), 422, "mfa_webauthn_enroll_not_enabled")
}
