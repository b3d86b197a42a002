package pix

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// pictureSize is the width and height of a drawn code, in pixels.
const pictureSize = 400

// Picture is a code as a QR code, a PNG.
func Picture(code string) ([]byte, error) {
	squares, err := qr.Encode(code, qr.M, qr.Auto)
	if err == nil {
		squares, err = barcode.Scale(squares, pictureSize, pictureSize)
	}
	if err != nil {
		return nil, fmt.Errorf("draw the code: %w", err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, squares); err != nil {
		return nil, fmt.Errorf("draw the code: %w", err)
	}
	return picture.Bytes(), nil
}
