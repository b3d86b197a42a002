package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

func TestASecretOfTheSmallestLengthIsAccepted(t *testing.T) {
	t.Parallel()
	for length, isAccepted := range map[int]bool{minSecretBytes: true, minSecretBytes - 1: false} {
		shared := strings.Repeat("s", length)
		key := fmt.Sprintf(`{"kty":"oct","k":%q}`, encode([]byte(shared)))
		for form, text := range map[string]string{"Secret": shared, "Key": key, "KeySet": `{"keys":[` + key + `]}`} {
			keys, err := FromSetting(text)
			if (err == nil) != isAccepted {
				t.Errorf("%s of %d bytes: %v", form, length, err)
			}
			if err != nil {
				continue
			}
			good := forge(t, map[string]any{"alg": "HS256", "typ": "JWT"}, userClaims(nil), []byte(shared))
			if _, err := keys.VerifyAt(good, now); err != nil {
				t.Errorf("%s: %v", form, err)
			}
		}
	}
}

func TestATokenOfTheLargestSizeIsAccepted(t *testing.T) {
	t.Parallel()
	keys, header := secretKeys(t), map[string]any{"alg": "HS256", "typ": "JWT"}
	sized := func(note int) string {
		return forge(t, header, userClaims(map[string]any{"note": strings.Repeat("x", note)}), []byte(secret))
	}
	note := sort.Search(maxTokenBytes, func(note int) bool { return len(sized(note)) > maxTokenBytes }) - 1
	if largest := sized(note); len(largest) != maxTokenBytes {
		t.Fatalf("the token has %d bytes", len(largest))
	} else if _, err := keys.VerifyAt(largest, now); err != nil {
		t.Errorf("a token of %d bytes: %v", len(largest), err)
	}
	if _, err := keys.VerifyAt(sized(note+1), now); !errors.Is(err, ErrMalformed) {
		t.Errorf("a larger token: %v, want ErrMalformed", err)
	}
}

// Only a key with a name is named by its tokens, and only one with a public half is announced.
func TestASharedSecretHasNoNameAndNoPublicAlgorithm(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t)
	signed, err := keys.Sign(jwt.MapClaims{"role": "anon", "exp": now.Add(Leeway).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	read, _, err := jwt.NewParser().ParseUnverified(signed, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	if name, isThere := read.Header["kid"]; isThere {
		t.Errorf("the token names the key %q", name)
	}
	if algorithm := keys.Algorithm(); algorithm != "" {
		t.Errorf("the shared secret announces %s", algorithm)
	}
	if algorithm := new(Keys).Algorithm(); algorithm != "" {
		t.Errorf("no key announces %s", algorithm)
	}
	if published := string(keys.Public()); strings.Contains(published, encode([]byte(secret))) || !json.Valid(keys.Public()) {
		t.Errorf("the published keys are %s", published)
	}
}
