package authtest

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/pquerna/otp/totp"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/core"
)

// Site is the server as a browser's device sees it.
var Site = virtualwebauthn.RelyingParty{ID: "automacao.example", Name: "automacao.example", Origin: PublicURL}

// PasskeyDevice is a device that verifies its user, with one passkey.
type PasskeyDevice struct {
	virtualwebauthn.Authenticator
	Key   virtualwebauthn.Credential
	Party virtualwebauthn.RelyingParty
	ID    string
}

// NewPasskey is a key of a device. The library omits leading zeros of a coordinate, in one key of
// 128, which no server accepts (RFC 9053, section 7.1.1).
func NewPasskey() virtualwebauthn.Credential {
	const whole = 77 // bytes of a P-256 key in COSE
	for {
		if made := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(made.Key.AttestationData()) == whole {
			return made
		}
	}
}

// NewPasskeyDevice returns a device of a user, with a new key.
func NewPasskeyDevice(owner Device) *PasskeyDevice {
	id := owner.User.ID
	return &PasskeyDevice{
		Authenticator: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: id[:]}),
		Key:           NewPasskey(), Party: Site,
	}
}

// Creates answers a registration's options.
func (p *PasskeyDevice) Creates(t *testing.T, options any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := virtualwebauthn.ParseAttestationOptions(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(p.Party, p.Authenticator, p.Key, *asked))
}

// Signs answers a sign-in's options and increases the counter.
func (p *PasskeyDevice) Signs(t *testing.T, options any) json.RawMessage {
	t.Helper()
	raw, err := json.Marshal(options)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := virtualwebauthn.ParseAssertionOptions(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	p.Key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(p.Party, p.Authenticator, p.Key, *asked))
}

// Passkeys sends a request under /passkeys.
func (b *Bundle) Passkeys(d Device, method, path string, body any) Reply {
	b.T.Helper()
	return b.Do(Request{Method: method, Path: "/passkeys" + path, Bearer: d.AccessToken, Body: body})
}

// Register registers a device's key.
func (b *Bundle) Register(d Device, p *PasskeyDevice) Reply {
	b.T.Helper()
	begun := b.Passkeys(d, "POST", "/registration/options", map[string]any{})
	b.Want(begun, 200, "")
	return b.Passkeys(d, "POST", "/registration/verify", map[string]any{
		"challenge_id": begun.Body["challenge_id"], "credential": p.Creates(b.T, begun.Body["options"])})
}

// WithPasskey gives an account a passkey.
func (b *Bundle) WithPasskey(d Device) *PasskeyDevice {
	b.T.Helper()
	p := NewPasskeyDevice(d)
	got := b.Register(d, p)
	b.Want(got, 200, "")
	p.ID = got.Body["id"].(string)
	return p
}

// BegunSignIn begins a sign-in with a passkey.
func (b *Bundle) BegunSignIn() Reply {
	b.T.Helper()
	begun := b.Post("/passkeys/authentication/options", map[string]any{})
	b.Want(begun, 200, "")
	return begun
}

// AnswerSignIn answers a begun sign-in.
func (b *Bundle) AnswerSignIn(begun Reply, credential json.RawMessage) Reply {
	b.T.Helper()
	return b.Post("/passkeys/authentication/verify", map[string]any{"challenge_id": begun.Body["challenge_id"], "credential": credential})
}

// EnterWith signs in with a passkey.
func (b *Bundle) EnterWith(p *PasskeyDevice) Reply {
	b.T.Helper()
	begun := b.BegunSignIn()
	return b.AnswerSignIn(begun, p.Signs(b.T, begun.Body["options"]))
}

// GenerousFactors raises the limits of wrong codes.
func GenerousFactors(c *core.Config) {
	c.Limits.FactorFailures = ratelimit.Rate{Max: 100, Per: time.Minute}
	c.Limits.FactorFailuresPerAccount = ratelimit.Rate{Max: 100, Per: time.Minute}
}

// Enrolled is an authenticator app that somebody has enrolled.
type Enrolled struct{ ID, Secret string }

// Factor sends a request under /factors.
func (b *Bundle) Factor(d Device, method, path string, body any) Reply {
	b.T.Helper()
	return b.Do(Request{Method: method, Path: "/factors" + path, Bearer: d.AccessToken, Body: body})
}

// EnrolFactor enrols an authenticator app.
func (b *Bundle) EnrolFactor(d Device, name string) Enrolled {
	b.T.Helper()
	got := b.Factor(d, "POST", "", map[string]any{"factor_type": "totp", "friendly_name": name})
	b.Want(got, 200, "")
	made := got.Body["totp"].(map[string]any)
	if !strings.HasPrefix(made["qr_code"].(string), "<svg ") || !strings.HasPrefix(made["uri"].(string), "otpauth://totp/") {
		b.T.Errorf("enrolment is %s", got.Raw)
	}
	return Enrolled{got.Body["id"].(string), made["secret"].(string)}
}

// Code is the app's present code.
func (b *Bundle) Code(e Enrolled) string {
	b.T.Helper()
	code, err := totp.GenerateCode(e.Secret, b.Clock.Now())
	if err != nil {
		b.T.Fatal(err)
	}
	return code
}

// ChallengeID begins a challenge and returns its id.
func (b *Bundle) ChallengeID(d Device, e Enrolled) any {
	b.T.Helper()
	got := b.Factor(d, "POST", "/"+e.ID+"/challenge", nil)
	b.Want(got, 200, "")
	return got.Body["id"]
}

// MeetFactor begins a challenge and answers it with a code.
func (b *Bundle) MeetFactor(d Device, e Enrolled, code string) Reply {
	b.T.Helper()
	return b.Factor(d, "POST", "/"+e.ID+"/verify", map[string]any{"challenge_id": b.ChallengeID(d, e), "code": code})
}

// Protect gives an account a verified factor and returns the session that proved it.
func (b *Bundle) Protect(d Device) (Device, Enrolled) {
	b.T.Helper()
	phone := b.EnrolFactor(d, "celular")
	return b.Device(b.MeetFactor(d, phone, b.Code(phone))), phone
}

// Mirror is a Sealer that does not encrypt.
type Mirror struct{}

func (Mirror) Seal(secret, owner string) string { return "k." + owner + "." + secret }

func (Mirror) Open(sealed, owner string) (string, error) {
	secret, ok := strings.CutPrefix(sealed, "k."+owner+".")
	if !ok {
		return "", errors.New("not its owner")
	}
	return secret, nil
}
