// Package route knows the addresses of all pages. routes.go is generated from the web's routes.json
// by "automacao types", so that what the server links to, describes and lists is what the web
// application opens.
package route

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"
)

// To returns the address of a page with its keys filled in, one for each key in the page's pattern.
// It panics on any other number of keys, which is a programming error.
func To(page string, keys ...string) string {
	parts := strings.Split(page, "/")
	for i, part := range parts {
		if !strings.HasPrefix(part, ":") {
			continue
		}
		if len(keys) == 0 {
			panic(fmt.Sprintf("%s lacks %s", page, part))
		}
		parts[i], keys = keys[0], keys[1:]
	}
	if len(keys) > 0 {
		panic(fmt.Sprintf("%s has no place for %q", page, keys))
	}
	return strings.Join(parts, "/")
}

// Key returns the key in an address of a page that has exactly one.
func Key(page, address string) (key string, ok bool) {
	before, name, hasKey := strings.Cut(page, ":")
	_, after, _ := strings.Cut(name, "/")
	rest, fits := strings.CutPrefix(address, before)
	key, end, _ := strings.Cut(rest, "/")
	return key, hasKey && fits && key != "" && end == after
}

// Public lists the pages that everybody may read and that are the same for all.
func Public() []string { return slices.Clone(public) }

// IsMembers reports whether an address is a page for signed-in people only.
func IsMembers(address string) bool {
	return slices.ContainsFunc(members, func(page string) bool {
		_, ok := Key(page, address)
		return ok || fits(page, address)
	})
}

// fits compares part by part, because Key cannot match pages with two keys.
func fits(page, address string) bool {
	return slices.EqualFunc(strings.Split(page, "/"), strings.Split(address, "/"), func(part, given string) bool {
		return part == given || strings.HasPrefix(part, ":") && given != ""
	})
}

// Notice returns the page where a notice about a kind of subject is read, and whether its address
// needs the subject's key.
func Notice(subjectKind string) (page string, hasKey, ok bool) {
	page, ok = notices[subjectKind]
	return page, strings.Contains(page, ":"), ok
}

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
