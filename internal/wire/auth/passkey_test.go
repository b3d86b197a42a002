package auth

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAPasskeySignsInWithoutAPassword(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	elsewhere := b.signInAs(marina)
	p := b.withPasskey(d)
	if told := b.mails.last(t); told != (sentMail{kind: MailPasskeyAdded, to: marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	if err := b.checkSession(d); err != nil {
		t.Errorf("the session that registered it is %v", err)
	}
	b.want(b.me(elsewhere), 403, "session_not_found")

	in := b.device(b.enterWith(p))
	claims, err := b.keys.VerifyAt(in.AccessToken, b.clock.Now())
	if err != nil || !strings.Contains(string(claims.Raw), `"aal":"aal2","amr":[{"method":"mfa/webauthn"`) {
		t.Errorf("claims are %s", claims.Raw)
	}
	if err := b.checkSession(in); err != nil {
		t.Errorf("signed in by a passkey: %v", err)
	}
	if !b.halfway(b.signInAs(marina)) {
		t.Error("the password alone still opens the account")
	}
	if logged := scalar[int](b, `SELECT count(*) FROM auth.audit_log_entries WHERE action = 'login' AND payload ->> 'method' = 'mfa/webauthn'`); logged != 1 {
		t.Errorf("%d sign-ins are logged", logged)
	}
}

func TestAPasskeysAnswerIsRefused(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	p := b.withPasskey(d)
	other := b.withPasskey(b.signUp("carlos@b.co"))
	b.device(b.enterWith(p))

	for name, forge := range map[string]func(*passkeyDevice){
		"FromAnotherOrigin":  func(p *passkeyDevice) { p.party.Origin = "https://automacao.example.evil.example" },
		"FromAnotherPort":    func(p *passkeyDevice) { p.party.Origin = publicURL + ":8443" },
		"ForAnotherSite":     func(p *passkeyDevice) { p.party.ID = "evil.example" },
		"WithoutItsOwner":    func(p *passkeyDevice) { p.Options.UserNotVerified = true },
		"WithNobodyThere":    func(p *passkeyDevice) { p.Options.UserNotPresent = true },
		"SignedByAnother":    func(p *passkeyDevice) { p.key.Key = newPasskey().Key },
		"NeverRegistered":    func(p *passkeyDevice) { p.key = newPasskey() },
		"ForAnotherUser":     func(p *passkeyDevice) { p.Options.UserHandle = other.Options.UserHandle },
		"ForNobody":          func(p *passkeyDevice) { p.Options.UserHandle = nil },
		"ItsCounterGoesBack": func(p *passkeyDevice) { p.key.Counter = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			forged := *p
			forge(&forged)
			b := b.in(t)
			b.want(b.enterWith(&forged), 422, "webauthn_verification_failed")
		})
	}
	b.want(b.answerSignIn(b.begunSignIn(), json.RawMessage(`{"id":"x"}`)), 422, "webauthn_verification_failed")
	b.want(b.answerSignIn(b.begunSignIn(), nil), 422, "webauthn_verification_failed")
	b.device(b.enterWith(p))
}

func TestAPasskeysChallengeIsAnsweredOnce(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	p := b.withPasskey(d)
	begun := b.begunSignIn()
	signed := p.signs(t, begun.body["options"])
	b.device(b.answerSignIn(begun, signed))
	b.want(b.answerSignIn(begun, signed), 422, "webauthn_challenge_not_found")
	b.want(b.answerSignIn(b.begunSignIn(), signed), 422, "webauthn_verification_failed")

	late := b.begunSignIn()
	signed = p.signs(t, late.body["options"])
	b.clock.advance(challengeTTL + time.Second)
	b.want(b.answerSignIn(late, signed), 422, "webauthn_challenge_expired")

	// A registration's challenge belongs to the session that began it.
	d = b.device(b.enterWith(p))
	stranger := b.signUp("carlos@b.co")
	second := newPasskeyDevice(d)
	mine := b.passkeys(d, "POST", "/registration/options", nil)
	made := second.creates(t, mine.body["options"])
	finish := func(d device, credential json.RawMessage) reply {
		return b.passkeys(d, "POST", "/registration/verify", map[string]any{"challenge_id": mine.body["challenge_id"], "credential": credential})
	}
	b.want(finish(stranger, made), 422, "webauthn_challenge_not_found")
	b.want(b.answerSignIn(mine, made), 422, "webauthn_challenge_not_found")
	b.want(finish(d, made), 200, "")
	b.want(finish(d, made), 422, "webauthn_challenge_not_found")
}

func TestOneOfTwoParallelAnswersOpensASession(t *testing.T) {
	b := setup(t)
	p := b.withPasskey(b.signUp(marina))
	begun := b.begunSignIn()
	signed := p.signs(t, begun.body["options"])
	var both [2]reply
	var done sync.WaitGroup
	for i := range both {
		done.Go(func() { both[i] = b.answerSignIn(begun, signed) })
	}
	done.Wait()
	if both[0].status == both[1].status || both[0].status != 200 && both[1].status != 200 {
		t.Errorf("answered %d and %d", both[0].status, both[1].status)
	}
}

func TestAPasskeyCannotBeRegistered(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	for name, forge := range map[string]func(*passkeyDevice){
		"FromAnotherOrigin": func(p *passkeyDevice) { p.party.Origin = "https://evil.example" },
		"ForAnotherSite":    func(p *passkeyDevice) { p.party.ID = "evil.example" },
		"WithoutItsOwner":   func(p *passkeyDevice) { p.Options.UserNotVerified = true },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPasskeyDevice(d)
			forge(p)
			b := b.in(t)
			b.want(b.register(d, p), 422, "webauthn_verification_failed")
		})
	}
	p := b.withPasskey(d)
	thief := b.signInAs(marina)
	b.want(b.passkeys(thief, "POST", "/registration/options", nil), 401, "insufficient_aal")
	b.want(b.passkeys(thief, "GET", "", nil), 401, "insufficient_aal")

	stranger := b.signUp("carlos@b.co")
	copied := newPasskeyDevice(stranger)
	copied.key = p.key
	b.want(b.register(stranger, copied), 422, "webauthn_credential_exists")
	d = b.device(b.enterWith(p))
	for range factorsMax - 1 {
		b.withPasskey(d)
	}
	b.want(b.passkeys(d, "POST", "/registration/options", nil), 422, "too_many_enrolled_mfa_factors")
}

