// Package pix writes the BR Code that a payer copies or scans, and reads the five kinds of key, as
// Banco Central defined them for Pix. It moves no money and knows no institution.
package pix

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"unicode"

	"github.com/boombuler/barcode/qr"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"automacao/internal/kernel/money"
)

// ErrInvalidCode means that a BR Code cannot be written.
var ErrInvalidCode = errors.New("invalid BR Code")

// Limits of a BR Code, in characters (Manual do BR Code and Manual de Padrões para Iniciação do
// Pix, Banco Central).
const (
	nameMax      = 25
	cityMax      = 15
	referenceMax = 35
	templateMax  = 99
	network      = "br.gov.bcb.pix"
	noReference  = "***"
)

// Identifiers of the fields of a BR Code.
const (
	idFormat, idMethod, idCategory, idCurrency, idValue = "00", "01", "52", "53", "54"
	idCountry, idName, idCity, idAdditional, idCRC      = "58", "59", "60", "62", "63"
	idNetwork, idKey, idMessage, idURL, idReference     = "00", "01", "02", "25", "05"
)

// Code is the content of a BR Code. It has either Key, which identifies the receiver (static code),
// or URL without its scheme, which identifies the charge (dynamic code).
type Code struct {
	Key, URL  string
	Message   string
	Value     money.Money // zero leaves it to the payer, or to the answer at URL
	Name      string      // of the receiver, cut to 25 characters
	City      string      // cut to 15
	Reference string      // the txid; empty if there is none
	IsOnce    bool        // for a single payment
}

// Encode writes the code with its checksum. It removes accents, because banks count the length of a
// name with accents differently.
func (c Code) Encode() (string, error) {
	if (c.Key == "") == (c.URL == "") {
		return "", fmt.Errorf("%w: it must have either a key or an address", ErrInvalidCode)
	}
	if c.Value < 0 || !isAlphanumeric(c.Reference) || len(c.Reference) > referenceMax {
		return "", fmt.Errorf("%w: value or reference", ErrInvalidCode)
	}
	name, city := plain(c.Name, nameMax), plain(c.City, cityMax)
	if name == "" || city == "" {
		return "", fmt.Errorf("%w: the receiver's name or city is missing", ErrInvalidCode)
	}
	var text strings.Builder
	for _, f := range c.fields(name, city) {
		if len(f.value) > templateMax || !isPrintable(f.value) {
			return "", fmt.Errorf("%w: field %s", ErrInvalidCode, f.id)
		}
		if f.value != "" {
			f.write(&text)
		}
	}
	text.WriteString(idCRC + "04")
	return text.String() + fmt.Sprintf("%04X", CRC(text.String())), nil
}

func (c Code) fields(name, city string) []field {
	reference := c.Reference
	if reference == "" {
		reference = noReference
	}
	method, value := "", ""
	if c.IsOnce {
		method = "12"
	}
	if c.Value > 0 {
		value = c.Value.String()
	}
	account := join(field{idNetwork, network}, field{idKey, c.Key}, field{idMessage, plain(c.Message, templateMax)}, field{idURL, c.URL})
	return []field{
		{idFormat, "01"}, {idMethod, method}, {"26", account}, {idCategory, "0000"}, {idCurrency, "986"},
		{idValue, value}, {idCountry, "BR"}, {idName, name}, {idCity, city}, {idAdditional, join(field{idReference, reference})},
	}
}

// field is an identifier of two digits, a length of two digits, and a value.
type field struct{ id, value string }

func (f field) write(text *strings.Builder) {
	fmt.Fprintf(text, "%s%02d%s", f.id, len(f.value), f.value)
}

// join writes the fields that have a value.
func join(fields ...field) string {
	var text strings.Builder
	for _, f := range fields {
		if f.value != "" {
			f.write(&text)
		}
	}
	return text.String()
}

// CRC is CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, not reflected. That of a BR
// Code covers everything before it, including "6304".
func CRC(text string) uint16 {
	sum := uint16(0xFFFF)
	for _, char := range []byte(text) {
		sum ^= uint16(char) << 8
		for range 8 {
			if sum&0x8000 != 0 {
				sum = sum<<1 ^ 0x1021
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}

// plain returns text in ASCII without accents, at most max characters long.
func plain(text string, max int) string {
	bare := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), runes.Map(func(char rune) rune {
		if char < ' ' || char > '~' {
			return ' '
		}
		return char
	}))
	folded, _, err := transform.String(bare, text)
	if err != nil {
		return ""
	}
	folded = strings.Join(strings.Fields(folded), " ")
	return strings.TrimSpace(folded[:min(len(folded), max)])
}

func isPrintable(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool { return char < ' ' || char > '~' }) < 0
}

func isAlphanumeric(text string) bool {
	return strings.IndexFunc(text, func(char rune) bool {
		return (char < '0' || char > '9') && (char < 'a' || char > 'z') && (char < 'A' || char > 'Z')
	}) < 0
}

// pictureSize is the width and height of a drawn code, in pixels.
const pictureSize = 400

// Picture draws a code as a QR code, in a PNG with one bit per pixel.
func Picture(code string) ([]byte, error) {
	squares, err := qr.Encode(code, qr.M, qr.Auto)
	if err != nil {
		return nil, fmt.Errorf("draw the code: %w", err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, enlarge(squares)); err != nil {
		return nil, fmt.Errorf("draw the code: %w", err)
	}
	return picture.Bytes(), nil
}

// enlarge draws each module as large as fits into the picture, with a white margin.
func enlarge(squares image.Image) image.Image {
	side := squares.Bounds().Dx()
	size := pictureSize / side
	margin := (pictureSize - size*side) / 2
	out := image.NewPaletted(image.Rect(0, 0, pictureSize, pictureSize), color.Palette{color.White, color.Black})
	for y := range size * side {
		for x := range size * side {
			if squares.At(x/size, y/size) == color.Black {
				out.SetColorIndex(margin+x, margin+y, 1)
			}
		}
	}
	return out
}
