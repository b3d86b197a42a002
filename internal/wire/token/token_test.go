package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
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

// FuzzVerify checks that only tokens signed here are accepted: any other text is refused, and so is
// a signed token with one character changed.
func FuzzVerify(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("001..", 185)
	f.Add("eyJ0X0000CI6Ii00X000X000X000X000In0.0.", 84)
	f.Add("eyJ00000000iOiI008000CJ9..", 50)
	f.Add("eyB9..", 34)
	f.Add("eyJ0000iOiJ0In0..", 256)
	f.Add("\xb6\xb6..", 85)
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
