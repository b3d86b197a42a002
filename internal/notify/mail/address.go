package mail

import (
	"net/mail"
	"strings"
)

// ParseAddress returns the form in which a bare ASCII address is stored and compared. It checks for
// ASCII before it converts to lower case: the Kelvin sign becomes a k in lower case, which would
// make the address another person's.
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
