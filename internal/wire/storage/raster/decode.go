package raster

import (
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif"  // understood
	_ "image/jpeg" // understood
	_ "image/png"  // understood
	"io"
	"time"

	"github.com/disintegration/imaging"
	_ "golang.org/x/image/webp" // understood
)

// decode returns the first picture in source, turned as its EXIF says.
func decode(ctx context.Context, source io.Reader) (image.Image, error) {
	timed := &patient{source: source, ctx: ctx, until: time.Now().Add(decodeTimeMax)}
	picture, err := imaging.Decode(timed, imaging.AutoOrientation(true))
	// A decoder words what its reader says in its own way.
	if timed.gaveUp != nil {
		return nil, timed.gaveUp
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoPicture, err)
	}
	return picture, nil
}

// patient reads until its time is up. Decoders take small bites, so that even
// one that works long on each is stopped soon.
type patient struct {
	source io.Reader
	ctx    context.Context
	until  time.Time
	gaveUp error
}

// Read fails once the time is up or nobody waits any longer.
func (p *patient) Read(into []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		p.gaveUp = err
	} else if time.Now().After(p.until) {
		p.gaveUp = ErrTooSlow
	}
	if p.gaveUp != nil {
		return 0, p.gaveUp
	}
	n, err := p.source.Read(into)
	if err != nil && !errors.Is(err, io.EOF) {
		p.gaveUp = err
	}
	return n, err
}
