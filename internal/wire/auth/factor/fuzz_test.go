package factor

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
)

// FuzzPasskey checks that a device's response registers only a key that it contains, with a bounded
// name, and signs in only with the stored key of its user: a response that differs from what the
// device signed in anything relevant is refused.
func FuzzPasskey(f *testing.F) {
	party := newRelyingParty("https://automacao.example")
	s := &Server{Party: party}
	owner := passkeyOwner{id: uuid.MustParse("6f5d2a54-3f0e-4a53-9c13-9e7f6b9f3f10"), email: "marina@b.co"}
	site := virtualwebauthn.RelyingParty{ID: "automacao.example", Name: "automacao.example", Origin: "https://automacao.example"}
	device := virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: owner.id[:]})
	key := wholeKey()
	options, creates, err := s.creationOptions(owner)
	if err != nil {
		f.Fatal(err)
	}
	made := answerOf(f, options, func(raw string) (string, error) {
		asked, err := virtualwebauthn.ParseAttestationOptions(raw)
		if err != nil {
			return "", err
		}
		return virtualwebauthn.CreateAttestationResponse(site, device, key, *asked), nil
	})
	kept, err := s.readCreated(owner, *creates, made)
	if err != nil {
		f.Fatal(err)
	}
	owner.credentials = []webauthn.Credential{*kept}
	wanted, signs, err := party.BeginDiscoverableLogin()
	if err != nil {
		f.Fatal(err)
	}
	key.Counter++
	signed := answerOf(f, wanted, func(raw string) (string, error) {
		asked, err := virtualwebauthn.ParseAssertionOptions(raw)
		if err != nil {
			return "", err
		}
		return virtualwebauthn.CreateAssertionResponse(site, device, key, *asked), nil
	})
	// The ceremonies would expire during a long run.
	creates.Expires, signs.Expires = time.Time{}, time.Time{}
	for _, seed := range [][]byte{made, signed, []byte("{}"), []byte("null"), bytes.Replace(made, []byte("public-key"), []byte("password"), 1), []byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}`)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if new, err := s.readCreated(passkeyOwner{id: owner.id, email: "marina@b.co"}, *creates, raw); err == nil {
			if len(new.ID) == 0 || len(new.ID) > 1023 || len(new.PublicKey) == 0 || !new.Flags.UserVerified || !new.Flags.UserPresent {
				t.Fatalf("%s makes %+v", raw, new)
			}
		}
		parsed, err := protocol.ParseCredentialRequestResponseBytes(raw)
		if err != nil {
			return
		}
		find := func(_, handle []byte) (webauthn.User, error) {
			if !bytes.Equal(handle, owner.id[:]) {
				return nil, errPasskeyRefused
			}
			return owner, nil
		}
		_, used, err := party.ValidatePasskeyLogin(find, *signs, parsed)
		if err != nil {
			return
		}
		genuine, err := protocol.ParseCredentialRequestResponseBytes(signed)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(used.ID, kept.ID) || !bytes.Equal(parsed.Raw.AssertionResponse.AuthenticatorData, genuine.Raw.AssertionResponse.AuthenticatorData) || !bytes.Equal(parsed.Raw.AssertionResponse.ClientDataJSON, genuine.Raw.AssertionResponse.ClientDataJSON) {
			t.Fatalf("%s signs in", raw)
		}
	})
}

// wholeKey is a key whose coordinates have no leading zero, which the library would omit.
func wholeKey() virtualwebauthn.Credential {
	const whole = 77 // bytes of a P-256 key in COSE
	for {
		if made := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(made.Key.AttestationData()) == whole {
			return made
		}
	}
}

func answerOf(f *testing.F, options any, with func(string) (string, error)) []byte {
	f.Helper()
	raw, err := json.Marshal(options)
	if err != nil {
		f.Fatal(err)
	}
	said, err := with(string(raw))
	if err != nil {
		f.Fatal(err)
	}
	return []byte(said)
}

// These are for the tests.
const CeremonyCreate = ceremonyCreate
const ChallengeAttemptsMax = challengeAttemptsMax
const ChallengeTTL = challengeTTL
const FactorsMax = factorsMax
const RecoveryCodes = recoveryCodes

var NewRelyingParty = newRelyingParty
