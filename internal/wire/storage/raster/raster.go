// Package raster turns pictures that strangers send into pictures that are
// safe to keep and show: decoded within bounds, upright, stripped of all but
// their pixels, and encoded anew. It keeps no file and knows no permission.
package raster

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"
)

// Bounds of what is decoded and kept. A picture of PixelsMax takes about
// half a gigabyte while it is decoded in the worst format.
const (
	SideMax       = 8000
	PixelsMax     = 40_000_000
	StoredEdgeMax = 2560
)

// decodeTimeMax ends files made to be slow, such as a JPEG of 100,000 scans.
const decodeTimeMax = 20 * time.Second

// Reasons a picture is refused. They are told apart with errors.Is.
var (
	ErrNoPicture = errors.New("not a picture that can be decoded")
	ErrTooLarge  = errors.New("picture has too many pixels")
	ErrTooSlow   = errors.New("picture takes too long to decode")
)

// Media types of the pictures that are understood. The first two are written.
const (
	JPEG = "image/jpeg"
	PNG  = "image/png"
	WebP = "image/webp"
	GIF  = "image/gif"
)

// Picture is an encoded picture. Source is the media type it was made from.
type Picture struct {
	Bytes         []byte
	Type, Source  string
	Width, Height int
}

// Studio bounds how many pixels are worked on at once.
type Studio struct{ room *semaphore.Weighted }

// NewStudio returns a studio in which as many pictures are worked on as there
// are cores, fewer when they are large.
func NewStudio() *Studio {
	return &Studio{room: semaphore.NewWeighted(PixelsMax)}
}

// Inspect returns the media type and size of the picture in source without
// decoding its pixels, or why it may not be decoded. It rewinds source.
func Inspect(source io.ReadSeeker) (mime string, size image.Point, err error) {
	config, format, err := image.DecodeConfig(source)
	if err != nil {
		return "", image.Point{}, fmt.Errorf("%w: %w", ErrNoPicture, err)
	}
	mime = "image/" + format
	if mime != JPEG && mime != PNG && mime != WebP && mime != GIF {
		return "", image.Point{}, fmt.Errorf("%w: %s", ErrNoPicture, format)
	}
	size = image.Pt(config.Width, config.Height)
	if size.X < 1 || size.Y < 1 {
		return "", image.Point{}, fmt.Errorf("%w: it has no pixels", ErrNoPicture)
	}
	if size.X > SideMax || size.Y > SideMax || size.X*size.Y > PixelsMax {
		return "", image.Point{}, fmt.Errorf("%w: %d×%d", ErrTooLarge, size.X, size.Y)
	}
	_, err = source.Seek(0, io.SeekStart)
	return mime, size, err
}

// Normalize returns the picture in source as it is kept: upright, without any
// metadata, no edge longer than StoredEdgeMax. A JPEG stays one; the others
// become PNG, or JPEG where nothing shines through and that is smaller.
func (s *Studio) Normalize(ctx context.Context, source io.ReadSeeker) (Picture, error) {
	return s.work(ctx, source, func(picture image.Image, mime string) (Picture, error) {
		return encodeSmallest(shrink(picture, StoredEdgeMax), mime)
	})
}

// Render returns the picture in source changed as asked, in its own format
// where that can be written.
func (s *Studio) Render(ctx context.Context, source io.ReadSeeker, change Change) (Picture, error) {
	return s.work(ctx, source, func(picture image.Image, mime string) (Picture, error) {
		return encodeAs(change.apply(picture), mime, change.quality())
	})
}

func (s *Studio) work(ctx context.Context, source io.ReadSeeker, do func(image.Image, string) (Picture, error)) (Picture, error) {
	mime, size, err := Inspect(source)
	if err != nil {
		return Picture{}, err
	}
	// A small picture takes one core's share: memory bounds the large ones,
	// cores the rest.
	share := max(int64(size.X)*int64(size.Y), PixelsMax/int64(runtime.GOMAXPROCS(0)))
	if err := s.room.Acquire(ctx, share); err != nil {
		return Picture{}, err
	}
	defer s.room.Release(share)
	picture, err := decode(ctx, source)
	if err != nil {
		return Picture{}, err
	}
	return do(picture, mime)
}
