package pix

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"github.com/boombuler/barcode/qr"
)

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
