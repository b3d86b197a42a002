// Package card draws the picture in a link's preview: what the page is about, in the product's
// design. It reads nothing and knows no page.
package card

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
)

// Width and Height of every card in pixels, as link previews expect (https://ogp.me, 1.91:1).
const (
	Width  = 1200
	Height = 630
)

// Card is the content of a picture. Text that is too long is cut with an ellipsis, characters
// missing from the font are left out, and empty parts take up no space.
type Card struct {
	// Tag is a code such as PRJ-0007, Kind says what the page is about.
	Tag, Kind string
	// Monogram is shown in a square beside the title of a person or company.
	Monogram string
	Title    string
	Subtitle string
	// Labels are short words in frames, as many as fit on one line.
	Labels []string
	// Facts are shown below the line, three at most.
	Facts []Fact
}

// Fact is a named value.
type Fact struct{ Name, Value string }

// look is the version of the drawing. It must change with the drawing, so that cached pictures are
// fetched again.
const look = 1

// Digest returns a name for the picture that depends on its content: equal cards have equal bytes.
func (c Card) Digest() (string, error) {
	content, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("digest a card: %w", err)
	}
	sum := sha256.Sum256(fmt.Appendf(content, "%d", look))
	return hex.EncodeToString(sum[:8]), nil
}

// PNG draws the card. It uses about four megabytes of memory.
func (c Card) PNG() ([]byte, error) {
	sheet, err := newSheet(image.Rect(0, 0, Width, Height))
	if err != nil {
		return nil, err
	}
	sheet.ground()
	c.head(sheet)
	below := c.title(sheet)
	c.labels(sheet, below)
	c.facts(sheet)
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, sheet.picture); err != nil {
		return nil, fmt.Errorf("encode a card: %w", err)
	}
	return drawn.Bytes(), nil
}

// Positions on the card, in pixels.
const (
	margin     = 72
	right      = Width - margin
	headLine   = 112
	titleTop   = 168
	factsRule  = 486
	factName   = 524
	factValue  = 564
	factsMost  = 3
	columnGap  = 24
	labelSpace = 12
	monogram   = 136
)

// head draws the row with the tag, the kind and the product's name.
func (c Card) head(s *sheet) {
	x := float64(margin)
	if c.Tag != "" {
		x = s.label(x, headLine, mono.at(26), c.Tag) + 20
	}
	brand := sans.at(26)
	start := right - s.width(bold.at(26), "Automação") - s.width(brand, " - Indústria")
	s.mark(start-54, headLine-30, 40)
	end := s.write(start, headLine, bold.at(26), ink, "Automação")
	s.write(end, headLine, brand, muted, " - Indústria")
	s.write(x, headLine, brand, muted, s.cut(brand, c.Kind, start-74-x))
}

// title draws the title and returns where the content below it may begin.
func (c Card) title(s *sheet) float64 {
	x, y := float64(margin), float64(titleTop)
	if c.Monogram != "" {
		s.monogram(x, y+8, monogram, c.Monogram)
		x += monogram + 36
	}
	// A short title is large, a long one smaller and on up to three lines.
	face, leading := bold.at(62), 74.0
	lines := s.wrap(face, c.Title, right-x, 2)
	if s.isCut(face, c.Title, lines) {
		face, leading = bold.at(50), 60
		lines = s.wrap(face, c.Title, right-x, 3)
	}
	y += leading * 0.8
	for _, line := range lines {
		s.write(x, y, face, ink, line)
		y += leading
	}
	if c.Subtitle != "" {
		face := sans.at(30)
		s.write(x, y-leading+56, face, muted, s.cut(face, c.Subtitle, right-x))
		y += 46
	}
	return max(y-leading+36, titleTop+monogram+32)
}

func (c Card) labels(s *sheet, y float64) {
	x, face := float64(margin), sans.at(24)
	baseline := min(y+36, factsRule-34)
	for _, text := range c.Labels {
		if x+s.width(face, s.known(face, text))+2*labelPadding > right {
			return
		}
		x = s.label(x, baseline, face, text) + labelSpace
	}
}

// facts draws the facts below a rung that ends in a coil, as in a ladder diagram.
func (c Card) facts(s *sheet) {
	s.rung(margin, right, factsRule)
	shown := c.Facts[:min(len(c.Facts), factsMost)]
	for i, fact := range shown {
		column := float64(right-margin+columnGap) / float64(len(shown))
		x := margin + float64(i)*column
		s.write(x, factName, sans.at(22), muted, s.cut(sans.at(22), fact.Name, column-columnGap))
		s.write(x, factValue, bold.at(28), ink, s.cut(bold.at(28), fact.Value, column-columnGap))
	}
}
