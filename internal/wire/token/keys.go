package token

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// minSecretBytes is the shortest HS256 secret that is accepted (RFC 7518 §3.2).
const minSecretBytes = 32

// Keys signs with its first private key and verifies with any of its keys. The zero value verifies
// nothing. It is safe for concurrent use.
type Keys struct {
	signer   *key
	keys     []*key
	issuer   string
	foreign  bool
	verified memory
}

type key struct {
	id      string
	method  jwt.SigningMethod
	private any
	public  any
	// until is when the key stops verifying; zero is never.
	until time.Time
}

// FromSecret returns keys that sign and verify HS256 with one shared secret.
func FromSecret(secret string) (*Keys, error) {
	if len(secret) < minSecretBytes {
		return nil, fmt.Errorf("jwt secret has %d bytes, at least %d are needed", len(secret), minSecretBytes)
	}
	shared := &key{method: jwt.SigningMethodHS256, private: []byte(secret), public: []byte(secret)}
	return &Keys{signer: shared, keys: []*key{shared}}, nil
}

// Retired is a secret that no longer signs but verifies until a time; the zero time is forever.
type Retired struct {
	Secret string
	Until  time.Time
}

// FromSecrets returns keys that sign HS256 with one secret and also verify what earlier secrets
// signed, until each one's time. Tokens name their key (kid), which is derived from the secret
// alone so that nodes agree on it. A token without kid may be signed with any of them.
func FromSecrets(current string, retired ...Retired) (*Keys, error) {
	keys := &Keys{}
	for _, each := range append([]Retired{{Secret: current}}, retired...) {
		if len(each.Secret) < minSecretBytes {
			return nil, fmt.Errorf("a jwt secret has %d bytes, at least %d are needed", len(each.Secret), minSecretBytes)
		}
		shared := []byte(each.Secret)
		keys.keys = append(keys.keys, &key{id: nameOf(shared), method: jwt.SigningMethodHS256, private: shared, public: shared, until: each.Until})
	}
	keys.signer = keys.keys[0]
	return keys, nil
}

// nameOf reveals no more of a secret than any token signed with it.
func nameOf(secret []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("kid"))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// FromJWKS returns the keys of a JSON Web Key Set (RFC 7517): oct (HS256), RSA (RS256) and EC P-256
// (ES256). The first one with private parts signs.
func FromJWKS(document []byte) (*Keys, error) {
	var set struct {
		Keys []jwk `json:"keys"`
	}
	if err := json.Unmarshal(document, &set); err != nil {
		return nil, fmt.Errorf("parse key set: %w", err)
	}
	keys := &Keys{}
	for i, entry := range set.Keys {
		parsed, err := entry.key()
		if err != nil {
			return nil, fmt.Errorf("key %d of the set: %w", i, err)
		}
		keys.keys = append(keys.keys, parsed)
		if keys.signer == nil && parsed.private != nil {
			keys.signer = parsed
		}
	}
	if len(keys.keys) == 0 {
		return nil, errors.New("key set is empty")
	}
	return keys, nil
}

// FromSetting returns the keys in a setting: a shared secret, one JSON Web Key or a set of them.
func FromSetting(text string) (*Keys, error) {
	var kind struct {
		Keys json.RawMessage `json:"keys"`
		Type string          `json:"kty"`
	}
	switch isJSON := json.Unmarshal([]byte(text), &kind) == nil; {
	case isJSON && kind.Keys != nil:
		return FromJWKS([]byte(text))
	case isJSON && kind.Type != "":
		return FromJWKS([]byte(`{"keys":[` + text + `]}`))
	default:
		return FromSecret(text)
	}
}

// WithVerifier returns keys that also accept what other accepts, so that a signing key can be
// rotated without ending every session.
func (k *Keys) WithVerifier(other *Keys) *Keys {
	return &Keys{signer: k.signer, keys: append(slices.Clone(k.keys), other.keys...), issuer: k.issuer}
}

// WithIssuer returns keys that accept a user's token (role authenticated) only if this issuer made
// it for a session: iss, aud, sub and session_id must be as the issuer sets them. The keys of anon
// and service_role name no issuer.
func (k *Keys) WithIssuer(issuer string) *Keys {
	return &Keys{signer: k.signer, keys: k.keys, issuer: issuer}
}

// WithForeign returns keys that also accept a user's token of another issuer, or without one,
// signed with one of these keys: the holder of such a key could sign any other token anyway. The
// token has no session and is valid until it expires. A token that names a session is still
// accepted only from this issuer.
func (k *Keys) WithForeign() *Keys {
	return &Keys{signer: k.signer, keys: k.keys, issuer: k.issuer, foreign: true}
}

// Derive returns 32 bytes derived from the signing key and a purpose (RFC 5869), for keyed hashes
// that must survive a restart. They cannot be computed from a token or the published keys.
func (k *Keys) Derive(purpose string) ([]byte, error) {
	if k.signer == nil {
		return nil, errors.New("no private key to derive from")
	}
	material, ok := k.signer.private.([]byte)
	if !ok {
		var err error
		if material, err = x509.MarshalPKCS8PrivateKey(k.signer.private); err != nil {
			return nil, fmt.Errorf("read the signing key: %w", err)
		}
	}
	return hkdf.Key(sha256.New, material, nil, purpose, sha256.Size)
}

// Algorithm is the algorithm of a signing key that others can verify by a published key; "" if a
// shared secret signs, or nothing.
func (k *Keys) Algorithm() string {
	if k.signer == nil || k.signer.method == jwt.SigningMethodHS256 {
		return ""
	}
	return k.signer.method.Alg()
}

