package storage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"runtime"
	"strings"

	"github.com/kovidgoyal/imaging"
	"gocloud.dev/gcerrors"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

var errNoFormat = fault.New(http.StatusBadRequest, "InvalidRequest", "This server does not write that format")

// renderedSourceBytesMax bounds the file from which a picture is rendered.
const renderedSourceBytesMax = 25 << 20

func (s *Server) renderAuthenticated(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	return s.renderWanted(w, r, "private, ", func(ctx context.Context, at place) (object, error) { return s.find(ctx, c, at) })
}

func (s *Server) renderPublic(w http.ResponseWriter, r *http.Request) error {
	return s.renderWanted(w, r, "public, ", s.findPublic)
}

// renderWanted answers with a picture transformed as the query asks.
func (s *Server) renderWanted(w http.ResponseWriter, r *http.Request, audience string, find func(context.Context, place) (object, error)) error {
	if !s.cfg.Transforms {
		return unknownRoute(r)
	}
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	wanted, err := readTransform(r.URL.Query().Get)
	if err != nil {
		return err
	}
	return s.render(w, r, wanted, audience, func(ctx context.Context) (object, error) { return find(ctx, at) })
}

// renderSigned answers with a picture transformed as its token says.
func (s *Server) renderSigned(w http.ResponseWriter, r *http.Request) error {
	if !s.cfg.Transforms {
		return unknownRoute(r)
	}
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	p, expires, err := s.checkPermit(r, scopeDownload, at)
	if err != nil {
		return err
	}
	wanted, err := readSigned(p.Transformations, p.Format)
	if err != nil {
		return err
	}
	w.Header().Set("Expires", expires.UTC().Format(http.TimeFormat))
	return s.render(w, r, wanted, "private, ", func(ctx context.Context) (object, error) { return findObject(ctx, s.db, at) })
}

// render finds a picture, transforms it or takes it from the cache, and answers.
func (s *Server) render(w http.ResponseWriter, r *http.Request, wanted transform, audience string, find lookup) error {
	file, err := find(r.Context())
	if errors.Is(err, errNoKey) {
		return errNoAsset
	}
	if err != nil {
		return err
	}
	switch wanted.format {
	case "":
		w.Header().Add("Vary", "Accept")
		wanted.format = accepted(r, s.rendered.canWrite)
	case "avif", "webp":
		if !s.rendered.canWrite(wanted.format) {
			return errNoFormat
		}
	}
	made, err := s.rendered.get(r.Context(), renderedKey{file.Version, wanted}, func(ctx context.Context) (*shownPicture, error) {
		return s.makePicture(ctx, file, wanted)
	})
	if gcerrors.Code(err) == gcerrors.NotFound {
		return errNoAsset.Because(err)
	}
	if err != nil {
		return err
	}
	stepTimerOf(r.Context()).rest()
	file.Metadata.MimeType, file.Metadata.ETag = made.contentType, made.etag
	describe(w.Header(), file, audience)
	if name, isDownload := s.downloadName(r, file); isDownload {
		w.Header().Set("Content-Disposition", attachment(name))
	}
	if done := wanted.String(); done != "" {
		w.Header().Set("X-Transformations", done)
	}
	return serveParts(w, r, file.Metadata.LastModified, bytes.NewReader(made.content))
}

// shownPicture is a transformed picture.
type shownPicture struct {
	content           []byte
	contentType, etag string
}

// shownOverhead is about what a cached picture costs besides its bytes; otherwise millions of
// pictures of one pixel would fit.
const shownOverhead = 512

func (p *shownPicture) size() int64 { return int64(len(p.content)) + shownOverhead }

// makePicture reads a file and transforms it. It checks the claimed size before decoding.
func (s *Server) makePicture(ctx context.Context, file object, wanted transform) (*shownPicture, error) {
	if file.SizeBytes > renderedSourceBytesMax {
		return nil, errTooLarge
	}
	source, err := s.fetchWhole(ctx, file)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	format, pixels, err := checkPicture(source)
	if err != nil {
		return nil, err
	}
	share := max(pixels, picturePixelsMax/int64(runtime.GOMAXPROCS(0)))
	if err := s.decoders.Acquire(ctx, share); err != nil {
		return nil, err
	}
	defer s.decoders.Release(share)
	picture, err := decode(ctx, source, format, pictureEdgeMax)
	if err != nil {
		return nil, err
	}
	content, contentType, err := s.encodeAs(ctx, resized(picture, wanted), format, wanted)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(content)
	return &shownPicture{content: content, contentType: contentType, etag: `"` + hex.EncodeToString(sum[:16]) + `"`}, nil
}

func (s *Server) fetchWhole(ctx context.Context, file object) (*bufferedFile, error) {
	stored, err := s.read(ctx, file.Version)
	if err != nil {
		return nil, fmt.Errorf("open version %s: %w", file.Version, err)
	}
	defer stored.Close()
	source, err := newBufferedFile(renderedSourceBytesMax)
	if err != nil {
		return nil, fmt.Errorf("open a buffer: %w", err)
	}
	if _, err := io.Copy(source, stored); err != nil {
		source.Close()
		return nil, fmt.Errorf("read version %s: %w", file.Version, err)
	}
	return source, nil
}

func resized(picture image.Image, wanted transform) image.Image {
	bounds := picture.Bounds()
	width, height, isCut := wanted.fit(bounds.Dx(), bounds.Dy())
	switch {
	case width == bounds.Dx() && height == bounds.Dy():
		return picture
	case isCut:
		return imaging.Fill(picture, width, height, imaging.Center, imaging.Lanczos)
	}
	return imaging.Resize(picture, width, height, imaging.Lanczos)
}

// encodeAs encodes in the requested format, or in the file's own.
func (s *Server) encodeAs(ctx context.Context, picture image.Image, format string, wanted transform) ([]byte, string, error) {
	quality := wanted.quality
	if quality == 0 {
		quality = qualityDefault
	}
	target := wanted.format
	if target == "" || target == "origin" {
		target = format
	}
	if s.rendered.canWrite(target) {
		return s.rendered.writeByVips(ctx, picture, target, quality)
	}
	var into bytes.Buffer
	contentType, err := encode(&into, picture, format, quality)
	return into.Bytes(), contentType, err
}

// purge removes the cached pictures of a file, or without a file all of them, even if the request
// names a bucket.
func (s *Server) purge(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	if c.Role != caller.ServiceRole {
		return errDenied
	}
	bucket, key := r.PathValue("bucket"), r.PathValue("key")
	if key == "" {
		if bucket != "" {
			if _, err := s.findBucket(r.Context(), bucket); err != nil {
				return err
			}
		}
		s.rendered.forget(nil)
		return writeJSON(w, map[string]string{"message": "success"})
	}
	file, err := s.find(r.Context(), c, place{bucket, key})
	if err != nil {
		return err
	}
	s.rendered.forget(&file.Version)
	return writeJSON(w, map[string]string{"message": "success"})
}

// refuseS3 answers S3 clients with an S3 error, since that protocol is not served.
func (s *Server) refuseS3(w http.ResponseWriter, r *http.Request) error {
	const body = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<Error><Code>NotImplemented</Code><Message>The S3 protocol is not served here, use the storage API</Message></Error>`
	w.Header().Set("Content-Type", "application/xml")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotImplemented)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, strings.NewReader(body))
	}
	return nil
}
