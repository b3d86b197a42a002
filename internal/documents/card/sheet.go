package card

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
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
