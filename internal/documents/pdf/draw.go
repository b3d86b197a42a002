package pdf

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf16"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/shaping"
)

// place is where a row begins on the page, and its font size, in points.
type place struct{ x, y, size float64 }

// decimal formats a number for PDF, with no more digits than are visible.
func decimal(v float64) string {
	written := strconv.FormatFloat(v, 'f', 2, 64)
	for written[len(written)-1] == '0' {
		written = written[:len(written)-1]
	}
	if written[len(written)-1] == '.' {
		written = written[:len(written)-1]
	}
	if written == "-0" {
		return "0"
	}
	return written
}

// draw writes a row to a page.
func (f *fonts) draw(page *bytes.Buffer, r row, at place) {
	for _, part := range r.runs {
		if len(part.Glyphs) > 0 {
			part.draw(page, at)
		}
		at.x += ems(part.Advance) * at.size
	}
}

// draw writes a run (ISO 32000-1, 9.4). If the glyphs do not give the text in its order, the text
// is added for copying and reading aloud (14.9.4).
func (r run) draw(page *bytes.Buffer, at place) {
	numbers, givesText := r.numbered()
	if !givesText {
		fmt.Fprintf(page, "/Span <</ActualText <%s>>> BDC\n", utf16Hex("\uFEFF"+string(r.text)))
	}
	mode := "0 Tr"
	if r.face.isEmboldened {
		mode = "2 Tr " + decimal(at.size*0.03) + " w"
	}
	fmt.Fprintf(page, "BT /%s %s Tf %s 1 0 0 1 %s %s Tm\n[", r.face.name, decimal(at.size), mode, decimal(at.x), decimal(at.y))
	// pending is how far the pen is from where it should be, in thousandths.
	pending, rise := 0.0, 0.0
	for i, glyph := range r.Glyphs {
		if up := ems(glyph.YOffset) * at.size; up != rise {
			fmt.Fprintf(page, "] TJ %s Ts\n[", decimal(up))
			rise = up
		}
		if shift := pending + ems(glyph.XOffset)*1000; decimal(shift) != "0" {
			page.WriteString(decimal(-shift))
		}
		fmt.Fprintf(page, "<%04x>", numbers[i])
		pending = (ems(glyph.Advance)-ems(glyph.XOffset))*1000 - r.face.width(glyph.GlyphID)
	}
	page.WriteString("] TJ")
	if rise != 0 {
		page.WriteString(" 0 Ts")
	}
	page.WriteString(" ET\n")
	if !givesText {
		page.WriteString("EMC\n")
	}
}

// numbered returns the document's numbers of the run's glyphs, and whether they give the text: from
// left to right, with each glyph always for the same characters.
func (r run) numbered() (numbers []int, givesText bool) {
	givesText = r.Direction == di.DirectionLTR
	for _, glyph := range r.Glyphs {
		number := r.face.number(glyph.GlyphID)
		numbers = append(numbers, number)
		text := r.cluster(glyph)
		if known, ok := r.face.texts[number]; !ok {
			r.face.texts[number] = text
		} else if known != text {
			givesText = false
		}
		if glyph.GlyphsCount() != 1 {
			givesText = false
		}
	}
	return numbers, givesText
}

// cluster returns the text of a glyph.
func (r run) cluster(glyph shaping.Glyph) string {
	from := min(max(glyph.TextIndex()-r.Runes.Offset, 0), len(r.text))
	return string(r.text[from:min(from+glyph.RunesCount(), len(r.text))])
}

func utf16Hex(text string) string {
	var written []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		written = append(written, byte(unit>>8), byte(unit))
	}
	return hex.EncodeToString(written)
}
