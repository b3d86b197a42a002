package raster

import (
	"bytes"
	"image"

	"github.com/disintegration/imaging"
)

// qualityKept is the JPEG quality of what is stored, qualityShown that of a
// rendering which asks for none; both out of 100.
const (
	qualityKept  = 85
	qualityShown = 80
)

// encodeSmallest keeps a JPEG one. Of the others the opaque ones are tried as
// both, since drawings are smaller as PNG and photographs as JPEG.
func encodeSmallest(picture image.Image, source string) (Picture, error) {
	if source == JPEG {
		return encodeAs(picture, JPEG, qualityKept)
	}
	smallest, err := encodeAs(picture, PNG, qualityKept)
	if err != nil {
		return Picture{}, err
	}
	smallest.Source = source
	if !isOpaque(picture) {
		return smallest, nil
	}
	other, err := encodeAs(picture, JPEG, qualityKept)
	if err != nil {
		return Picture{}, err
	}
	if len(other.Bytes) < len(smallest.Bytes) {
		other.Source = source
		return other, nil
	}
	return smallest, nil
}

// encodeAs writes JPEG for JPEG and PNG for all else.
func encodeAs(picture image.Image, source string, quality int) (Picture, error) {
	mime, format := PNG, imaging.PNG
	if source == JPEG {
		mime, format = JPEG, imaging.JPEG
	}
	var encoded bytes.Buffer
	if err := imaging.Encode(&encoded, picture, format, imaging.JPEGQuality(quality)); err != nil {
		return Picture{}, err
	}
	size := picture.Bounds().Size()
	return Picture{Bytes: encoded.Bytes(), Type: mime, Source: source, Width: size.X, Height: size.Y}, nil
}

func isOpaque(picture image.Image) bool {
	known, ok := picture.(interface{ Opaque() bool })
	return ok && known.Opaque()
}