func TestPasskeysAreNamedListedAndRemovedByTheirOwner(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	p := b.withPasskey(d)
	stranger := b.signUp("carlos@b.co")
	b.want(b.passkeys(stranger, "PATCH", "/"+p.id, map[string]any{"friendly_name": "minha"}), 404, "webauthn_credential_not_found")
	b.want(b.passkeys(stranger, "DELETE", "/"+p.id, nil), 404, "webauthn_credential_not_found")
	b.want(b.passkeys(d, "PATCH", "/"+p.id, map[string]any{"friendly_name": strings.Repeat("á", 121)}), 400, "validation_failed")
	b.want(b.passkeys(d, "PATCH", "/"+p.id, map[string]any{"friendly_name": " Notebook "}), 200, "")
	second := b.withPasskey(d)
	b.want(b.passkeys(d, "PATCH", "/"+second.id, map[string]any{"friendly_name": "Notebook"}), 422, "mfa_factor_name_conflict")

	d = b.device(b.enterWith(p))
	var listed []struct {
		FriendlyName string     `json:"friendly_name"`
		LastUsedAt   *time.Time `json:"last_used_at"`
	}
	if err := json.Unmarshal(b.passkeys(d, "GET", "", nil).raw, &listed); err != nil || len(listed) != 2 {
		t.Fatalf("listed are %+v, %v", listed, err)
	}
	if first := listed[0]; first.FriendlyName != "Notebook" || first.LastUsedAt == nil || listed[1].LastUsedAt != nil {
		t.Errorf("listed are %+v", listed)
	}
	path := "/admin/users/" + d.User.ID.String() + "/passkeys"
	if got := b.admin("GET", path, nil); got.status != 200 || !strings.Contains(string(got.raw), "Notebook") {
		t.Errorf("the administration is told %s", got.raw)
	}
	b.want(b.admin("DELETE", path+"/"+second.id, nil), 204, "")
	b.want(b.passkeys(d, "DELETE", "/"+p.id, nil), 204, "")
	if told := b.mails.last(t); told != (sentMail{kind: MailFactorRemoved, to: marina}) {
		t.Errorf("its owner is told %+v", told)
	}
	b.want(b.enterWith(p), 422, "webauthn_verification_failed")
	b.device(b.tryPassword(marina, password, homeIP))
	if err := b.checkSession(b.signInAs(marina)); err != nil {
		t.Errorf("without the last passkey: %v", err)
	}
}

func TestWhoIsBlockedOrGoneHasNoPasskey(t *testing.T) {
	b := setup(t)
	d := b.signUp(marina)
	p := b.withPasskey(d)
	b.want(b.admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "24h"}), 200, "")
	b.want(b.enterWith(p), 400, "user_banned")
	b.want(b.admin("PUT", "/admin/users/"+d.User.ID.String(), map[string]any{"ban_duration": "none"}), 200, "")
	b.device(b.enterWith(p))
	b.want(b.admin("DELETE", "/admin/users/"+d.User.ID.String(), map[string]any{"should_soft_delete": true}), 200, "")
	b.want(b.enterWith(p), 422, "webauthn_verification_failed")
	if left := scalar[int](b, `SELECT count(*) FROM auth.passkeys`); left != 0 {
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
		if party := newRelyingParty(address); party != nil {
			got = party.Config.RPOrigins[0]
		}
		if got != want {
			t.Errorf("%s is %q, want %q", address, got, want)
		}
	}
	b := setup(t)
	asked := b.do(request{method: "POST", path: "/passkeys/authentication/options", header: http.Header{
		"Host": {"evil.example"}, "X-Forwarded-Host": {"evil.example"}, "Origin": {"https://evil.example"}}})
	if options := asked.body["options"].(map[string]any); options["rpId"] != site.ID || options["userVerification"] != "required" {
		t.Errorf("asked is %s", asked.raw)
	}
	bare := setupOn(t, b.pool, func(c *Config) { c.PublicURL = "http://automacao.example" })
	bare.want(bare.post("/passkeys/authentication/options", nil), 404, "passkey_disabled")
	bare.want(bare.factor(bare.signUp(marina), "POST", "", map[string]any{"factor_type": "webauthn"}), 422, "mfa_webauthn_enroll_not_enabled")
}
