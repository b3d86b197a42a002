package repeat

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"
)

// digest is the stored form of the key, by which its response is found.
func (c Call) digest() []byte { return c.derive("key") }

// derive derives 32 bytes from the key for one use.
func (c Call) derive(use string) []byte {
	sum := sha256.Sum256([]byte("idempotency " + use + " " + c.Owner.String() + " " + c.Key))
	return sum[:]
}

// seal encrypts a response under its key, of which only the digest is stored. A response may
// contain what is nowhere else in plain text, such as an invitation link; only someone who repeats
// the request can decrypt it.
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

var errSeal = errors.New("the stored response cannot be decrypted with its key")

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

// box draws a random nonce for every seal and prepends it.
func (c Call) box() (cipher.AEAD, error) {
	block, err := aes.NewCipher(c.derive("answer"))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
