// Package seal encrypts secrets for storage in the database, such as those that give access to
// somebody's account. The key is never in the database. The package knows nothing about what the
// secrets are for.
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

// ErrBroken means that a sealed text was changed, moved to another owner, or sealed with an unknown
// key.
var ErrBroken = errors.New("the sealed text cannot be opened")

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

// Reveal returns the secret itself, for code that has to use or show it.
func (s Secret) Reveal() string { return string(s) }

// Sealer seals with its current key and opens with any key that it has.
type Sealer struct {
	current string
	keys    map[string]cipher.AEAD
}

// encoding encodes sealed texts and keys.
var encoding = base64.RawURLEncoding

// Seal encrypts a secret with AES-256-GCM. owner is authenticated with it, for example a party's
// key: a secret sealed for one owner cannot be opened for another.
func (s *Sealer) Seal(secret Secret, owner string) string {
	aead := s.keys[s.current]
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce)
	sealed := aead.Seal(nonce, nonce, []byte(secret), []byte(owner))
	return s.current + "." + encoding.EncodeToString(sealed)
}

// Open decrypts a secret for its owner. The error is ErrBroken.
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

// IsCurrent reports whether a text was sealed with the current key, so that others can be sealed
// again.
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
