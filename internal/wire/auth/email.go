package auth

import (
	"net/mail"
	"regexp"
	"strings"
)

// emailMax is the longest address in characters, as the column bounds it.
const emailMax = 255

// emailShape is the HTML standard's valid address with a dotted domain, in
// ASCII: lower case then means the same in Go and in PostgreSQL.
var emailShape = regexp.MustCompile(`^[a-z0-9.!#$%&'*+/=?^_{|}~\x60-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$`)

// foldEmail returns the form under which an address is stored and looked up. Only
// ASCII is folded: in Unicode the Kelvin sign becomes k and İ an i, so that another
// address would be looked up.
func foldEmail(address string) string { return foldASCII(strings.TrimSpace(address)) }

func foldASCII(text string) string {
	return strings.Map(func(char rune) rune {
		if 'A' <= char && char <= 'Z' {
			return char + 'a' - 'A'
		}
		return char
	}, text)
}

// parseEmail returns the stored form of an address that mail can reach.
func parseEmail(address string) (string, error) {
	folded := foldEmail(address)
	if folded == "" {
		return "", invalid("An email address is required")
	}
	if len(folded) > emailMax {
		return "", invalid("An email address is too long")
	}
	if !emailShape.MatchString(folded) {
		return "", invalid("Unable to validate email address: invalid format")
	}
	parsed, err := mail.ParseAddress(folded)
	if err != nil || parsed.Address != folded {
		return "", invalid("Unable to validate email address: invalid format")
	}
	return folded, nil
}
