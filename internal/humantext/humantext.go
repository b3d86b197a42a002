// Package humantext owns what text that people write may hold: how it is normalised,
// which signs are refused, and where it may be cut. SQL (private.plain_line and its
// neighbours) and the script (lib/text/human-text.ts) do the same, held to
// human-text-examples.json. What a text is about is not its business.
package humantext

import (
	"net/http"
	"regexp"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"automacao/internal/fault"
)

// Refusals of a text. The database refuses with the same, whichever way it comes.
var (
	ErrHidden    = fault.New(http.StatusUnprocessableEntity, "text_has_hidden_signs", "O texto tem um caractere de controle ou que inverte a direção da escrita. Apague-o e tente de novo.")
	ErrPiled     = fault.New(http.StatusUnprocessableEntity, "text_marks_piled", "O texto empilha sinais demais sobre uma letra. Apague os que sobram.")
	ErrInvisible = fault.New(http.StatusUnprocessableEntity, "text_invisible", "O texto só tem caracteres que não aparecem. Escreva algo que se possa ler.")
)

// ReadLine is Line of a text that holds no hidden sign and, unless it is blank, shows
// something.
func ReadLine(text string) (string, error) { return Line(text), check(text) }

// ReadParagraphs is Paragraphs of such a text.
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

// Line is a name or a title as it is stored: composed (NFC), without what draws
// nothing, one space where there were blanks or breaks, and none around it.
func Line(text string) string {
	return norm.NFC.String(strings.Join(strings.FieldsFunc(drop(text), isBlank), " "))
}

var breaks = regexp.MustCompile("\r\n|[\v\f\r\u0085\u2028\u2029]")

// Paragraphs is a longer text as it is stored: as Line, but with its blanks, and with
// line feeds for breaks of any kind.
func Paragraphs(text string) string {
	return norm.NFC.String(strings.TrimFunc(breaks.ReplaceAllString(drop(text), "\n"), isBlank))
}

// Clean is the Line of a text that whoever sends it did not write, such as the name of
// a file: what would be refused is left out.
func Clean(name string) string {
	return Line(strings.Map(func(sign rune) rune {
		if unicode.Is(hidden, sign) {
			return -1
		}
		return sign
	}, name))
}

// HasHidden reports control signs and those that turn the direction of what follows.
func HasHidden(text string) bool {
	return strings.ContainsFunc(text, func(sign rune) bool { return unicode.Is(hidden, sign) })
}

// HasPiledMarks reports marks upon marks, which reach over the lines of others.
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

// marksMax is how many marks in a row are too many: no language has as many on a letter.
const marksMax = 7

// IsVisible reports whether a text draws anything.
func IsVisible(text string) bool {
	return strings.ContainsFunc(text, func(sign rune) bool {
		return !isBlank(sign) && !unicode.In(sign, hidden, undrawn, tags, attached) && sign != zwnj && sign != zwj
	})
}

// Count is how many characters a reader sees: a flag, a joined emoji and a letter with
// its accents are one each.
func Count(text string) int { return uniseg.GraphemeClusterCount(text) }

// Cut is the beginning of a text, at most so many code points long, that breaks no
// character.
func Cut(text string, most int) string {
	kept, points := 0, 0
	for clusters := uniseg.NewGraphemes(text); clusters.Next(); {
		if points += len(clusters.Runes()); points > most {
			break
		}
		_, kept = clusters.Positions()
	}
	return text[:kept]
}

var linking = regexp.MustCompile(`^(?i:d[aeo]s?|e)$`)

// Initials are the first letters of the first and the last name, in capitals, or the
// first two of a lone one. What stands around a word, such as brackets, is passed over.
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

// lettersOf are the characters of a word that begin with a letter, digit or picture.
func lettersOf(word string) (letters []string) {
	for clusters := uniseg.NewGraphemes(word); clusters.Next(); {
		if first := clusters.Runes()[0]; unicode.In(first, unicode.L, unicode.N, unicode.So) {
			letters = append(letters, clusters.Str())
		}
	}
	return letters
}

// drop leaves out what draws nothing, joiners that join nothing and tags that are no
// flag's.
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

// isPlain reports a text of signs that are never dropped.
func isPlain(text string) bool {
	return !strings.ContainsFunc(text, func(sign rune) bool { return sign >= 0xad && (sign < 0xc0 || sign > 0xff) })
}
