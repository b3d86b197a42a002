package token

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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
