// Package token signs and verifies the JSON Web Tokens of every wire protocol (RFC 7519). It owns
// the keys and the list of accepted algorithms; it knows nothing of users, tables or sessions.
package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
)

// Leeway is the accepted clock skew of exp, nbf and iat.
const Leeway = 30 * time.Second

// maxTokenBytes bounds the tokens that are parsed.
const maxTokenBytes = 16 << 10

// These are the reasons for refusing a token. Compare them with errors.Is.
var (
	ErrMalformed  = errors.New("token is malformed")
	ErrSignature  = errors.New("token signature is invalid")
	ErrExpired    = errors.New("token is expired")
	ErrNotYet     = errors.New("token is not yet valid")
	ErrBadClaims  = errors.New("token claims are invalid")
	errNoSigner   = errors.New("key set holds no private key")
	errUnknownKey = errors.New("no key for this token")

	// ErrNoKey is an ErrSignature of a token for which there is no key. ErrUnsigned is one of a
	// token with the algorithm none.
	ErrNoKey    = fmt.Errorf("%w: %w", ErrSignature, errUnknownKey)
	ErrUnsigned = fmt.Errorf("%w: it is unsigned", ErrSignature)
	// ErrFuture is an ErrNotYet of a token whose iat is in the future.
	ErrFuture = fmt.Errorf("%w: it is issued in the future", ErrNotYet)
)

// ClaimError is an ErrBadClaims about a claim of the wrong type.
type ClaimError struct{ Name string }

func (e ClaimError) Error() string { return "the claim " + e.Name + " has the wrong type" }

// Unwrap makes it an ErrBadClaims.
func (e ClaimError) Unwrap() error { return ErrBadClaims }

// Claims is a verified payload. Raw is exactly what was signed.
type Claims struct {
	Raw       json.RawMessage
	Role      string
	Subject   string
	SessionID string
	ExpiresAt time.Time
}

// UserID returns the subject as a user id; false for tokens without a user.
func (c Claims) UserID() (uuid.UUID, bool) {
	id, err := uuid.Parse(c.Subject)
	return id, err == nil
}

// Caller returns the claims as the caller of a request.
func (c Claims) Caller() caller.Caller {
	user, _ := uuid.Parse(c.Subject)
	session, _ := uuid.Parse(c.SessionID)
	return caller.Caller{Role: c.Role, UserID: user, SessionID: session, Claims: c.Raw}
}

// Caller verifies a token and returns its caller.
func (k *Keys) Caller(compact string) (caller.Caller, error) {
	claims, err := k.Verify(compact)
	return claims.Caller(), err
}

// Sign returns a compact token over claims, a map or a struct of JSON claims.
func (k *Keys) Sign(claims jwt.Claims) (string, error) {
	if k.signer == nil {
		return "", errNoSigner
	}
	unsigned := jwt.NewWithClaims(k.signer.method, claims)
	if k.signer.id != "" {
		unsigned.Header["kid"] = k.signer.id
	}
	return unsigned.SignedString(k.signer.private)
}

// Verify checks form, signature, algorithm and times of a compact token and returns its claims.
// Errors wrap one of the Err values of this package.
func (k *Keys) Verify(compact string) (Claims, error) {
	return k.VerifyAt(compact, time.Now())
}

// VerifyAt is Verify with the clock passed in.
func (k *Keys) VerifyAt(compact string, now time.Time) (Claims, error) {
	if claims, ok := k.verified.find(compact, now); ok {
		return claims, nil
	}
	claims, payload, err := k.verify(compact, now)
	if err == nil {
		k.verified.keep(compact, claims, payload, k.changes(now))
	}
	return claims, err
}

