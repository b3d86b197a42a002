package pdf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/harfbuzz"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// emPixels is the font size at which text is shaped: widths are in 1/64 of 1/100 of the printed
// size.
const emPixels = 100

// ems converts a width to a multiple of the font size.
func ems(v fixed.Int26_6) float64 { return float64(v) / 64 / emPixels }

// row is a line as it is drawn: its runs from left to right, and its width as a multiple of the
// font size.
type row struct {
	runs          []run
	width         float64
	isRightToLeft bool
}

// run is a part of a row in one font, with its text.
type run struct {
	face *face
	shaping.Output
	text []rune
}

// setter sets text in one weight.
type setter struct {
	fonts  *fonts
	isBold bool
}

// rows breaks a text into lines of a width, which is a multiple of the font size.
func (s setter) rows(text string, width float64) ([]row, error) {
	var all []row
	for _, paragraph := range s.fonts.paragraphs(text) {
		all = append(all, s.wrap(paragraph, width)...)
	}
	return all, s.fonts.err
}

func (s setter) wrap(text []rune, width float64) []row {
	in := shaping.Input{Text: text, RunEnd: len(text), Size: fixed.I(emPixels), Language: language.NewLanguage("pt-BR"), Direction: di.DirectionLTR}
	if isRightToLeft(text) {
		in.Direction = di.DirectionRTL
	}
	var shaped []shaping.Output
	for _, part := range s.fonts.segmenter.Split(in, s) {
		shaped = append(shaped, s.fonts.shaper.ShapeNoExtents(part))
	}
	lines, _ := s.fonts.wrapper.WrapParagraphF(shaping.WrapConfig{Direction: in.Direction}, fixed.Int26_6(width*emPixels*64), text, shaping.NewSliceIterator(shaped))
	rows := make([]row, 0, len(lines))
	for _, line := range lines {
		rows = append(rows, s.row(line, text, in.Direction == di.DirectionRTL))
	}
	return rows
}

// row copies a line, because the wrapper reuses its memory.
func (s setter) row(line shaping.Line, text []rune, isRightToLeft bool) row {
	made := row{isRightToLeft: isRightToLeft}
	line = slices.Clone(line)
	slices.SortStableFunc(line, func(a, b shaping.Output) int { return cmp.Compare(a.VisualIndex, b.VisualIndex) })
	for _, out := range line {
		out.Glyphs = slices.Clone(out.Glyphs)
		made.runs = append(made.runs, run{face: s.fonts.of(out.Face, s.isBold), Output: out, text: text[out.Runes.Offset : out.Runes.Offset+out.Runes.Count]})
		made.width += ems(out.Advance)
	}
	return made
}

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
