package route

import (
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"
)

// wordsMax bounds the readable part of an address, in bytes.
const wordsMax = 60

// Words returns a text in the form used in addresses: lower-case letters and digits without
// accents, joined by hyphens. The web's lib/text/words.ts does the same.
func Words(text string) string {
	var words strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(text)) {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			words.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case words.Len() > 0:
			words.WriteByte('-')
		}
	}
	parts := strings.FieldsFunc(words.String(), func(r rune) bool { return r == '-' })
	kept := ""
	for _, part := range parts {
		if len(kept)+1+len(part) > wordsMax {
			break
		}
		kept += part + "-"
	}
	return strings.TrimSuffix(kept, "-")
}

// Readable returns the key of a page: the id, with words from the name before it. The words may
// change and have no meaning.
func Readable(id uuid.UUID, name string) string {
	if words := Words(name); words != "" {
		return words + "-" + id.String()
	}
	return id.String()
}

// idLength is the length of an id as text.
const idLength = 36

// ID returns the id in a key, whatever words precede it.
func ID(key string) (id uuid.UUID, ok bool) {
	start := len(key) - idLength
	if start < 0 || start > 0 && key[start-1] != '-' {
		return uuid.Nil, false
	}
	id, err := uuid.Parse(key[start:])
	return id, err == nil
}
