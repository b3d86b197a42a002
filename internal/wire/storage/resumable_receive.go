package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gocloud.dev/gcerrors"

	"automacao/internal/kernel/caller"
)

// receivePart receives bytes for an offset. Bytes that arrived before a connection broke are kept,
// so the sender continues after them. The last part completes the file.
func (s *Server) receivePart(w http.ResponseWriter, r *http.Request, c caller.Caller, u upload, offset int64) (upload, error) {
	ctx := r.Context()
	u, err := s.take(ctx, u)
	if err != nil {
		return u, err
	}
	defer s.release(ctx, u)
	rest := u.LengthBytes - u.OffsetBytes
	switch {
	case offset != u.OffsetBytes:
		return u, errOtherOffset
	case r.ContentLength > rest:
		return u, errBeyond
	case s.cfg.IsFull != nil && s.cfg.IsFull():
		return u, errFull
	}
	if err := s.checkParts(ctx, u); err != nil {
		return u, err
	}
	content, err := newBufferedFile(rest)
	if err != nil {
		return u, fmt.Errorf("open a buffer: %w", err)
	}
	defer content.Close()
	waiting := stepTimerOf(ctx)
	waiting.rest()
	cut := s.takePart(w, r, u, content)
	if errors.Is(cut, errTooLarge) {
		return u, errBeyond
	}
	if content.Size() == rest && cut == nil {
		return s.finish(ctx, c, u, content)
	}
	if content.Size() > 0 {
		stored, cancel := s.detached(ctx, content.Size())
		defer cancel()
		if u, err = s.storePart(stored, u, content); err != nil {
			return u, err
		}
	}
	return u, cut
}

// takePart reads a body into the buffer, and returns the error that ended it early.
func (s *Server) takePart(w http.ResponseWriter, r *http.Request, u upload, content *bufferedFile) error {
	rateLimitedBody := s.limitRate(w, r.Body)
	defer rateLimitedBody.finish()
	_, err := io.Copy(content, &leasedBody{Reader: rateLimitedBody, server: s, ctx: r.Context(), upload: u, at: time.Now()})
	if err != nil {
		return bodyError(err)
	}
	return nil
}

// leasedBody is a body whose request regularly renews its lease while it is read.
type leasedBody struct {
	io.Reader
	server *Server
	ctx    context.Context
	upload upload
	at     time.Time
}

// Read fails if another request has taken over the upload.
func (l *leasedBody) Read(into []byte) (int, error) {
	if time.Since(l.at) > leaseStep {
		if err := l.server.keepTaken(l.ctx, l.upload); err != nil {
			return 0, err
		}
		l.at = time.Now()
	}
	return l.Reader.Read(into)
}

// finish assembles the file from its parts, under the bucket's rules and policies as they are now.
// A refused upload is deleted.
func (s *Server) finish(ctx context.Context, c caller.Caller, u upload, last *bufferedFile) (upload, error) {
	finished, err := s.assemble(ctx, c, u, last)
	if err == nil || !isFinal(err) {
		return finished, err
	}
	away, cancel := s.detached(ctx, 0)
	defer cancel()
	if failed := s.forget(away, u); failed != nil {
		s.log.Warn("could not delete a refused upload; the sweep will", "upload", u.ID, "cause", failed)
	}
	return u, err
}

func (s *Server) assemble(ctx context.Context, c caller.Caller, u upload, last *bufferedFile) (upload, error) {
	into, err := s.findBucket(ctx, u.BucketID)
	if err != nil {
		return u, err
	}
	whole, err := newBufferedFile(s.bytesMax(into))
	if err != nil {
		return u, fmt.Errorf("open a buffer: %w", err)
	}
	arrived := arrival{content: whole, contentType: u.ContentType, cacheControl: u.CacheControl, userMetadata: u.UserMetadata}
	defer func() { arrived.content.Close() }()
	parts, err := s.partsOf(ctx, u)
	if err != nil {
		return u, fmt.Errorf("list the parts of upload %s: %w", u.ID, err)
	}
	if err := s.gather(ctx, u, parts, whole); err != nil {
		return u, err
	}
	if err := arrived.fill(last.Reader()); err != nil {
		return u, err
	}
	if err := s.keepTaken(ctx, u); err != nil {
		return u, err
	}
	d := draft{at: u.place(), owner: u.Owner, version: uuid.New(), replace: u.IsUpsert}
	finished := u
	d.seal = func(ctx context.Context, tx pgx.Tx) (err error) {
		finished, err = sealUpload(ctx, tx, u)
		return err
	}
	if _, err := s.keep(ctx, c, d, into, &arrived); err != nil {
		return u, err
	}
	s.discardParts(ctx, keysOf(parts)...)
	return finished, nil
}

// gather reads the parts in order. A missing part, as after a backup was restored, ends the upload.
func (s *Server) gather(ctx context.Context, u upload, parts []part, into *bufferedFile) error {
	waiting := stepTimerOf(ctx)
	for _, each := range parts {
		if each.OffsetBytes != into.Size() {
			return errUploadGone
		}
		waiting.step(time.Duration(each.SizeBytes/s.cfg.UploadRate) * time.Second)
		if err := s.readPart(ctx, each, into); err != nil {
			return err
		}
	}
	waiting.step(0)
	if into.Size() != u.OffsetBytes {
		return errUploadGone
	}
	return nil
}

func (s *Server) readPart(ctx context.Context, from part, into *bufferedFile) error {
	stored, err := s.bucket.NewReader(ctx, partKey(from.Key), nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return errUploadGone.Because(err)
	}
	if err != nil {
		return fmt.Errorf("open part %s: %w", from.Key, err)
	}
	defer stored.Close()
	if _, err := io.Copy(into, stored); err != nil {
		return fmt.Errorf("read part %s: %w", from.Key, err)
	}
	return nil
}

// sealUpload marks an upload as finished, once, by the request that holds its lease.
func sealUpload(ctx context.Context, tx pgx.Tx, u upload) (upload, error) {
	finished, err := one[upload](ctx, tx, errTaken, `UPDATE storage.uploads SET finished_at = now(), offset_bytes = length_bytes
		WHERE id = $1 AND taken_by = $2 AND offset_bytes = $3 AND finished_at IS NULL RETURNING `+uploadColumns, u.ID, u.TakenBy, u.OffsetBytes)
	if err != nil {
		return u, err
	}
	_, err = tx.Exec(ctx, `DELETE FROM storage.upload_parts WHERE upload_id = $1`, u.ID)
	return finished, err
}
