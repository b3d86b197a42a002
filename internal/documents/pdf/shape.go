package pdf

import (
	"cmp"
	"slices"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
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
