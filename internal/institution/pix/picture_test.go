package pix

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

func TestAPictureHasTheSquaresOfItsCode(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"a", "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Serra Azul SA6008SAO PAULO62070503***63041D3D"} {
		drawn, err := Picture(code)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(drawn))
		if err != nil {
			t.Fatal(err)
		}
		squares, err := qr.Encode(code, qr.M, qr.Auto)
		if err != nil {
			t.Fatal(err)
		}
		want, err := barcode.Scale(squares, pictureSize, pictureSize)
		if err != nil || got.Bounds() != want.Bounds() {
			t.Fatalf("the picture is %v, want %v, %v", got.Bounds(), want.Bounds(), err)
		}
		for at := range pictureSize * pictureSize {
			x, y := at%pictureSize, at/pictureSize
			if color.GrayModel.Convert(got.At(x, y)) != color.GrayModel.Convert(want.At(x, y)) {
				t.Fatalf("%q differs at %d, %d", code, x, y)
			}
		}
	}
}
