package message

import (
	"errors"
	"strings"
	"testing"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
)

// FuzzPKCE checks that a stored challenge matches its own verifier and no similar one, and that
// plain is accepted only if configured.
func FuzzPKCE(f *testing.F) {
	const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	for _, seed := range [][2]string{{S256(verifier), "s256"}, {S256(verifier), "S256"}, {verifier, "plain"}, {"", ""}, {verifier, ""}, {"", "s256"}, {strings.Repeat("a", 129), "s256"}, {verifier + "\n", "plain"}, {verifier, "ſ256"}} {
		f.Add(seed[0], seed[1], true)
		f.Add(seed[0], seed[1], false)
	}
	f.Fuzz(func(t *testing.T, challenge, method string, plain bool) {
		s := New(&core.Server{Config: core.Config{PlainPKCE: plain}})
		kept, err := s.ReadChallenge(Challenge{challenge, method})
		if err != nil {
			if refusal, ok := errors.AsType[*fault.Error](err); !ok || refusal.Code != "validation_failed" || strings.Contains(refusal.Message, challenge) && challenge != "" && len(challenge) > 20 {
				t.Fatalf("%q by %q is refused by %v", challenge, method, err)
			}
			return
		}
		switch {
		case kept == (Challenge{}):
			if challenge != "" || method != "" {
				t.Fatalf("%q by %q is no challenge", challenge, method)
			}
		case !challengeShape.MatchString(challenge) || !strings.EqualFold(kept.CodeChallengeMethod, "s256"):
			t.Fatalf("%q by %q is kept as %+v", challenge, method, kept)
		case kept.CodeChallenge != challenge && (!plain || !Verifies(challenge, kept.CodeChallenge)):
			t.Fatalf("%q by %q is kept as %q", challenge, method, kept.CodeChallenge)
		case kept.CodeChallenge == challenge && Verifies(challenge, kept.CodeChallenge):
			t.Fatalf("%q answers itself", challenge)
		}
	})
}
