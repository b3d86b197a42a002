package pdf

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"

	"automacao/internal/documents/typeface"
)

// parsed is a built-in font. It is safe for concurrent use.
type parsed struct {
	*font.Font
	content []byte
}

func parse(content []byte) (parsed, error) {
	loader, err := opentype.NewLoader(bytes.NewReader(content))
	if err != nil {
		return parsed{}, fmt.Errorf("parse a font: %w", err)
	}
	read, err := font.NewFont(loader)
	if err != nil {
		return parsed{}, fmt.Errorf("parse a font: %w", err)
	}
	return parsed{read, content}, nil
}

// library holds the fonts in the order in which they are tried for a character: the product's
// regular and bold, then the fallbacks. Each is parsed on first use, once per process.
var library = func() (all []func() (parsed, error)) {
	unpackers := []func() ([]byte, error){
		func() ([]byte, error) { return typeface.Sans, nil }, func() ([]byte, error) { return typeface.SansBold, nil },
	}
	for _, unpack := range append(unpackers, typeface.Fallbacks()...) {
		all = append(all, sync.OnceValues(func() (parsed, error) {
			content, err := unpack()
			if err != nil {
				return parsed{}, err
			}
			return parse(content)
		}))
	}
	return all
}()

// Indexes in the library.
const (
	regular = iota
	bold
	firstFallback
)

// face is a font as one document uses it. glyphs are those it shows, in order of first use; their
// index is their number in the document.
type face struct {
	parsed
	*font.Face
	// name is what pages call the font. isEmboldened draws outlines wider, because fallbacks have
	// no bold.
	name         string
	isEmboldened bool
	glyphs       []font.GID
	numbers      map[font.GID]int
	texts        map[int]string
}

// fonts are the fonts of one document. err keeps a failure to read one, because the callers that
// ask for a character's font cannot return an error.
type fonts struct {
	faces     map[int]*font.Face
	used      []*face
	byFace    map[*font.Face]map[bool]*face
	places    map[rune]int
	parsedOf  map[*font.Face]parsed
	err       error
	segmenter shaping.Segmenter
	shaper    shaping.HarfbuzzShaper
	wrapper   shaping.LineWrapper
}

func newFonts() (*fonts, error) {
	f := &fonts{faces: map[int]*font.Face{}, byFace: map[*font.Face]map[bool]*face{}, places: map[rune]int{}, parsedOf: map[*font.Face]parsed{}}
	f.face(regular)
	f.face(bold)
	return f, f.err
}

// face returns the font at an index of the library, or nil if it cannot be read.
func (f *fonts) face(place int) *font.Face {
	if found, ok := f.faces[place]; ok {
		return found
	}
	read, err := library[place]()
	if err != nil {
		f.err = err
		return nil
	}
	made := font.NewFace(read.Font)
	f.faces[place], f.parsedOf[made] = made, read
	return made
}

// place returns the index of the first font with a character, or -1.
func (f *fonts) place(r rune) int {
	if found, ok := f.places[r]; ok {
		return found
	}
	found := -1
	for place := range library {
		if place == bold {
			continue
		}
		if face := f.face(place); face != nil {
			// Fonts end their character tables with U+FFFF, for which they have no glyph.
			if glyph, ok := face.NominalGlyph(r); ok && glyph != 0 {
				found = place
				break
			}
		}
	}
	f.places[r] = found
	return found
}

// has reports whether a character can be shown or is invisible.
func (f *fonts) has(r rune) bool { return isInvisible(r) || f.place(r) >= 0 }

// ResolveFace returns the font for a character in the setter's weight.
func (s setter) ResolveFace(r rune) *font.Face {
	place := max(s.fonts.place(r), regular)
	if place == regular && s.isBold {
		if _, ok := s.fonts.face(bold).NominalGlyph(r); ok {
			place = bold
		}
	}
	return s.fonts.face(place)
}

// of returns the document's face for a font in a weight.
func (f *fonts) of(found *font.Face, isBold bool) *face {
	isEmboldened := isBold && found != f.faces[bold]
	if f.byFace[found] == nil {
		f.byFace[found] = map[bool]*face{}
	}
	if made, ok := f.byFace[found][isEmboldened]; ok {
		return made
	}
	made := &face{
		parsed: f.parsedOf[found], Face: found, name: fmt.Sprintf("F%d", len(f.used)+1), isEmboldened: isEmboldened,
		// Glyph 0 is what a reader shows for a missing glyph.
		glyphs: []font.GID{0}, numbers: map[font.GID]int{0: 0}, texts: map[int]string{},
	}
	f.used = append(f.used, made)
	f.byFace[found][isEmboldened] = made
	return made
}

// number returns the number of a glyph in the document.
func (f *face) number(glyph font.GID) int {
	number, ok := f.numbers[glyph]
	if !ok {
		number = len(f.glyphs)
		f.glyphs, f.numbers[glyph] = append(f.glyphs, glyph), number
	}
	return number
}

// width returns the width of a glyph in thousandths of the font size.
func (f *face) width(glyph font.GID) float64 {
	return float64(f.HorizontalAdvance(glyph)) * 1000 / float64(f.parsed.Upem())
}
