package storage

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	// What may come in. The imaging package registers more, which are refused
	// by name before anything is decoded.
	_ "image/gif"

	"github.com/disintegration/imaging"
	_ "golang.org/x/image/webp"
)

const (
	// pictureSideMax and picturePixelsMax bound what is decoded at all: a
	// small file may claim a picture that fills the memory.
	pictureSideMax   = 8000
	picturePixelsMax = 40_000_000
	// pictureEdgeMax is the longer edge of what is kept.
	pictureEdgeMax = 2560
	jpegQuality    = 85
)

// reencode decodes a picture and encodes it anew, upright, no larger than
// needed, and without anything the file held besides: position, script or a
// second file behind the picture.
func (s *Server) reencode(ctx context.Context, file *spool, bytesMax int64) (encoded *spool, contentType string, err error) {
	format, err := checkPicture(file)
	if err != nil {
		return nil, "", err
	}
	select {
	case s.decoders <- struct{}{}:
		defer func() { <-s.decoders }()
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	picture, err := decode(file)
	if err != nil {
		return nil, "", err
	}
	if encoded, err = newSpool(bytesMax); err != nil {
		return nil, "", fmt.Errorf("open a spool: %w", err)
	}
	if contentType, err = encode(encoded, picture, format); err != nil {
		encoded.Close()
		return nil, "", err
	}
	return encoded, contentType, nil
}

// checkPicture reads the header only.
func checkPicture(file *spool) (format string, err error) {
	// A decoder that panics has met a file made to break it.
	defer func() {
		if recover() != nil {
			err = errNoPicture
		}
	}()
	config, format, err := image.DecodeConfig(bufio.NewReader(file.Reader()))
	if err != nil {
		return "", errNoPicture.Because(err)
	}
	switch format {
	case "png", "jpeg", "gif", "webp":
	default:
		return "", invalidMimeType("image/" + format)
	}
	if config.Width < 1 || config.Height < 1 || config.Width > pictureSideMax || config.Height > pictureSideMax ||
		config.Width*config.Height > picturePixelsMax {
		return "", errHugePicture
	}
	return format, nil
}

func decode(file *spool) (picture image.Image, err error) {
	defer func() {
		if recover() != nil {
			err = errNoPicture
		}
	}()
	picture, err = imaging.Decode(file.Reader(), imaging.AutoOrientation(true))
	if err != nil {
		return nil, errNoPicture.Because(err)
	}
	bounds := picture.Bounds()
	if bounds.Empty() {
		return nil, errNoPicture
	}
	if bounds.Dx() > pictureEdgeMax || bounds.Dy() > pictureEdgeMax {
		picture = imaging.Fit(picture, pictureEdgeMax, pictureEdgeMax, imaging.Lanczos)
	}
	return picture, nil
}

// encode writes PNG where a pixel may be transparent or edges are sharp, and
// JPEG for photographs: what came as JPEG, and opaque WebP.
func encode(into *spool, picture image.Image, format string) (contentType string, err error) {
	if format == "jpeg" || (format == "webp" && isOpaque(picture)) {
		return "image/jpeg", jpeg.Encode(into, picture, &jpeg.Options{Quality: jpegQuality})
	}
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	return "image/png", encoder.Encode(into, picture)
}

func isOpaque(picture image.Image) bool {
	known, ok := picture.(interface{ Opaque() bool })
	return ok && known.Opaque()
}
