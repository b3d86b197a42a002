package token

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

func rsaDocument(t *testing.T, private *rsa.PrivateKey) []byte {
	t.Helper()
	document, err := json.Marshal(map[string]any{"keys": []jwk{{
		Type: "RSA", ID: "rsa-1", N: encode(private.N.Bytes()), E: encode(big.NewInt(int64(private.E)).Bytes()),
		D: encode(private.D.Bytes()), P: encode(private.Primes[0].Bytes()), Q: encode(private.Primes[1].Bytes()),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func ecDocument(t *testing.T, private *ecdsa.PrivateKey) []byte {
	t.Helper()
	document, err := json.Marshal(map[string]any{"keys": []jwk{{
		Type: "EC", ID: "ec-1", Curve: "P-256", X: encode(private.X.FillBytes(make([]byte, 32))),
		Y: encode(private.Y.FillBytes(make([]byte, 32))), D: encode(private.D.FillBytes(make([]byte, 32))),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func TestAsymmetricKeySets(t *testing.T) {
	t.Parallel()
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ecKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for algorithm, c := range map[string]struct {
		document []byte
		public   crypto.PublicKey
		kid      string
	}{
		"RS256": {rsaDocument(t, rsaKey), &rsaKey.PublicKey, "rsa-1"},
		"ES256": {ecDocument(t, ecKey), &ecKey.PublicKey, "ec-1"},
	} {
		t.Run(algorithm, func(t *testing.T) {
			t.Parallel()
			keys, err := FromJWKS(c.document)
			if err != nil {
				t.Fatal(err)
			}
			keys = keys.WithIssuer(issuer)
			compact, err := keys.Sign(jwt.MapClaims(userClaims(nil)))
			if err != nil {
				t.Fatal(err)
			}
			published, err := FromJWKS(keys.Public())
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(keys.Public()), `"d"`) {
				t.Error("a private part is published")
			}
			for _, verifier := range []*Keys{keys, published.WithIssuer(issuer)} {
				if got, err := verifier.VerifyAt(compact, now); err != nil || got.Subject != userID {
					t.Errorf("got %+v, %v", got, err)
				}
			}
			if _, err := published.Sign(jwt.MapClaims{}); err == nil {
				t.Error("a public key signs")
			}
			confuse(t, keys, c.public, algorithm, c.kid)
		})
	}
}

// confuse signs HS256 with the public key, in each of its encodings.
func confuse(t *testing.T, keys *Keys, public crypto.PublicKey, algorithm, kid string) {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	written := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	for _, known := range [][]byte{der, written, keys.Public()} {
		for _, alg := range []string{"HS256", algorithm} {
			compact := forge(t, map[string]any{"alg": alg, "kid": kid}, userClaims(nil), known)
			if _, err := keys.VerifyAt(compact, now); err == nil {
				t.Errorf("%s signed with the public key is accepted", alg)
			}
		}
	}
	other, err := FromSecret(secret)
	if err != nil {
		t.Fatal(err)
	}
	compact, err := keys.Sign(jwt.MapClaims(userClaims(nil)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.VerifyAt(compact, now); err == nil {
		t.Error("a server without the key accepts its tokens")
	}
	rotated := other.WithVerifier(keys).WithIssuer(issuer)
	if _, err := rotated.VerifyAt(compact, now); err != nil {
		t.Errorf("a rotated key ends its sessions: %v", err)
	}
}

func TestKeyNamesMustAgree(t *testing.T) {
	t.Parallel()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := FromJWKS(ecDocument(t, private))
	if err != nil {
		t.Fatal(err)
	}
	unsigned := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims(userClaims(nil)))
	unsigned.Header["kid"] = "ec-2"
	compact, err := unsigned.SignedString(private)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := keys.VerifyAt(compact, now); !errors.Is(err, ErrSignature) {
		t.Errorf("a token of a key by another name gives %v", err)
	}
}

func TestUnusableKeySets(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"NotJSON":     `keys`,
		"Empty":       `{"keys":[]}`,
		"ShortSecret": `{"keys":[{"kty":"oct","k":"c2hvcnQ"}]}`,
		"Unknown":     `{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}`,
		"OtherCurve":  `{"keys":[{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}]}`,
		"OffCurve":    `{"keys":[{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ"}]}`,
		"NoModulus":   `{"keys":[{"kty":"RSA","e":"AQAB"}]}`,
		"BadPrivate":  `{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","d":"AQ","p":"AQ","q":"AQ"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := FromJWKS([]byte(document)); err == nil {
				t.Error("accepted")
			}
		})
	}
	if _, err := FromSecret("short"); err == nil {
		t.Error("a short secret is accepted")
	}
}

func TestDerivedKeysFollowFromTheSigningKeyAndThePurpose(t *testing.T) {
	t.Parallel()
	derive := func(secret, purpose string) string {
		keys, err := FromSecret(secret)
		if err != nil {
			t.Fatal(err)
		}
		key, err := keys.Derive(purpose)
		if err != nil || len(key) != 32 {
			t.Fatalf("got %d bytes, %v", len(key), err)
		}
		return string(key)
	}
	first := derive(secret, "bars")
	if derive(secret, "bars") != first {
		t.Error("the second time it is another key")
	}
	if derive(secret, "visitors") == first || derive(secret+"!", "bars") == first {
		t.Error("another purpose or secret has the same key")
	}
	if _, err := (&Keys{}).Derive("bars"); err == nil {
		t.Error("nothing to derive from, and yet a key")
	}
}
