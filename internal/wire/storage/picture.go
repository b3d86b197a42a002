package storage

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"
	"time"

	// This decoder is accepted. The imaging package registers more, which are refused by name
	// before anything is decoded.
	_ "image/gif"

	"github.com/kovidgoyal/imaging"
	_ "golang.org/x/image/webp"
)

const (
	// pictureSideMax and picturePixelsMax bound what is decoded: a small file may claim a picture
	// that fills the memory.
	pictureSideMax   = 8000
	picturePixelsMax = 40_000_000
	// pictureEdgeMax is the longer edge, in pixels, of pictures in a bucket of pictures, and
	// jpegQuality their quality. A picture among other files keeps its size and gets
	// jpegQualityFile.
	pictureEdgeMax  = 2560
	jpegQuality     = 85
	jpegQualityFile = 92
	// decodeTimeMax ends files made to be slow, such as a JPEG with a hundred thousand scans over
	// the same pixels.
	decodeTimeMax = 20 * time.Second
)

// reencode decodes a picture and encodes it again: upright, in sRGB, no larger than needed, and
// without anything else in the file, such as a position, a script or a second file after the
// picture.
func (s *Server) reencode(ctx context.Context, file *bufferedFile, bytesMax int64) (encoded *bufferedFile, contentType string, err error) {
	return s.reencodeWithin(ctx, file, bytesMax, pictureEdgeMax, jpegQuality)
}

func (s *Server) reencodeWithin(ctx context.Context, file *bufferedFile, bytesMax int64, edgeMax, quality int) (encoded *bufferedFile, contentType string, err error) {
	format, pixels, err := checkPicture(file)
	if err != nil {
		return nil, "", err
	}
	// Decode at most one picture per core, and fewer if they are large: cores limit small pictures,
	// memory the large ones.
	share := max(pixels, picturePixelsMax/int64(runtime.GOMAXPROCS(0)))
	if err := s.decoders.Acquire(ctx, share); err != nil {
		return nil, "", err
	}
	defer s.decoders.Release(share)
	picture, err := decode(ctx, file, format, edgeMax)
	if err != nil {
		return nil, "", err
	}
	if encoded, err = newBufferedFile(bytesMax); err != nil {
		return nil, "", fmt.Errorf("open a buffer: %w", err)
	}
	if contentType, err = encode(encoded, picture, format, quality); err != nil {
		encoded.Close()
		return nil, "", err
	}
	return encoded, contentType, nil
}

// checkPicture reads only the header.
func checkPicture(file *bufferedFile) (format string, pixels int64, err error) {
	// A decoder that panics was given a file made to break it.
	defer func() {
		if recover() != nil {
			err = errNoPicture
		}
	}()
	config, format, err := image.DecodeConfig(bufio.NewReader(file.Reader()))
	if err != nil {
		return "", 0, errNoPicture.Because(err)
	}
	switch format {
	case "png", "jpeg", "gif", "webp":
	default:
		return "", 0, invalidMimeType("image/" + format)
	}
	pixels = int64(config.Width) * int64(config.Height)
	if config.Width < 1 || config.Height < 1 || config.Width > pictureSideMax || config.Height > pictureSideMax || pixels > picturePixelsMax {
		return "", 0, errHugePicture
	}
	return format, pixels, nil
}

// decode returns a picture upright, in sRGB and at most edgeMax pixels long.
func decode(ctx context.Context, file *bufferedFile, format string, edgeMax int) (picture image.Image, err error) {
	defer func() {
		if recover() != nil {
			picture, err = nil, errNoPicture
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, decodeTimeMax)
	defer cancel()
	picture, _, err = image.Decode(bufio.NewReader(smallReads{ctx, file.Reader()}))
	if err != nil {
		return nil, errNoPicture.Because(err)
	}
	if picture.Bounds().Empty() {
		return nil, errNoPicture
	}
	return readPictureMetadata(format, file.Reader()).show(picture, edgeMax), nil
}

// smallReads reads in small pieces until its context ends, so that a decoder that spends long on every
// byte is stopped soon.
type smallReads struct {
	ctx  context.Context
	from io.Reader
}

// Read fails once the context has ended.
func (b smallReads) Read(into []byte) (int, error) {
	const biteBytes = 512
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	return b.from.Read(into[:min(len(into), biteBytes)])
}

// encode writes PNG where pixels may be transparent or edges are sharp, and JPEG for photographs:
// pictures that came as JPEG, and opaque WebP.
func encode(into io.Writer, picture image.Image, format string, quality int) (contentType string, err error) {
	if format == "jpeg" || (format == "webp" && isOpaque(picture)) {
		return "image/jpeg", jpeg.Encode(into, asFastImage(picture), &jpeg.Options{Quality: quality})
	}
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	return "image/png", encoder.Encode(into, asFastImage(picture))
}

// asFastImage converts a picture to a type that the encoders do not read pixel by pixel.
func asFastImage(picture image.Image) image.Image {
	shown, isShown := picture.(*image.NRGBA)
	if _, isTriple := picture.(*imaging.NRGB); isTriple {
		shown, isShown = imaging.AsNRGBA(picture), true
	}
	if isShown && shown.Opaque() {
		return &image.RGBA{Pix: shown.Pix, Stride: shown.Stride, Rect: shown.Rect}
	}
	if isShown {
		return shown
	}
	return picture
}

func isOpaque(picture image.Image) bool {
	known, ok := picture.(interface{ Opaque() bool })
	return ok && known.Opaque()
}
