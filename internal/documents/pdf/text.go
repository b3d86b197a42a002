package pdf

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/harfbuzz"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// paragraphMax bounds what is shaped at once, in characters, because widths are summed in 32 bits.
const paragraphMax = 20_000

// paragraphs returns the text in printable form: composed (NFC), split into lines, with a stand-in
// for what no font shows.
func (f *fonts) paragraphs(text string) [][]rune {
	text = norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD"))
	var all [][]rune
	for line := range strings.FieldsFuncSeq(strings.ReplaceAll(text, "\r\n", "\n"), isLineEnd) {
		runes := f.printable(line)
		for len(runes) > paragraphMax {
			all, runes = append(all, runes[:paragraphMax]), runes[paragraphMax:]
		}
		all = append(all, runes)
	}
	return all
}

func isLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

func (f *fonts) printable(line string) []rune {
	var runes []rune
	for _, r := range line {
		switch {
		case r == '\t':
			runes = append(runes, ' ')
		case unicode.IsControl(r) || overrides(r) || !f.has(r):
			runes = append(runes, []rune(standIn(r))...)
		default:
			runes = append(runes, r)
		}
	}
	return runes
}

// standIn shows a character by its code point, so that documents that differ in it also differ in
// print.
func standIn(r rune) string { return fmt.Sprintf("[U+%04X]", r) }

// overrides reports whether a character changes the display order of others. A printed document
// shows such a character and does not obey it.
func overrides(r rune) bool { return r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069' }

// isInvisible reports whether a character displays nothing itself: it joins, separates or modifies
// others, and a font need not contain it.
func isInvisible(r rune) bool { return harfbuzz.IsDefaultIgnorable(r) }

// isRightToLeft goes by the first letter that has a direction (UAX #9, P2).
func isRightToLeft(text []rune) bool {
	for _, r := range text {
		switch properties, _ := bidi.LookupRune(r); properties.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
	}
	return false
}
