package core

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"math/big"
)

// RandomCode draws a code of so many digits.
func RandomCode(digits int) (string, error) {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	number, err := rand.Int(rand.Reader, most)
	if err != nil {
		return "", fmt.Errorf("draw code: %w", err)
	}
	return fmt.Sprintf("%0*d", digits, number.Int64()), nil
}

// TokenBytes is the entropy of a token, in bytes.
const TokenBytes = 32

// RandomToken draws an opaque token.
func RandomToken() string {
	raw := make([]byte, TokenBytes)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// TokenHash is the form in which the database stores a token.
func TokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