func (k *Keys) verify(compact string, now time.Time) (Claims, jwt.MapClaims, error) {
	// A token has only one valid text: the decoder would skip line breaks.
	if len(compact) > maxTokenBytes || strings.Count(compact, ".") != 2 || strings.ContainsAny(compact, "\r\n") {
		return Claims{}, nil, ErrMalformed
	}
	parser := jwt.NewParser(
		jwt.WithValidMethods(k.methods()),
		jwt.WithLeeway(Leeway),
		jwt.WithIssuedAt(),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(func() time.Time { return now }),
		jwt.WithStrictDecoding(),
	)
	payload := jwt.MapClaims{}
	find := func(unverified *jwt.Token) (any, error) { return k.find(unverified, now) }
	if parsed, err := parser.ParseWithClaims(compact, payload, find); err != nil {
		return Claims{}, nil, reason(err, parsed, payload)
	}
	if !isAudience(payload["aud"]) {
		return Claims{}, nil, ClaimError{"aud"}
	}
	claims, err := readClaims(compact, payload)
	if err == nil && k.issuer != "" && claims.Role == userRole {
		err = k.checkUser(claims, payload)
	}
	if err == nil && k.issuer != "" && payload["iss"] == k.issuer {
		err = checkAudience(payload)
	}
	return claims, payload, err
}

// isAudience reports whether value is a text, a list of texts (RFC 7519 §4.1.3), or absent.
func isAudience(value any) bool {
	switch v := value.(type) {
	case nil, string:
		return true
	case []any:
		return !slices.ContainsFunc(v, func(one any) bool { _, isText := one.(string); return !isText })
	default:
		return false
	}
}

// userRole is both the role and the audience of a user's token.
const userRole = "authenticated"

func (k *Keys) checkUser(claims Claims, payload jwt.MapClaims) error {
	_, badUser := uuid.Parse(claims.Subject)
	_, badSession := uuid.Parse(claims.SessionID)
	_, namesSession := payload["session_id"]
	switch isOurs := payload["iss"] == k.issuer; {
	case !isOurs && k.foreign && !namesSession:
		badSession = nil
	case !isOurs:
		return fmt.Errorf("%w: not issued here for a user", ErrBadClaims)
	}
	if err := errors.Join(badUser, badSession); err != nil {
		return fmt.Errorf("%w: %w", ErrBadClaims, err)
	}
	return nil
}

// checkAudience refuses tokens issued here for another audience, such as an ID token for an app,
// which identifies a user but gives no access.
func checkAudience(payload jwt.MapClaims) error {
	audience, err := payload.GetAudience()
	if err != nil || !slices.Equal(audience, jwt.ClaimStrings{userRole}) {
		return fmt.Errorf("%w: issued for another audience", ErrBadClaims)
	}
	return nil
}

func readClaims(compact string, payload jwt.MapClaims) (Claims, error) {
	raw, err := jwt.NewParser().DecodeSegment(strings.Split(compact, ".")[1])
	if err != nil {
		return Claims{}, ErrMalformed
	}
	claims := Claims{Raw: raw}
	claims.Role, _ = payload["role"].(string)
	claims.Subject, _ = payload["sub"].(string)
	claims.SessionID, _ = payload["session_id"].(string)
	expires, err := payload.GetExpirationTime()
	if err != nil || expires == nil {
		return Claims{}, ErrBadClaims
	}
	claims.ExpiresAt = expires.Time
	return claims, nil
}

func reason(err error, parsed *jwt.Token, payload jwt.MapClaims) error {
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return ErrExpired
	case errors.Is(err, jwt.ErrTokenNotValidYet):
		return ErrNotYet
	case errors.Is(err, jwt.ErrTokenUsedBeforeIssued):
		return ErrFuture
	case errors.Is(err, jwt.ErrTokenSignatureInvalid), errors.Is(err, jwt.ErrTokenUnverifiable):
		return fmt.Errorf("%w: %w", reasonOfKey(err, parsed), err)
	case errors.Is(err, jwt.ErrTokenMalformed):
		return ErrMalformed
	}
	for _, name := range []string{"exp", "nbf", "iat"} {
		value, isThere := payload[name]
		if _, isNumber := value.(float64); (isThere || name == "exp") && !isNumber {
			return fmt.Errorf("%w: %w", ClaimError{name}, err)
		}
	}
	return fmt.Errorf("%w: %w", ErrBadClaims, err)
}

// reasonOfKey distinguishes a wrong signature from a missing key.
func reasonOfKey(err error, parsed *jwt.Token) error {
	switch {
	case parsed == nil || parsed.Method == nil:
		return ErrMalformed
	case parsed.Method.Alg() == jwt.SigningMethodNone.Alg():
		return ErrUnsigned
	case errors.Is(err, errUnknownKey), errors.Is(err, jwt.ErrTokenUnverifiable), len(parsed.Signature) == 0:
		return ErrNoKey
	default:
		return ErrSignature
	}
}
