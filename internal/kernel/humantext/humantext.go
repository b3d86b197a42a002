// Package humantext owns the rules for text that people write: how it is normalised, which
// characters are refused, and where it may be cut. SQL (private.plain_line and its neighbours) and
// the web (lib/text/human-text.ts) implement the same rules; human-text-examples.json tests all three.
// What a text is about is not its concern.
package humantext

import (
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"automacao/internal/kernel/fault"
)

// Refusals of a text. The database refuses with the same codes, so they hold for every way in.
var (
	ErrHidden    = fault.New(http.StatusUnprocessableEntity, "text_has_hidden_signs", "O texto tem um caractere de controle ou que inverte a direção da escrita. Apague-o e tente de novo.")
	ErrPiled     = fault.New(http.StatusUnprocessableEntity, "text_marks_piled", "O texto empilha sinais demais sobre uma letra. Apague os que sobram.")
	ErrInvisible = fault.New(http.StatusUnprocessableEntity, "text_invisible", "O texto só tem caracteres que não aparecem. Escreva algo que se possa ler.")
)

// ReadLine is Line with a check: the text must have no hidden characters and, unless it is blank,
// must show something.
func ReadLine(text string) (string, error) { return Line(text), check(text) }

// ReadParagraphs is Paragraphs with the same check.
func ReadParagraphs(text string) (string, error) { return Paragraphs(text), check(text) }

func check(text string) error {
	switch {
	case HasHidden(text):
		return ErrHidden
	case strings.ContainsFunc(text, func(sign rune) bool { return !isBlank(sign) }) && !IsVisible(text):
		return ErrInvisible
	case HasPiledMarks(text):
		return ErrPiled
	}
	return nil
}

// Line normalises a name or a title for storage: composed (NFC), without characters that draw
// nothing, with one space for each run of blanks or line breaks, and none at the ends.
func Line(text string) string {
	return norm.NFC.String(strings.Join(strings.FieldsFunc(drop(text), isBlank), " "))
}

var breaks = regexp.MustCompile("\r\n|[\v\f\r\u0085\u2028\u2029]")

// Paragraphs normalises a longer text for storage: like Line, but it keeps inner blanks, and turns
// every kind of line break into a line feed.
func Paragraphs(text string) string {
	return norm.NFC.String(strings.TrimFunc(breaks.ReplaceAllString(drop(text), "\n"), isBlank))
}

// Clean is Line for a text that its sender did not type, such as a file name: characters that would
// be refused are removed.
func Clean(name string) string {
	return Line(strings.Map(func(sign rune) rune {
		if unicode.Is(hidden, sign) {
			return -1
		}
		return sign
	}, name))
}

// HasHidden reports control characters and those that change the direction of the text after them.
func HasHidden(text string) bool {
	return strings.ContainsFunc(text, func(sign rune) bool { return unicode.Is(hidden, sign) })
}

// HasPiledMarks reports combining marks stacked so high that they cover neighbouring lines.
func HasPiledMarks(text string) bool {
	row := 0
	for _, sign := range text {
		if row++; !unicode.Is(marks, sign) {
			row = 0
		} else if row == marksMax {
			return true
		}
	}
	return false
}

// marksMax is the number of consecutive marks that is too many: no language puts as many on a
// letter.
const marksMax = 7

// IsVisible reports whether a text draws anything.
func IsVisible(text string) bool {
	return strings.ContainsFunc(text, func(sign rune) bool {
		return !isBlank(sign) && !unicode.In(sign, hidden, undrawn, tags, attached) && sign != zwnj && sign != zwj
	})
}

// Cut returns the beginning of a text, at most max code points long, without splitting a character.
func Cut(text string, max int) string {
	kept, points := 0, 0
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); {
		if points += len(clusters.Runes()); points > max {
			break
		}
		_, kept = clusters.Positions()
	}
	return text[:kept]
}

var linking = regexp.MustCompile(`^(?i:d[aeo]s?|e)$`)

// Initials returns the first letters of the first and the last name in capitals, or the first two
// of a single name. Characters around a word, such as brackets, are skipped.
func Initials(name string) string {
	var words [][]string
	for _, word := range strings.FieldsFunc(name, isBlank) {
		if letters := lettersOf(word); len(letters) > 0 && !linking.MatchString(word) {
			words = append(words, letters)
		}
	}
	switch len(words) {
	case 0:
		return ""
	case 1:
		return strings.ToUpper(strings.Join(words[0][:min(2, len(words[0]))], ""))
	}
	return strings.ToUpper(words[0][0] + words[len(words)-1][0])
}

