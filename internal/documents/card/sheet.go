package card

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"automacao/internal/documents/typeface"
)

// The light theme's colours, as in web/src/styles/tokens.css.
var (
	paper   = color.NRGBA{0xfb, 0xf9, 0xf5, 0xff}
	raised  = color.NRGBA{0xfe, 0xfd, 0xfb, 0xff}
	ink     = color.NRGBA{0x1d, 0x24, 0x2e, 0xff}
	muted   = color.NRGBA{0x57, 0x62, 0x70, 0xff}
	line    = color.NRGBA{0xc9, 0xc6, 0xc0, 0xff}
	grid    = color.NRGBA{0x3f, 0x4b, 0x5c, 0x0f}
	inverse = color.NRGBA{0x17, 0x1c, 0x24, 0xff}
	accent  = color.NRGBA{0xf4, 0x77, 0x2a, 0xff}
)

// sheet is a card while it is drawn. It is not safe for concurrent use.
type sheet struct {
	picture *image.RGBA
	fonts   [3]*opentype.Font
	faces   map[style]font.Face
	buffer  sfnt.Buffer
}

func newSheet(size image.Rectangle) (*sheet, error) {
	fonts, err := parsed()
	if err != nil {
		return nil, err
	}
	return &sheet{picture: image.NewRGBA(size), fonts: fonts, faces: map[style]font.Face{}}, nil
}

// ground draws the paper with its grid and the corner ticks of a drawing.
func (s *sheet) ground() {
	draw.Draw(s.picture, s.picture.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	const step, inset, tick = 30, 32, 22
	for x := step; x < Width; x += step {
		s.fill(float64(x), 0, 1, Height, grid)
	}
	for y := step; y < Height; y += step {
		s.fill(0, float64(y), Width, 1, grid)
	}
	for _, x := range []float64{inset, Width - inset} {
		for _, y := range []float64{inset, Height - inset} {
			across, down := x, y
			if x > inset {
				across -= tick
			}
			if y > inset {
				down -= tick
			}
			s.fill(across, y-1, tick, 2, muted)
			s.fill(x-1, down, 2, tick, muted)
		}
	}
}

func (s *sheet) fill(x, y, width, height float64, in color.Color) {
	area := image.Rect(int(x), int(y), int(x+width), int(y+height))
	draw.Draw(s.picture, area, image.NewUniform(in), image.Point{}, draw.Over)
}

// labelPadding is the space at both sides of a label's text.
const labelPadding = 14

// label writes a text in a frame around its baseline and returns where it ends.
func (s *sheet) label(x, y float64, wanted style, text string) float64 {
	text = s.known(wanted, text)
	width := s.width(wanted, text) + 2*labelPadding
	top, height := y-wanted.size-3, wanted.size*1.3+10
	s.round(x, top, width, height, 6, line)
	s.round(x+1.5, top+1.5, width-3, height-3, 5, raised)
	s.write(x+labelPadding, y, wanted, ink, text)
	return x + width
}

func (s *sheet) monogram(x, y, size float64, letters string) {
	face := bold.at(size * 0.42)
	letters = s.cut(face, letters, size-24)
	s.round(x, y, size, size, 12, inverse)
	s.write(x+(size-s.width(face, letters))/2, y+size*0.645, face, paper, letters)
}

// rung draws a line with the coil of a ladder diagram before its end.
func (s *sheet) rung(from, to, y float64) {
	const radius, gap = 11, 30
	s.fill(from, y-1, to-from, 2, line)
	s.disc(to-gap, y, radius, accent)
	s.disc(to-gap, y, radius-4, paper)
}

// mark draws the product's logo as in its favicon, which is 32 units wide.
func (s *sheet) mark(x, y, size float64) {
	unit := size / 32
	at := func(px, py float64) (float64, float64) { return x + px*unit, y + py*unit }
	s.round(x, y, size, size, 6*unit, inverse)
	for _, stroke := range [][4]float64{{7, 25, 14.2, 7}, {14.2, 7, 17.8, 7}, {17.8, 7, 25, 25}, {11, 18.5, 17.2, 18.5}} {
		fromX, fromY := at(stroke[0], stroke[1])
		toX, toY := at(stroke[2], stroke[3])
		s.stroke(fromX, fromY, toX, toY, 3*unit, paper)
	}
	coilX, coilY := at(21.6, 18.5)
	s.disc(coilX, coilY, 2.6*unit, accent)
}

// stroke draws a line with round ends.
func (s *sheet) stroke(fromX, fromY, toX, toY, width float64, in color.Color) {
	length := math.Hypot(toX-fromX, toY-fromY)
	overX, overY := (toY-fromY)/length*width/2, (fromX-toX)/length*width/2
	s.path(in, func(p *vector.Rasterizer) {
		p.MoveTo(float32(fromX+overX), float32(fromY+overY))
		p.LineTo(float32(toX+overX), float32(toY+overY))
		p.LineTo(float32(toX-overX), float32(toY-overY))
		p.LineTo(float32(fromX-overX), float32(fromY-overY))
	})
	s.disc(fromX, fromY, width/2, in)
	s.disc(toX, toY, width/2, in)
}

func (s *sheet) disc(x, y, radius float64, in color.Color) {
	s.round(x-radius, y-radius, 2*radius, 2*radius, radius, in)
}

// round draws a rectangle with round corners.
func (s *sheet) round(x, y, width, height, radius float64, in color.Color) {
	// The share of the radius between a corner and the control point of the cubic curve that
	// approximates a quarter circle.
	const left = 1 - 0.5523
	s.path(in, func(p *vector.Rasterizer) {
		l, t, r, b, q, k := float32(x), float32(y), float32(x+width), float32(y+height), float32(radius), float32(radius*left)
		p.MoveTo(l+q, t)
		p.LineTo(r-q, t)
		p.CubeTo(r-k, t, r, t+k, r, t+q)
		p.LineTo(r, b-q)
		p.CubeTo(r, b-k, r-k, b, r-q, b)
		p.LineTo(l+q, b)
		p.CubeTo(l+k, b, l, b-k, l, b-q)
		p.LineTo(l, t+q)
		p.CubeTo(l, t+k, l+k, t, l+q, t)
	})
}

func (s *sheet) path(in color.Color, trace func(*vector.Rasterizer)) {
	outline := vector.NewRasterizer(Width, Height)
	trace(outline)
	outline.ClosePath()
	outline.Draw(s.picture, s.picture.Bounds(), image.NewUniform(in), image.Point{})
}

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