// Public returns the key set to publish: asymmetric public keys only.
func (k *Keys) Public() json.RawMessage {
	published := struct {
		Keys []jwk `json:"keys"`
	}{Keys: []jwk{}}
	for _, entry := range k.keys {
		switch public := entry.public.(type) {
		case *rsa.PublicKey:
			published.Keys = append(published.Keys, jwk{
				Type: "RSA", ID: entry.id, Algorithm: "RS256", Use: "sig",
				N: encode(public.N.Bytes()), E: encode(big.NewInt(int64(public.E)).Bytes()),
			})
		case *ecdsa.PublicKey:
			size := (public.Curve.Params().BitSize + 7) / 8
			published.Keys = append(published.Keys, jwk{
				Type: "EC", ID: entry.id, Algorithm: "ES256", Use: "sig", Curve: "P-256",
				X: encode(public.X.FillBytes(make([]byte, size))), Y: encode(public.Y.FillBytes(make([]byte, size))),
			})
		}
	}
	document, _ := json.Marshal(published)
	return document
}

func (k *Keys) methods() []string {
	var names []string
	for _, entry := range k.keys {
		if name := entry.method.Alg(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// find returns the keys that may have signed a token: those of its algorithm, narrowed by kid if
// both sides have one. Keys named by the token itself (jwk, jku, x5u) are never used.
func (k *Keys) find(unverified *jwt.Token, now time.Time) (any, error) {
	id, _ := unverified.Header["kid"].(string)
	set := jwt.VerificationKeySet{}
	for _, entry := range k.keys {
		if entry.method.Alg() != unverified.Method.Alg() {
			continue
		}
		if !entry.until.IsZero() && !now.Before(entry.until) {
			continue
		}
		if id != "" && entry.id != "" && entry.id != id {
			continue
		}
		set.Keys = append(set.Keys, entry.public)
	}
	if len(set.Keys) == 0 {
		return nil, errUnknownKey
	}
	return set, nil
}

// changes is when the next key stops verifying; zero is never.
func (k *Keys) changes(now time.Time) (next time.Time) {
	for _, entry := range k.keys {
		if entry.until.After(now) && (next.IsZero() || entry.until.Before(next)) {
			next = entry.until
		}
	}
	return next
}

type jwk struct {
	Type      string `json:"kty"`
	ID        string `json:"kid,omitempty"`
	Algorithm string `json:"alg,omitempty"`
	Use       string `json:"use,omitempty"`
	Curve     string `json:"crv,omitempty"`
	K         string `json:"k,omitempty"`
	N         string `json:"n,omitempty"`
	E         string `json:"e,omitempty"`
	D         string `json:"d,omitempty"`
	P         string `json:"p,omitempty"`
	Q         string `json:"q,omitempty"`
	X         string `json:"x,omitempty"`
	Y         string `json:"y,omitempty"`
}

func (j jwk) key() (*key, error) {
	switch j.Type {
	case "oct":
		secret, err := base64.RawURLEncoding.DecodeString(j.K)
		if err != nil || len(secret) < minSecretBytes {
			return nil, fmt.Errorf("oct key needs at least %d bytes", minSecretBytes)
		}
		return &key{id: j.ID, method: jwt.SigningMethodHS256, private: secret, public: secret}, nil
	case "RSA":
		return j.rsaKey()
	case "EC":
		return j.ecKey()
	default:
		return nil, fmt.Errorf("key type %q is not supported", j.Type)
	}
}

func (j jwk) rsaKey() (*key, error) {
	n, errN := number(j.N)
	e, errE := number(j.E)
	if errN != nil || errE != nil || !e.IsInt64() {
		return nil, errors.New("RSA key needs n and e")
	}
	public := &rsa.PublicKey{N: n, E: int(e.Int64())}
	parsed := &key{id: j.ID, method: jwt.SigningMethodRS256, public: public}
	if j.D == "" {
		return parsed, nil
	}
	d, errD := number(j.D)
	p, errP := number(j.P)
	q, errQ := number(j.Q)
	if err := errors.Join(errD, errP, errQ); err != nil {
		return nil, fmt.Errorf("RSA private key: %w", err)
	}
	private := &rsa.PrivateKey{PublicKey: *public, D: d, Primes: []*big.Int{p, q}}
	if err := private.Validate(); err != nil {
		return nil, fmt.Errorf("RSA private key: %w", err)
	}
	private.Precompute()
	parsed.private = crypto.Signer(private)
	return parsed, nil
}

func (j jwk) ecKey() (*key, error) {
	x, errX := number(j.X)
	y, errY := number(j.Y)
	if j.Curve != "P-256" || errX != nil || errY != nil || !elliptic.P256().IsOnCurve(x, y) {
		return nil, errors.New("EC key needs a point on P-256")
	}
	public := &ecdsa.PublicKey{Curve: elliptic.P256(), X: x, Y: y}
	parsed := &key{id: j.ID, method: jwt.SigningMethodES256, public: public}
	if j.D != "" {
		d, err := number(j.D)
		if err != nil {
			return nil, fmt.Errorf("EC private key: %w", err)
		}
		parsed.private = &ecdsa.PrivateKey{PublicKey: *public, D: d}
	}
	return parsed, nil
}

func number(text string) (*big.Int, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) == 0 {
		return nil, errors.New("not a base64url number")
	}
	return new(big.Int).SetBytes(raw), nil
}

func encode(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
