// Package push writes to devices through the push services of their browsers
// (RFC 8030), encrypted for the browser alone (RFC 8291) and signed with the
// server's own key (VAPID, RFC 8292). It calls known services only, and knows
// nothing of what it says to whom.
package push

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
)

// Key signs what is sent; browsers take messages of no other.
type Key struct {
	// Public goes to browsers, base64url of the uncompressed point.
	Public  string
	private string
}

// NewKey makes the text of a key, as a setting or a file holds it.
func NewKey() (string, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return "", fmt.Errorf("make a push key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(key.Bytes()), nil
}

// ParseKey reads a key: base64url of the 32 bytes of a P-256 scalar.
func ParseKey(text string) (Key, error) {
	scalar, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Key{}, fmt.Errorf("the push key is no base64url")
	}
	key, err := ecdh.P256().NewPrivateKey(scalar)
	if err != nil {
		return Key{}, fmt.Errorf("the push key is no P-256 key of 32 bytes")
	}
	return Key{Public: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), private: text}, nil
}
