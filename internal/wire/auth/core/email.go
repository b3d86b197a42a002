package core

import (
	"net/mail"
	"regexp"
	"strings"
)

// EmailMax is the maximum length of an address in characters, as the column limits it.
const EmailMax = 255

// emailShape is the HTML standard's valid address with a dotted domain, in ASCII, so that Go and
// PostgreSQL agree on lower case.
var emailShape = regexp.MustCompile(`^[a-z0-9.!#$%&'*+/=?^_{|}~\x60-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$`)

// FoldEmail returns the form in which an address is stored and looked up. It lower-cases ASCII
// only: in Unicode the Kelvin sign becomes k and İ becomes i, so another address would be looked
// up.
func FoldEmail(address string) string { return FoldASCII(strings.TrimSpace(address)) }

// FoldASCII lowers ASCII letters only.
func FoldASCII(text string) string {
	return strings.Map(func(char rune) rune {
		if 'A' <= char && char <= 'Z' {
			return char + 'a' - 'A'
		}
		return char
	}, text)
}

// ParseEmail returns the stored form of a deliverable address.
func ParseEmail(address string) (string, error) {
	folded := FoldEmail(address)
	if folded == "" {
		return "", Invalid("An email address is required")
	}
	if len(folded) > EmailMax {
		return "", Invalid("An email address is too long")
	}
	if !emailShape.MatchString(folded) {
		return "", Invalid("Unable to validate email address: invalid format")
	}
	parsed, err := mail.ParseAddress(folded)
	if err != nil || parsed.Address != folded {
		return "", Invalid("Unable to validate email address: invalid format")
	}
	return folded, nil
}
