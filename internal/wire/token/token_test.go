package token

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"maps"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const (
	secret    = "a secret of at least thirty-two bytes"
	issuer    = "https://automacao.example/auth/v1"
	userID    = "018f0000-0000-7000-8000-000000000001"
	sessionID = "018f0000-0000-7000-8000-0000000000aa"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func userClaims(changes map[string]any) map[string]any {
	claims := map[string]any{
		"iss": issuer, "aud": "authenticated", "sub": userID, "role": "authenticated", "session_id": sessionID,
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
	}
	for name, value := range changes {
		if value == nil {
			delete(claims, name)
			continue
		}
		claims[name] = value
	}
	return claims
}

func segment(t *testing.T, document any) string {
	t.Helper()
	raw, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// forge assembles a token byte by byte, as no honest library would.
func forge(t *testing.T, header, claims map[string]any, key []byte) string {
	t.Helper()
	signed := segment(t, header) + "." + segment(t, claims)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed))
	return signed + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func secretKeys(t *testing.T) *Keys {
	t.Helper()
	keys, err := FromSecret(secret)
	if err != nil {
		t.Fatal(err)
	}
	return keys.WithIssuer(issuer)
}

func TestHonestTokens(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t)
	header := map[string]any{"alg": "HS256", "typ": "JWT"}
	for name, claims := range map[string]map[string]any{
		"User":         userClaims(nil),
		"AudienceList": userClaims(map[string]any{"aud": []string{"authenticated"}}),
		"Skewed":       userClaims(map[string]any{"iat": now.Add(29 * time.Second).Unix()}),
		"JustExpired":  userClaims(map[string]any{"exp": now.Add(-29 * time.Second).Unix()}),
		"AnonKey":      {"role": "anon", "iss": "supabase-demo", "exp": now.Add(time.Hour).Unix()},
		"ServiceKey":   {"role": "service_role", "exp": now.Add(time.Hour).Unix()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := keys.VerifyAt(forge(t, header, claims, []byte(secret)), now)
			if err != nil || got.Role != claims["role"] {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

func TestHostileTokens(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t)
	honest := map[string]any{"alg": "HS256", "typ": "JWT"}
	header := func(changes map[string]any) map[string]any {
		merged := maps.Clone(honest)
		maps.Copy(merged, changes)
		return merged
	}
	sign := func(head, claims map[string]any) string { return forge(t, head, claims, []byte(secret)) }
	good := sign(honest, userClaims(nil))
	parts := strings.Split(good, ".")
	evil := []byte("the attacker's own key, quite long too")
	for name, compact := range map[string]string{
		"Empty":            "",
		"Word":             "token",
		"TwoParts":         parts[0] + "." + parts[1],
		"FourParts":        good + "." + parts[2],
		"NoSignature":      parts[0] + "." + parts[1] + ".",
		"Truncated":        good[:len(good)-4],
		"Padded":           good + "=",
		"OtherPayload":     parts[0] + "." + segment(t, userClaims(map[string]any{"role": "service_role"})) + "." + parts[2],
		"ForeignKey":       forge(t, honest, userClaims(nil), evil),
		"AlgNone":          segment(t, header(map[string]any{"alg": "none"})) + "." + parts[1] + ".",
		"AlgNoneTitle":     segment(t, header(map[string]any{"alg": "None"})) + "." + parts[1] + ".",
		"AlgNoneMixed":     segment(t, header(map[string]any{"alg": "nOnE"})) + "." + parts[1] + ".",
		"AlgNoneSigned":    sign(header(map[string]any{"alg": "none"}), userClaims(nil)),
		"AlgHS512":         sign(header(map[string]any{"alg": "HS512"}), userClaims(nil)),
		"AlgRS256":         sign(header(map[string]any{"alg": "RS256"}), userClaims(nil)),
		"AlgNumber":        sign(header(map[string]any{"alg": 5}), userClaims(nil)),
		"AlgMissing":       sign(map[string]any{"typ": "JWT"}, userClaims(nil)),
		"OwnKeyInHeader":   forge(t, header(map[string]any{"jwk": map[string]any{"kty": "oct", "k": base64.RawURLEncoding.EncodeToString(evil)}}), userClaims(nil), evil),
		"KeyByAddress":     forge(t, header(map[string]any{"jku": "https://evil.example/jwks.json"}), userClaims(nil), evil),
		"KeyByCertificate": forge(t, header(map[string]any{"x5u": "https://evil.example/cert.pem"}), userClaims(nil), evil),
		"KeyByPath":        forge(t, header(map[string]any{"kid": "../../dev/null"}), userClaims(nil), nil),
		"Expired":          sign(honest, userClaims(map[string]any{"exp": now.Add(-31 * time.Second).Unix()})),
		"NoExpiry":         sign(honest, userClaims(map[string]any{"exp": nil})),
		"ExpiryText":       sign(honest, userClaims(map[string]any{"exp": "tomorrow"})),
		"NotYet":           sign(honest, userClaims(map[string]any{"nbf": now.Add(time.Minute).Unix()})),
		"NotYetText":       sign(honest, userClaims(map[string]any{"nbf": "yesterday"})),
		"FromTheFuture":    sign(honest, userClaims(map[string]any{"iat": now.Add(time.Minute).Unix()})),
		"IssuedText":       sign(honest, userClaims(map[string]any{"iat": []int{1}})),
		"AudienceMissing":  sign(honest, userClaims(map[string]any{"aud": nil})),
		"AudienceEmpty":    sign(honest, userClaims(map[string]any{"aud": ""})),
		"AudienceNone":     sign(honest, userClaims(map[string]any{"aud": []string{}})),
		"AudienceOther":    sign(honest, userClaims(map[string]any{"aud": []string{"authenticated", "elsewhere"}})),
		"AudienceNumber":   sign(honest, userClaims(map[string]any{"aud": 5})),
		"IssuerOther":      sign(honest, userClaims(map[string]any{"iss": "https://evil.example/auth/v1"})),
		"IssuerMissing":    sign(honest, userClaims(map[string]any{"iss": nil})),
		"NoSubject":        sign(honest, userClaims(map[string]any{"sub": nil})),
		"SubjectText":      sign(honest, userClaims(map[string]any{"sub": "admin"})),
		"IDToken":          sign(honest, userClaims(map[string]any{"session_id": nil, "nonce": "n"})),
		"IDTokenOfOurs":    sign(honest, map[string]any{"iss": issuer, "sub": userID, "aud": "an-app", "exp": now.Add(time.Hour).Unix()}),
		"KeyAsUser":        sign(honest, map[string]any{"role": "authenticated", "iss": "supabase-demo", "exp": now.Add(time.Hour).Unix()}),
		"PayloadList":      parts[0] + "." + segment(t, []int{1}) + "." + parts[2],
		"Megabyte":         sign(honest, userClaims(map[string]any{"user_metadata": strings.Repeat("a", 1<<20)})),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := keys.VerifyAt(compact, now); err == nil {
				t.Errorf("accepted as %s", got.Raw)
			}
		})
	}
}

func TestForeignTokens(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t).WithForeign()
	sign := func(changes map[string]any) string {
		return forge(t, map[string]any{"alg": "HS256"}, userClaims(changes), []byte(secret))
	}
	for name, c := range map[string]struct {
		changes map[string]any
		isGood  bool
	}{
		"OfNobody":            {map[string]any{"iss": nil, "session_id": nil, "aud": nil}, true},
		"OfAnAppsOwnServer":   {map[string]any{"iss": "https://app.example", "session_id": nil}, true},
		"OursOfASession":      {nil, true},
		"OursOfNoSession":     {map[string]any{"session_id": nil}, false},
		"OfASessionElsewhere": {map[string]any{"iss": "https://app.example"}, false},
		"OfAnEmptySession":    {map[string]any{"iss": nil, "session_id": ""}, false},
		"OfNoUser":            {map[string]any{"iss": nil, "session_id": nil, "sub": "admin"}, false},
		"ThatNeverEnds":       {map[string]any{"iss": nil, "session_id": nil, "exp": nil}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := keys.VerifyAt(sign(c.changes), now)
			if (err == nil) != c.isGood || c.isGood && got.Subject != userID {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	if _, err := keys.WithIssuer(issuer).VerifyAt(sign(map[string]any{"iss": nil, "session_id": nil}), now); err == nil {
		t.Error("sign-in believes tokens of others")
	}
}

func TestReasonsAreToldApart(t *testing.T) {
	t.Parallel()
	keys := secretKeys(t)
	header := map[string]any{"alg": "HS256"}
	for name, c := range map[string]struct {
		compact string
		want    error
	}{
		"Malformed": {"a.b", ErrMalformed},
		"Signature": {forge(t, header, userClaims(nil), []byte("another key")), ErrSignature},
		"Expired":   {forge(t, header, userClaims(map[string]any{"exp": 1}), []byte(secret)), ErrExpired},
		"NotYet":    {forge(t, header, userClaims(map[string]any{"nbf": now.Add(time.Hour).Unix()}), []byte(secret)), ErrNotYet},
		"Claims":    {forge(t, header, userClaims(map[string]any{"iss": "x"}), []byte(secret)), ErrBadClaims},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := keys.VerifyAt(c.compact, now); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

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
