package pix

import (
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"automacao/internal/institution/taxid"
)

// ErrInvalidKey refuses a key that cannot be one of its kind.
var ErrInvalidKey = errors.New("invalid Pix key")

// KeyKind is the kind of a key. It cannot be derived from the key, because a CPF and a telephone
// number look the same.
type KeyKind string

// The kinds of key, under the names that institutions use.
const (
	CPF   KeyKind = "CPF"
	CNPJ  KeyKind = "CNPJ"
	Phone KeyKind = "PHONE"
	Email KeyKind = "EMAIL"
	EVP   KeyKind = "EVP" // chave aleatória
)

// emailMax is the maximum length of an e-mail address that DICT accepts as a key.
const emailMax = 77

// Key is a key in the form in which DICT stores it.
type Key struct {
	Kind  KeyKind `json:"kind"`
	Value string  `json:"value"`
}

// phone is +55, the area code without zeros, and eight or nine digits.
var phone = regexp.MustCompile(`^\+55[1-9]{2}(9\d{8}|[2-8]\d{7})$`)

// phoneSign keeps the characters of a telephone number and drops separators of any kind.
func phoneSign(char rune) rune {
	if char == '+' || '0' <= char && char <= '9' {
		return char
	}
	return -1
}

// ParseKey parses a key as people write it: with the separators of a document or telephone number,
// in upper or lower case. The error is ErrInvalidKey.
func ParseKey(kind KeyKind, text string) (Key, error) {
	value, err := normalise(kind, strings.TrimSpace(text))
	if err != nil {
		return Key{}, fmt.Errorf("%w: %s", ErrInvalidKey, kind)
	}
	return Key{Kind: kind, Value: value}, nil
}

func normalise(kind KeyKind, text string) (string, error) {
	switch kind {
	case CPF:
		return taxid.ParseCPF(text)
	case CNPJ:
		return taxid.ParseCNPJ(text)
	case Phone:
		return normalisePhone(text)
	case Email:
		return normaliseEmail(text)
	case EVP:
		return normaliseEVP(text)
	}
	return "", ErrInvalidKey
}

func normalisePhone(text string) (string, error) {
	if strings.ContainsFunc(text, unicode.IsLetter) {
		return "", ErrInvalidKey
	}
	number := strings.Map(phoneSign, text)
	if !strings.HasPrefix(number, "+") {
		number = "+55" + number
	}
	if !phone.MatchString(number) {
		return "", ErrInvalidKey
	}
	return number, nil
}

func normaliseEmail(text string) (string, error) {
	// This check comes before the conversion to lower case: the Kelvin sign becomes a k, which
	// would be another person's key.
	if !isPrintable(text) {
		return "", ErrInvalidKey
	}
	address := strings.ToLower(text)
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || len(address) > emailMax {
		return "", ErrInvalidKey
	}
	return address, nil
}

func normaliseEVP(text string) (string, error) {
	if len(text) != 36 {
		return "", ErrInvalidKey
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return "", ErrInvalidKey
	}
	return id.String(), nil
}
