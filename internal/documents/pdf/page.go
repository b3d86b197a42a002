package pdf

import (
	"bytes"
	"fmt"
)

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
