package auth

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"automacao/internal/fault"
)

// PasswordMax is the longest password in characters. It is taken whole: the
// hash has no limit of its own.
const PasswordMax = 128

//go:embed common_passwords.txt
var commonPasswordList string

var commonPasswords = readCommon(commonPasswordList)

func readCommon(list string) map[string]struct{} {
	found := map[string]struct{}{}
	for word := range strings.Lines(list) {
		if word = strings.TrimSpace(word); word != "" && !strings.HasPrefix(word, "#") {
			found[word] = struct{}{}
		}
	}
	return found
}

// checkPassword refuses what must not become a password, with the reasons
// that the client's type knows: length, characters and pwned.
func (c Config) checkPassword(password, email string) error {
	length := utf8.RuneCountInString(password)
	switch {
	case length > PasswordMax:
		return invalid("Password cannot be longer than %d characters", PasswordMax)
	case length < c.PasswordMin:
		return weak(fmt.Sprintf("Password should be at least %d characters.", c.PasswordMin), "length")
	case !utf8.ValidString(password):
		return weak("Password should be valid text.", "characters")
	case c.RefuseCommon && isGuessable(password, email):
		return weak("Password is known to be weak and easy to guess, please choose a different one.", "pwned")
	}
	return nil
}

func weak(message, reason string) *fault.Error {
	return fault.New(http.StatusUnprocessableEntity, "weak_password", message).With(weakPassword{Reasons: []string{reason}})
}

// isGuessable reports a password that everybody tries first, or the address
// it protects.
func isGuessable(password, email string) bool {
	folded := strings.ToLower(password)
	name, _, _ := strings.Cut(email, "@")
	_, common := commonPasswords[folded]
	return common || folded == email || folded == name || strings.Count(folded, folded[:1]) == len(folded)
}

// canonical makes the same letters the same bytes, whichever keyboard composed
// their accents.
func canonical(password string) []byte { return norm.NFC.Bytes([]byte(password)) }
