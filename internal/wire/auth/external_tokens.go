package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"automacao/internal/wire/auth/provider"
)

// underCode is what waits beside a code: the provider's tokens, and the identity that is
// to be tied where that is what was asked for.
type underCode struct {
	provider.Tokens
	Link *pendingLink `json:",omitempty"`
	// SessionUntil is when the session has to end that the code becomes, if it has to.
	SessionUntil time.Time `json:",omitzero"`
}

// sealUnder keeps what waits beside a code so that only the code opens it, of which the database has the digest. A code is used once and random,
// and so is the key that follows from it: no nonce repeats under it.
func sealUnder(code string, kept underCode) ([]byte, error) {
	lock, err := lockOf(code)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("write what waits beside a code: %w", err)
	}
	return lock.Seal(nil, make([]byte, lock.NonceSize()), plain, nil), nil
}

// openUnder returns nothing where nothing waits.
func openUnder(code string, sealed []byte) (kept underCode, err error) {
	if sealed == nil {
		return kept, nil
	}
	lock, err := lockOf(code)
	if err != nil {
		return kept, err
	}
	plain, err := lock.Open(nil, make([]byte, lock.NonceSize()), sealed, nil)
	if err != nil {
		return kept, fmt.Errorf("open what waits beside a code: %w", err)
	}
	return kept, json.Unmarshal(plain, &kept)
}

func lockOf(code string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(code), nil, "provider tokens", sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("derive a key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive a key: %w", err)
	}
	lock, err := cipher.NewGCM(block)
	return lock, errors.Join(err)
}
