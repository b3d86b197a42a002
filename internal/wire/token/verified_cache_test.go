package token

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// A cached token stays valid only as long as it says, for the same keys and issuer, and unchanged.
func TestARememberedTokenIsNoBetter(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t)
	for fact, changes := range map[string]map[string]any{"Issued": nil, "NotBefore": {"iat": nil, "nbf": now.Unix()}} {
		good := forge(t, map[string]any{"alg": "HS256", "typ": "JWT"}, userClaims(changes), []byte(secret))
		for range 2 {
			if claims, err := keys.VerifyAt(good, now); err != nil || claims.Subject != userID {
				t.Fatalf("%s: %+v, %v", fact, claims, err)
			}
		}
		for _, step := range []struct {
			at   time.Time
			want error
		}{
			{now.Add(time.Hour + Leeway - time.Second), nil}, {now.Add(time.Hour + Leeway), ErrExpired},
			{now.Add(-Leeway), nil}, {now.Add(-Leeway - time.Second), ErrNotYet},
		} {
			if _, err := keys.VerifyAt(good, step.at); !errors.Is(err, step.want) {
				t.Errorf("%s: at %s: %v, want %v", fact, step.at, err, step.want)
			}
		}
		if _, err := keys.WithIssuer("https://elsewhere.example").VerifyAt(good, now); !errors.Is(err, ErrBadClaims) {
			t.Errorf("%s: another issuer: %v", fact, err)
		}
		if _, err := keys.VerifyAt(otherSignature(good), now); !errors.Is(err, ErrSignature) {
			t.Errorf("%s: changed: %v", fact, err)
		}
	}
}

// A key that stops verifying also invalidates its cached tokens.
func TestARetiredKeyTakesItsTokensAlong(t *testing.T) {
	t.Parallel()
	retires := now.Add(time.Minute)
	keys, err := FromSecrets(strings.Repeat("n", minSecretBytes), Retired{Secret: secret, Until: retires})
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for name, signer := range map[string]string{"Retired": secret, "Current": strings.Repeat("n", minSecretBytes)} {
		of[name] = forge(t, map[string]any{"alg": "HS256", "typ": "JWT"}, userClaims(nil), []byte(signer))
		if _, err := keys.VerifyAt(of[name], now); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if _, err := keys.VerifyAt(of["Retired"], retires); !errors.Is(err, ErrSignature) {
		t.Errorf("a token of the retired key: %v", err)
	}
	if _, err := keys.VerifyAt(of["Current"], retires); err != nil {
		t.Errorf("a token of the current key: %v", err)
	}
}

// otherSignature is a token whose signature begins with another letter.
func otherSignature(compact string) string {
	at := strings.LastIndex(compact, ".") + 1
	letter := "A"
	if compact[at:at+1] == letter {
		letter = "B"
	}
	return compact[:at] + letter + compact[at+1:]
}

func TestOnlyGoodTokensAreRemembered(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t)
	header := map[string]any{"alg": "HS256", "typ": "JWT"}
	for range 3 {
		_, _ = keys.VerifyAt(forge(t, header, userClaims(nil), []byte("another secret of thirty-two bytes")), now)
		_, _ = keys.VerifyAt(forge(t, header, userClaims(map[string]any{"note": strings.Repeat("x", rememberedBytesMax)}), []byte(secret)), now)
	}
	if keys.verified.tokens != nil {
		t.Errorf("%d tokens are remembered, want none", keys.verified.tokens.Len())
	}
}
