package token

import (
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

// FuzzVerify checks that only tokens signed here are accepted: any other text is refused, and so is
// a signed token with one character changed.
func FuzzVerify(f *testing.F) {
	keys, err := FromSecret(secret)
	if err != nil {
		f.Fatal(err)
	}
	good, err := keys.Sign(jwt.MapClaims(userClaims(nil)))
	if err != nil {
		f.Fatal(err)
	}
	head, rest, _ := strings.Cut(good, ".")
	for _, seed := range []string{
		good, "", "..", "a.b.c", "eyJhbGciOiJub25lIn0." + rest, "eyJhbGciOiJub25lIn0." + strings.Split(rest, ".")[0] + ".", head + "..", good + "=", good + ".x",
		strings.ToUpper(good), " " + good, good + "\n", "eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uL2Rldi9udWxsIn0." + rest, strings.Repeat("a.", 3), "Bearer " + good,
	} {
		f.Add(seed, 0)
		f.Add(seed, len(seed)/2)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		if claims, err := keys.VerifyAt(text, now); err == nil && text != good {
			t.Fatalf("%q is believed: %+v", text, claims)
		}
		if at < 0 || at >= len(good) || text == "" {
			return
		}
		if changed := good[:at] + text[:1] + good[at+1:]; changed != good {
			if claims, err := keys.VerifyAt(changed, now); err == nil {
				t.Fatalf("%q is believed: %+v", changed, claims)
			}
		}
	})
}
