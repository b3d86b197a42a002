// Package seal keeps what would open somebody's account: it encrypts secrets
// for the database, with a key that is never in it. It knows nothing of what
// the secrets are for.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// ErrBroken is a sealed text that was changed, moved to another owner, or
// sealed with a key that is not here.
var ErrBroken = errors.New("the seal is broken")

// Secret is a text that no log and no error shows.
type Secret string

const hidden = "[secret]"

// String hides the secret.
func (Secret) String() string { return hidden }

// GoString hides the secret.
func (Secret) GoString() string { return hidden }

// LogValue hides the secret.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON hides the secret.
func (Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// Reveal is the secret itself, for the one who has to show it.
func (s Secret) Reveal() string { return string(s) }

// Sealer seals with its current key and opens with any that it has.
type Sealer struct {
	current string
	keys    map[string]cipher.AEAD
}

// encoding writes what is sealed and what seals.
var encoding = base64.RawURLEncoding

// Seal encrypts a secret with AES-256-GCM. Owner says whose it is, for example
// a party's key: what was sealed for one cannot be opened for another.
func (s *Sealer) Seal(secret Secret, owner string) string {
	aead := s.keys[s.current]
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce)
	sealed := aead.Seal(nonce, nonce, []byte(secret), []byte(owner))
	return s.current + "." + encoding.EncodeToString(sealed)
}

// Open gives the secret back to its owner, or ErrBroken.
func (s *Sealer) Open(sealed, owner string) (Secret, error) {
	id, text, _ := strings.Cut(sealed, ".")
	aead, known := s.keys[id]
	if !known {
		return "", fmt.Errorf("%w: there is no key %q", ErrBroken, id)
	}
	raw, err := encoding.DecodeString(text)
	if err != nil || len(raw) < aead.NonceSize() {
		return "", ErrBroken
	}
	secret, err := aead.Open(nil, raw[:aead.NonceSize()], raw[aead.NonceSize():], []byte(owner))
	if err != nil {
		return "", ErrBroken
	}
	return Secret(secret), nil
}

// IsCurrent says whether a sealed text has the current key, so that what has
// not can be sealed anew.
func (s *Sealer) IsCurrent(sealed string) bool {
	return strings.HasPrefix(sealed, s.current+".")
}

func newSealer(kept keyring) (*Sealer, error) {
	sealer := &Sealer{current: kept.Current, keys: map[string]cipher.AEAD{}}
	for id, text := range kept.Keys {
		key, err := encoding.DecodeString(strings.TrimRight(text, "="))
		if err != nil || len(key) != keyBytes || id == "" || strings.Contains(id, ".") {
			return nil, fmt.Errorf("the sealing key %q is not %d bytes in base64url", id, keyBytes)
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, fmt.Errorf("read the sealing key %q: %w", id, err)
		}
		if sealer.keys[id], err = cipher.NewGCM(block); err != nil {
			return nil, fmt.Errorf("read the sealing key %q: %w", id, err)
		}
	}
	if sealer.keys[sealer.current] == nil {
		return nil, errors.New("there is no current sealing key")
	}
	return sealer, nil
}
