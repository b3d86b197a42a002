package token

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/golang-jwt/jwt/v5"
)

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
