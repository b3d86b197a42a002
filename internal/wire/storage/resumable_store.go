package storage

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/files/blob"
)

// partsPrefix separates parts from versions in the object store.
const partsPrefix = "parts/"

// partsMax is the maximum number of parts of one file.
const partsMax = 10_000

// partKey is the store's key for the bytes of a part.
func partKey(key uuid.UUID) string {
	text := key.String()
	return partsPrefix + text[len(text)-2:] + "/" + text
}

// findUpload finds an upload that has not expired.
func (s *Server) findUpload(ctx context.Context, id uuid.UUID, at place) (upload, error) {
	found, err := one[upload](ctx, s.db, errNoUpload, `SELECT `+uploadColumns+` FROM storage.uploads WHERE id = $1 AND bucket_id = $2 AND name = $3`,
		id, at.bucket, at.key)
	if err != nil {
		return upload{}, err
	}
	if !s.cfg.Now().Before(found.ExpiresAt) {
		return upload{}, errUploadGone
	}
	return found, nil
}

// A request that receives a part renews its lease regularly. After a request dies, another can
// continue once the lease has expired. The bytes do not depend on the lease: each part is recorded
// for its offset once.
const (
	leaseTime = 30 * time.Second
	leaseStep = 10 * time.Second
)

// take leases the upload to one request; others get errTaken.
func (s *Server) take(ctx context.Context, u upload) (upload, error) {
	return one[upload](ctx, s.db, errTaken, `UPDATE storage.uploads SET taken_by = $2, taken_until = now() + $3::interval
		WHERE id = $1 AND finished_at IS NULL AND (taken_until IS NULL OR taken_until < now()) RETURNING `+uploadColumns, u.ID, uuid.New(), leaseTime)
}

// keepTaken renews the lease.
func (s *Server) keepTaken(ctx context.Context, u upload) error {
	_, err := one[upload](ctx, s.db, errTaken, `UPDATE storage.uploads SET taken_until = now() + $3::interval
		WHERE id = $1 AND taken_by = $2 RETURNING `+uploadColumns, u.ID, u.TakenBy, leaseTime)
	return err
}

// release ends the lease so that the next request can continue; if it fails, the lease expires.
func (s *Server) release(ctx context.Context, u upload) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.StepTimeout)
	defer cancel()
	if _, err := s.pool.Exec(ctx, `UPDATE storage.uploads SET taken_by = NULL, taken_until = NULL WHERE id = $1 AND taken_by = $2`, u.ID, u.TakenBy); err != nil {
		s.log.Warn("could not release an upload", "upload", u.ID, "cause", err)
	}
}

// storePart stores a part and advances the offset, or does neither.
func (s *Server) storePart(ctx context.Context, u upload, content *bufferedFile) (upload, error) {
	key := uuid.New()
	if err := blob.Put(ctx, s.bucket, partKey(key), tusContent, func(w io.Writer) error {
		_, err := io.Copy(w, content.Reader())
		return err
	}); err != nil {
		return u, fmt.Errorf("store a part of upload %s: %w", u.ID, err)
	}
	var moved upload
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) (err error) {
		moved, err = one[upload](ctx, tx, errTaken, `UPDATE storage.uploads SET offset_bytes = offset_bytes + $4
			WHERE id = $1 AND taken_by = $2 AND offset_bytes = $3 AND finished_at IS NULL
			RETURNING `+uploadColumns, u.ID, u.TakenBy, u.OffsetBytes, content.Size())
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO storage.upload_parts (upload_id, offset_bytes, size_bytes, key) VALUES ($1, $2, $3, $4)`,
			u.ID, u.OffsetBytes, content.Size(), key)
		return err
	})
	if isRefusal(err) {
		s.discardParts(ctx, key)
	}
	if err != nil {
		return u, err
	}
	return moved, nil
}

// part is a part in the object store.
type part struct {
	OffsetBytes, SizeBytes int64
	Key                    uuid.UUID
}

func (s *Server) partsOf(ctx context.Context, u upload) ([]part, error) {
	return many[part](ctx, s.db, `SELECT offset_bytes, size_bytes, key FROM storage.upload_parts WHERE upload_id = $1 ORDER BY offset_bytes`, u.ID)
}

// forget deletes an upload and its parts.
func (s *Server) forget(ctx context.Context, u upload) error {
	parts, err := s.partsOf(ctx, u)
	if err != nil {
		return fmt.Errorf("list the parts of upload %s: %w", u.ID, err)
	}
	if _, err := s.pool.Exec(ctx, `DELETE FROM storage.uploads WHERE id = $1`, u.ID); err != nil {
		return fmt.Errorf("delete upload %s: %w", u.ID, err)
	}
	s.discardParts(ctx, keysOf(parts)...)
	return nil
}

func (s *Server) checkParts(ctx context.Context, u upload) error {
	count, err := values[int64](ctx, s.db, `SELECT count(*) FROM storage.upload_parts WHERE upload_id = $1`, u.ID)
	if err != nil {
		return fmt.Errorf("count the parts of upload %s: %w", u.ID, err)
	}
	if count[0] >= partsMax {
		return errManyParts
	}
	return nil
}

func keysOf(parts []part) []uuid.UUID {
	keys := make([]uuid.UUID, len(parts))
	for i, each := range parts {
		keys[i] = each.Key
	}
	return keys
}

// discardParts deletes bytes that no row refers to any more, as discard does.
func (s *Server) discardParts(ctx context.Context, keys ...uuid.UUID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardTimeout)
	defer cancel()
	for _, key := range keys {
		if err := s.remove(ctx, partKey(key)); err != nil {
			s.log.Warn("could not delete a part; the sweep will", "part", key, "cause", err)
		}
	}
}
