package auth

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"automacao/internal/edge/ratelimit"
)

// site is the server as a browser's device sees it.
var site = virtualwebauthn.RelyingParty{ID: "automacao.example", Name: "automacao.example", Origin: publicURL}

// passkeyDevice is a device that verifies its user, with one passkey.
type passkeyDevice struct {
	virtualwebauthn.Authenticator
	key   virtualwebauthn.Credential
	party virtualwebauthn.RelyingParty
	id    string
}

// newPasskey is a key of a device. The library omits leading zeros of a coordinate, in one key of
// 128, which no server accepts (RFC 9053, section 7.1.1).
func newPasskey() virtualwebauthn.Credential {
	const whole = 77 // bytes of a P-256 key in COSE
	for {
		if made := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(made.Key.AttestationData()) == whole {
			return made
		}
	}
}

func newPasskeyDevice(owner device) *passkeyDevice {
	id := owner.User.ID
	return &passkeyDevice{
		Authenticator: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: id[:]}),
		key:           newPasskey(), party: site,
	}
}

// creates answers a registration's options.
func (p *passkeyDevice) creates(t *testing.T, options any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := virtualwebauthn.ParseAttestationOptions(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(p.party, p.Authenticator, p.key, *asked))
}

// signs answers a sign-in's options and increases the counter.
func (p *passkeyDevice) signs(t *testing.T, options any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := virtualwebauthn.ParseAssertionOptions(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	p.key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(p.party, p.Authenticator, p.key, *asked))
}

func (b *bundle) passkeys(d device, method, path string, body any) reply {
	b.t.Helper()
	return b.do(request{method: method, path: "/passkeys" + path, bearer: d.AccessToken, body: body})
}

func (b *bundle) register(d device, p *passkeyDevice) reply {
	b.t.Helper()
	begun := b.passkeys(d, "POST", "/registration/options", map[string]any{})
	b.want(begun, 200, "")
	return b.passkeys(d, "POST", "/registration/verify", map[string]any{
		"challenge_id": begun.body["challenge_id"], "credential": p.creates(b.t, begun.body["options"])})
}

// withPasskey gives an account a passkey.
func (b *bundle) withPasskey(d device) *passkeyDevice {
	b.t.Helper()
	p := newPasskeyDevice(d)
	got := b.register(d, p)
	b.want(got, 200, "")
	p.id = got.body["id"].(string)
	return p
}

func (b *bundle) begunSignIn() reply {
	b.t.Helper()
	begun := b.post("/passkeys/authentication/options", map[string]any{})
	b.want(begun, 200, "")
	return begun
}

func (b *bundle) answerSignIn(begun reply, credential json.RawMessage) reply {
	b.t.Helper()
	return b.post("/passkeys/authentication/verify", map[string]any{"challenge_id": begun.body["challenge_id"], "credential": credential})
}

func (b *bundle) enterWith(p *passkeyDevice) reply {
	b.t.Helper()
	begun := b.begunSignIn()
	return b.answerSignIn(begun, p.signs(b.t, begun.body["options"]))
}

func generousFactors(c *Config) {
	c.Limits.FactorFailures = ratelimit.Rate{Max: 100, Per: time.Minute}
	c.Limits.FactorFailuresPerAccount = ratelimit.Rate{Max: 100, Per: time.Minute}
}
