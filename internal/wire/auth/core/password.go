package core

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"automacao/internal/kernel/fault"
)

// PasswordMax is the maximum length of a password, in characters. Passwords are never truncated;
// the hash has no limit of its own.
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

// CheckPassword refuses an unacceptable password, with the reasons that the client's type knows:
// length, characters and pwned.
func (c Config) CheckPassword(password, email string) error {
	length := utf8.RuneCountInString(password)
	var messages, reasons []string
	switch {
	case length > PasswordMax:
		return Invalid("Password cannot be longer than %d characters", PasswordMax)
	case length < c.PasswordMin:
		messages, reasons = append(messages, fmt.Sprintf("Password should be at least %d characters.", c.PasswordMin)), append(reasons, "length")
	}
	switch lacks := c.lacks(password); {
	case !utf8.ValidString(password):
		messages, reasons = append(messages, "Password should be valid text."), append(reasons, "characters")
	case len(lacks) > 0:
		messages = append(messages, "Password should contain at least one character of each: "+strings.Join(lacks, ", ")+".")
		reasons = append(reasons, "characters")
	}
	if len(reasons) == 0 && (c.RefuseCommon && isGuessable(password, email) || slices.Contains(c.Published, password)) {
		messages, reasons = []string{"Password is known to be weak and easy to guess, please choose a different one."}, []string{"pwned"}
	}
	if len(reasons) == 0 {
		return nil
	}
	return fault.New(http.StatusUnprocessableEntity, "weak_password", strings.Join(messages, " ")).With(WeakPassword{Reasons: reasons})
}

// lacks are the required sets of characters, if the password lacks any of them.
func (c Config) lacks(password string) []string {
	for _, set := range c.PasswordNeeds {
		if !strings.ContainsAny(password, set) {
			return c.PasswordNeeds
		}
	}
	return nil
}

// isGuessable reports whether a password is among the most commonly tried ones, or equals the
// address that it protects.
func isGuessable(password, email string) bool {
	folded := strings.ToLower(password)
	name, _, _ := strings.Cut(email, "@")
	_, common := commonPasswords[folded]
	return common || folded == email || folded == name || strings.Count(folded, folded[:1]) == len(folded)
}

// canonical makes equal letters equal bytes, however the keyboard composed their accents.
func canonical(password string) []byte { return norm.NFC.Bytes([]byte(password)) }

// HashNew validates and hashes an initial password; an empty one stays empty.
func (s *Server) HashNew(ctx context.Context, password, email string) (string, error) {
	if password == "" {
		return "", nil
	}
	if err := s.Config.CheckPassword(password, email); err != nil {
		return "", err
	}
	return s.Hasher.Hash(ctx, password)
}
