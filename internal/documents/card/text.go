package card

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"automacao/internal/documents/typeface"
)

// family is a font of the product.
type family int

const (
	sans family = iota
	bold
	mono
)

// style is a font in a size, in pixels.
type style struct {
	family family
	size   float64
}

func (f family) at(size float64) style { return style{f, size} }

// parsed parses the fonts once. A parsed font is safe for concurrent use.
var parsed = sync.OnceValues(func() (fonts [3]*opentype.Font, err error) {
	for name, file := range map[family][]byte{sans: typeface.Sans, bold: typeface.SansBold, mono: typeface.Mono} {
		if fonts[name], err = opentype.Parse(file); err != nil {
			return fonts, fmt.Errorf("read font %d: %w", name, err)
		}
	}
	return fonts, nil
})

// face returns the face of a style, made on first use. A face belongs to its sheet alone.
func (s *sheet) face(wanted style) font.Face {
	if found, ok := s.faces[wanted]; ok {
		return found
	}
	made, err := opentype.NewFace(s.fonts[wanted.family], &opentype.FaceOptions{Size: wanted.size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // The options are constants that every font accepts.
	}
	s.faces[wanted] = made
	return made
}

// textMax bounds how much of a text is measured, in runes. No card shows as many.
const textMax = 240

// known returns the text on one line, without characters missing from the font.
func (s *sheet) known(wanted style, text string) string {
	face := s.face(wanted)
	var kept strings.Builder
	runes := 0
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if runes == textMax {
			break
		}
		if _, has := face.GlyphAdvance(r); !has || !unicode.IsPrint(r) || s.lacks(wanted, r) {
			continue
		}
		kept.WriteRune(r)
		runes++
	}
	return strings.Join(strings.Fields(kept.String()), " ")
}

// lacks reports a character that would be drawn as an empty box.
func (s *sheet) lacks(wanted style, r rune) bool {
	index, err := s.fonts[wanted.family].GlyphIndex(&s.buffer, r)
	return err != nil || index == 0
}

func (s *sheet) width(wanted style, text string) float64 {
	return float64(font.MeasureString(s.face(wanted), text)) / 64
}

const ellipsis = "…"

// cut returns the beginning of the text that fits, with an ellipsis if it does not fit whole.
func (s *sheet) cut(wanted style, text string, room float64) string {
	text = s.known(wanted, text)
	if s.width(wanted, text) <= room {
		return text
	}
	face, left := s.face(wanted), room-s.width(wanted, ellipsis)
	end := 0
	for i, r := range text {
		advance, _ := face.GlyphAdvance(r)
		if left -= float64(advance) / 64; left < 0 {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return strings.TrimRight(text[:end], " ,.;:-–") + ellipsis
}

// wrap breaks the text into at most max lines. The last one ends with an ellipsis if text is left.
func (s *sheet) wrap(wanted style, text string, room float64, max int) []string {
	words := strings.Fields(s.known(wanted, text))
	var lines []string
	for len(words) > 0 {
		if len(lines) == max-1 {
			return append(lines, s.cut(wanted, strings.Join(words, " "), room))
		}
		count := 1
		for count < len(words) && s.width(wanted, strings.Join(words[:count+1], " ")) <= room {
			count++
		}
		lines = append(lines, s.cut(wanted, strings.Join(words[:count], " "), room))
		words = words[count:]
	}
	return lines
}

// isCut reports lines that do not contain the whole text.
func (s *sheet) isCut(wanted style, text string, lines []string) bool {
	return strings.Join(lines, " ") != s.known(wanted, text)
}

// write draws text on a baseline and returns where it ends.
func (s *sheet) write(x, y float64, wanted style, in color.Color, text string) float64 {
	drawer := font.Drawer{
		Dst: s.picture, Src: image.NewUniform(in), Face: s.face(wanted),
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)},
	}
	drawer.DrawString(text)
	return float64(drawer.Dot.X) / 64
}