// lettersOf returns the characters of a word that begin with a letter, a digit or a pictograph.
func lettersOf(word string) (letters []string) {
	for clusters := uniseg.NewGraphemes(word); clusters.Next(); {
		if first := clusters.Runes()[0]; unicode.In(first, unicode.L, unicode.N, unicode.So) {
			letters = append(letters, clusters.Str())
		}
	}
	return letters
}

// drop removes characters that draw nothing, joiners that join nothing, and tags outside a flag.
func drop(text string) string {
	if isPlain(text) {
		return text
	}
	signs := []rune(text)
	kept := make([]rune, 0, len(signs))
	inFlag := false
	for i, sign := range signs {
		isTag := unicode.Is(tags, sign)
		inFlag = sign == blackFlag || isTag && inFlag
		isJoiner := sign == zwnj || sign == zwj
		joins := isJoiner && i > 0 && i+1 < len(signs) && unicode.Is(joined, signs[i-1]) && unicode.Is(joined, signs[i+1])
		if unicode.Is(undrawn, sign) || isTag && !inFlag || isJoiner && !joins {
			continue
		}
		kept = append(kept, sign)
	}
	return string(kept)
}

// isPlain reports that a text has only characters that drop never removes.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(sign rune) bool { return sign >= 0xad && (sign < 0xc0 || sign > 0xff) })
}

// Sets of characters by treatment. SQL and the web have the same ranges; a test compares them
// character by character.
const (
	zwnj      = '\u200c'
	zwj       = '\u200d'
	blackFlag = '\U0001f3f4'
)

// hidden are control characters except tabs and line breaks, characters that override, embed or
// isolate a direction, and annotations.
var hidden = table(0x00, 0x08, 0x0e, 0x1f, 0x7f, 0x84, 0x86, 0x9f, 0x202a, 0x202e, 0x2066, 0x206f, 0xfff9, 0xfffb)

// undrawn draw nothing: zero-width spaces, direction marks, fillers.
var undrawn = table(0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x180e, 0x200b, 0x200b, 0x200e, 0x200f,
	0x2060, 0x2065, 0x3164, 0x3164, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xe0000, 0xe001f, 0xe0080, 0xe00ff, 0xe01f0, 0xe0fff)

// tags spell the region of a flag.
var tags = table(0xe0020, 0xe007f)

// attached show nothing without a letter before them; U+2800 shows nothing at all.
var attached = table(0x300, 0x36f, 0x483, 0x489, 0x180b, 0x180f, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x20d0, 0x20ff, 0x2800, 0x2800,
	0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xe0100, 0xe01ef)

// marks combine with the letter before them in Latin, Greek and Cyrillic.
var marks = table(0x300, 0x36f, 0x483, 0x489, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x20d0, 0x20ff, 0xfe20, 0xfe2f)

// joined are the characters that a joiner may stand between: the scripts that use it, and
// pictographs.
var joined = table(0x590, 0x1cff, 0x2190, 0x27bf, 0x2b00, 0x2bff, 0xa800, 0xabff, 0xfb50, 0xfdff, 0xfe0f, 0xfe0f, 0xfe70, 0xfefc,
	0x10a00, 0x11fff, 0x1e900, 0x1e95f, 0x1f000, 0x1faff)

var blanks = table(0x09, 0x0d, 0x20, 0x20, 0x85, 0x85, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000)

func isBlank(sign rune) bool { return unicode.Is(blanks, sign) }

// table returns the set given by pairs of first and last code points, in ascending order.
func table(bounds ...uint32) *unicode.RangeTable {
	set := &unicode.RangeTable{}
	for i := 0; i < len(bounds); i += 2 {
		first, last := bounds[i], bounds[i+1]
		if last > 0xffff {
			set.R32 = append(set.R32, unicode.Range32{Lo: first, Hi: last, Stride: 1})
			continue
		}
		set.R16 = append(set.R16, unicode.Range16{Lo: uint16(first), Hi: uint16(last), Stride: 1}) //nolint:gosec // Below 0x10000.
		if last <= unicode.MaxLatin1 {
			set.LatinOffset++
		}
	}
	return set
}
