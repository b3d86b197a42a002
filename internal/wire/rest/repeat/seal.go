package repeat

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"
)

// digest is what is kept of the key, and what its answers are found by.
func (c Call) digest() []byte { return c.derive("key") }

// derive makes 32 bytes of the key for one use.
func (c Call) derive(use string) []byte {
	sum := sha256.Sum256([]byte("idempotency " + use + " " + c.Owner.String() + " " + c.Key))
	return sum[:]
}

// seal encrypts an answer under the key it was asked with, of which the digest
// alone is kept: an answer may hold what is nowhere else in plain text, such as
// the link of an invitation, and only who repeats the call can read it.
func (c Call) seal(body []byte) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	box, err := c.box()
	if err != nil {
		return nil, err
	}
	return box.Seal(nil, nil, body, c.Fingerprint), nil
}

var errSeal = errors.New("the kept answer cannot be read under its key")

func (c Call) unseal(sealed []byte) ([]byte, error) {
	if sealed == nil {
		return nil, nil
	}
	box, err := c.box()
	if err != nil {
		return nil, err
	}
	body, err := box.Open([]byte{}, nil, sealed, c.Fingerprint)
	if err != nil {
		return nil, errors.Join(errSeal, err)
	}
	return body, nil
}

// box draws a nonce for every seal, which it puts in front.
func (c Call) box() (cipher.AEAD, error) {
	block, err := aes.NewCipher(c.derive("answer"))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
