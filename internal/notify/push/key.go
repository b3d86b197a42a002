// Package push sends messages to devices through the push services of their browsers (RFC 8030),
// encrypted for the browser alone (RFC 8291) and signed with the server's own key (VAPID, RFC
// 8292). It calls known services only, and knows nothing about the messages' content.
package push

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
)

// Key signs messages. A browser accepts only messages signed with the key it subscribed with.
type Key struct {
	// Public is for browsers: the uncompressed point in base64url.
	Public  string
	private string
}

// NewKey generates a key in the text form used by settings and files.
func NewKey() (string, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return "", fmt.Errorf("make a push key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(key.Bytes()), nil
}

// ParseKey parses a key: the 32 bytes of a P-256 scalar in base64url.
func ParseKey(text string) (Key, error) {
	scalar, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Key{}, fmt.Errorf("the push key is not base64url")
	}
	key, err := ecdh.P256().NewPrivateKey(scalar)
	if err != nil {
		return Key{}, fmt.Errorf("the push key is not a P-256 key of 32 bytes")
	}
	return Key{Public: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), private: text}, nil
}
