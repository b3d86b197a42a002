package auth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"automacao/internal/wire/auth/provider"
)

// sealUnder keeps a provider's tokens so that only the code that waits beside them
// opens them, of which the database has the digest. A code is used once and random,
// and so is the key that follows from it: no nonce repeats under it.
func sealUnder(code string, tokens provider.Tokens) ([]byte, error) {
	lock, err := lockOf(code)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(tokens)
	if err != nil {
		return nil, fmt.Errorf("write tokens: %w", err)
	}
	return lock.Seal(nil, make([]byte, lock.NonceSize()), plain, nil), nil
}

func openUnder(code string, sealed []byte) (tokens provider.Tokens, err error) {
	lock, err := lockOf(code)
	if err != nil {
		return tokens, err
	}
	plain, err := lock.Open(nil, make([]byte, lock.NonceSize()), sealed, nil)
	if err != nil {
		return tokens, fmt.Errorf("open tokens: %w", err)
	}
	return tokens, json.Unmarshal(plain, &tokens)
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

// carry adds the provider's tokens to a session that a code opened.
func (a *answered) carry(sealed []byte, code string) error {
	if sealed == nil {
		return nil
	}
	tokens, err := openUnder(code, sealed)
	if err != nil {
		return err
	}
	a.ProviderToken, a.ProviderRefreshToken = tokens.Access, tokens.Refresh
	return nil
}
