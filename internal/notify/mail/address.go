package mail

import (
	"net/mail"
	"strings"
)

// ParseAddress returns the form under which a bare ASCII address is stored and
// compared. Whether it is ASCII is asked before its letters are folded: the Kelvin
// sign in lower case is a k, and the address would be another's.
func ParseAddress(text string) (address string, ok bool) {
	text = strings.TrimSpace(text)
	if strings.IndexFunc(text, func(char rune) bool { return char <= ' ' || char > '~' }) >= 0 {
		return "", false
	}
	address = strings.ToLower(text)
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address {
		return "", false
	}
	return address, true
}
