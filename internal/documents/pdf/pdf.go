// Package pdf prints plain documents: lines of text on A4 pages, in embedded fonts. It can print
// whatever people can type. It knows nothing about the meaning of the lines.
package pdf

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
	"unicode/utf16"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/shaping"
)

// Document is what is printed. At is the date in the file, so that printing a document again gives
// the same bytes. Footer is on every page, before the page number.
type Document struct {
	Title, Footer string
	At            time.Time
	Lines         []Line
}

// Line is a paragraph, or a gap if it is empty.
type Line struct {
	Text           string
	IsBold, IsHead bool
}

// File is a printed document for download: its name, and its bytes as base64.
type File struct {
	Name    string `json:"name"`
	Content string `json:"content"`
}

// NewFile returns a printed document under a name.
func NewFile(name string, printed []byte) File {
	return File{Name: name, Content: base64.StdEncoding.EncodeToString(printed)}
}

// Print returns the document's bytes. No text makes it fail; the only error is a built-in font that
// cannot be read.
func (d Document) Print() ([]byte, error) {
	fonts, err := newFonts()
	if err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	pages := newPages(fonts)
	for _, line := range d.Lines {
		if err := pages.add(line); err != nil {
			return nil, fmt.Errorf("print %s: %w", d.Title, err)
		}
	}
	if err := pages.foot(d.Footer); err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	printed, err := d.write(pages)
	if err != nil {
		return nil, fmt.Errorf("print %s: %w", d.Title, err)
	}
	return printed, nil
}

// Sizes on the page, in points of 1/72 inch. A4 is 210 by 297 millimetres.
const (
	pointsPerMM  = 72 / 25.4
	pageWidth    = 210 * pointsPerMM
	pageHeight   = 297 * pointsPerMM
	margin       = 20 * pointsPerMM
	textWidth    = pageWidth - 2*margin
	lineHeight   = 5 * pointsPerMM
	footerLine   = 12 * pointsPerMM
	bodyPoints   = 10.0
	headPoints   = 14.0
	footerPoints = 7.0
)

// pages are the contents of the pages. y is the height above the page's bottom of the next line's
// top.
type pages struct {
	fonts    *fonts
	contents []*bytes.Buffer
	y        float64
}

func newPages(f *fonts) *pages {
	p := &pages{fonts: f}
	p.turn()
	return p
}

func (p *pages) turn() {
	p.contents = append(p.contents, &bytes.Buffer{})
	p.y = pageHeight - margin
}

// add sets a paragraph below the last.
func (p *pages) add(l Line) error {
	if l.Text == "" {
		p.y -= lineHeight / 2
		return nil
	}
	size := bodyPoints
	if l.IsHead {
		size = headPoints
	}
	set := setter{fonts: p.fonts, isBold: l.IsHead || l.IsBold}
	rows, err := set.rows(l.Text, textWidth/size)
	if err != nil {
		return err
	}
	height := lineHeight * size / bodyPoints
	for _, row := range rows {
		if p.y-height < margin {
			p.turn()
		}
		x := margin
		if row.isRightToLeft {
			x += textWidth - row.width*size
		}
		p.fonts.draw(p.contents[len(p.contents)-1], row, place{x: x, y: p.y - 0.72*height, size: size})
		p.y -= height
	}
	return nil
}

// foot writes the footer of every page. It is called last.
func (p *pages) foot(text string) error {
	for i, content := range p.contents {
		set := setter{fonts: p.fonts}
		rows, err := set.rows(fmt.Sprintf("%s · página %d", text, i+1), textWidth/footerPoints)
		if err != nil {
			return err
		}
		for n, row := range rows {
			x := (pageWidth - row.width*footerPoints) / 2
			p.fonts.draw(content, row, place{x: x, y: footerLine - float64(n)*1.2*footerPoints, size: footerPoints})
		}
	}
	return nil
}

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
