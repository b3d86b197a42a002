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

	// What may come in. The imaging package registers more, which are refused
	// by name before anything is decoded.
	_ "image/gif"

	"github.com/kovidgoyal/imaging"
	_ "golang.org/x/image/webp"
)

const (
	// pictureSideMax and picturePixelsMax bound what is decoded at all: a
	// small file may claim a picture that fills the memory.
	pictureSideMax   = 8000
	picturePixelsMax = 40_000_000
	// pictureEdgeMax is the longer edge of what is kept where only pictures are, and
	// jpegQuality theirs; one among other files keeps its size and nearly all it shows.
	pictureEdgeMax  = 2560
	jpegQuality     = 85
	jpegQualityFile = 92
	// decodeTimeMax ends files made to be slow, such as a JPEG of a hundred
	// thousand scans over the same pixels.
	decodeTimeMax = 20 * time.Second
)

// reencode decodes a picture and encodes it anew, upright, with colours that nobody has
// to be told, no larger than needed, and without anything the file held besides:
// position, script or a second file behind the picture.
func (s *Server) reencode(ctx context.Context, file *spooled, bytesMax int64) (encoded *spooled, contentType string, err error) {
	return s.reencodeWithin(ctx, file, bytesMax, pictureEdgeMax, jpegQuality)
}

func (s *Server) reencodeWithin(ctx context.Context, file *spooled, bytesMax int64, edgeMax, quality int) (encoded *spooled, contentType string, err error) {
	format, pixels, err := checkPicture(file)
	if err != nil {
		return nil, "", err
	}
	// At most one picture a core, and fewer where they are large: cores bound
	// the small ones, memory the others.
	share := max(pixels, picturePixelsMax/int64(runtime.GOMAXPROCS(0)))
	if err := s.decoders.Acquire(ctx, share); err != nil {
		return nil, "", err
	}
	defer s.decoders.Release(share)
	picture, err := decode(ctx, file, format, edgeMax)
	if err != nil {
		return nil, "", err
	}
	if encoded, err = newSpool(bytesMax); err != nil {
		return nil, "", fmt.Errorf("open a spool: %w", err)
	}
	if contentType, err = encode(encoded, picture, format, quality); err != nil {
		encoded.Close()
		return nil, "", err
	}
	return encoded, contentType, nil
}

// checkPicture reads the header only.
func checkPicture(file *spooled) (format string, pixels int64, err error) {
	// A decoder that panics has met a file made to break it.
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

// decode returns a picture as it is meant to be seen.
func decode(ctx context.Context, file *spooled, format string, edgeMax int) (picture image.Image, err error) {
	defer func() {
		if recover() != nil {
			picture, err = nil, errNoPicture
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, decodeTimeMax)
	defer cancel()
	picture, _, err = image.Decode(bufio.NewReader(bites{ctx, file.Reader()}))
	if err != nil {
		return nil, errNoPicture.Because(err)
	}
	if picture.Bounds().Empty() {
		return nil, errNoPicture
	}
	return readMeant(format, file.Reader()).show(picture, edgeMax), nil
}

// bites hands out little at a time until its context ends, so that a decoder
// which works long on every byte is stopped soon.
type bites struct {
	ctx  context.Context
	from io.Reader
}

// Read fails once the context has ended.
func (b bites) Read(into []byte) (int, error) {
	const biteBytes = 512
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	return b.from.Read(into[:min(len(into), biteBytes)])
}

// encode writes PNG where a pixel may be transparent or edges are sharp, and
// JPEG for photographs: what came as JPEG, and opaque WebP.
func encode(into io.Writer, picture image.Image, format string, quality int) (contentType string, err error) {
	if format == "jpeg" || (format == "webp" && isOpaque(picture)) {
		return "image/jpeg", jpeg.Encode(into, quick(picture), &jpeg.Options{Quality: quality})
	}
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
	return "image/png", encoder.Encode(into, quick(picture))
}

// quick is a picture in a form that the encoders do not ask pixel by pixel.
func quick(picture image.Image) image.Image {
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
