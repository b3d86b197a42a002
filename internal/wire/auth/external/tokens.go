package external

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

// CodeData is stored beside a code: the provider's tokens, and the identity to link, if that was
// requested.
type CodeData struct {
	provider.Tokens
	Link *pendingLink `json:",omitempty"`
	// SessionUntil is when the code's session must end, if it must.
	SessionUntil time.Time `json:",omitzero"`
}

// sealCodeData encrypts the data beside a code with a key derived from the code, of which the database
// stores only the digest. A code is random and used once, and so is its key, so no nonce repeats
// under it.
func sealCodeData(code string, kept CodeData) ([]byte, error) {
	lock, err := codeCipher(code)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("encode the data beside a code: %w", err)
	}
	return lock.Seal(nil, make([]byte, lock.NonceSize()), plain, nil), nil
}

// openCodeData decrypts the data beside a code; the zero value if there is none.
func openCodeData(code string, sealed []byte) (kept CodeData, err error) {
	if sealed == nil {
		return kept, nil
	}
	lock, err := codeCipher(code)
	if err != nil {
		return kept, err
	}
	plain, err := lock.Open(nil, make([]byte, lock.NonceSize()), sealed, nil)
	if err != nil {
		return kept, fmt.Errorf("decrypt the data beside a code: %w", err)
	}
	return kept, json.Unmarshal(plain, &kept)
}

func codeCipher(code string) (cipher.AEAD, error) {
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
