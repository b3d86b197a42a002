package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"automacao/internal/fault"
)

// discardTimeout bounds removing versions after a request was answered for.
const discardTimeout = 30 * time.Second

// discard removes bytes that no row names any more. What it cannot remove is
// left to Sweep, so nothing fails with it.
func (s *Server) discard(ctx context.Context, versions ...uuid.UUID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardTimeout)
	defer cancel()
	for _, version := range versions {
		if err := s.remove(ctx, blobKey(version)); err != nil {
			s.log.Warn("a version was left to the sweep", "version", version, "cause", err)
		}
	}
}

func (s *Server) remove(ctx context.Context, key string) error {
	err := s.bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

// isRefusal tells a transaction that certainly did not commit.
func isRefusal(err error) bool {
	_, ours := errors.AsType[*fault.Error](err)
	_, theirs := errors.AsType[*pgconn.PgError](err)
	return ours || theirs
}

// sweepBatch is how many versions are looked up at once.
const sweepBatch = 500

// Sweep removes the bytes older than olderThan that no row names: what a crash
// between writing and committing left behind. olderThan must exceed the time
// an upload may take, or it removes uploads in progress.
func (s *Server) Sweep(ctx context.Context, olderThan time.Duration) (removed int, err error) {
	cutoff := time.Now().Add(-olderThan)
	stored := s.bucket.List(&blob.ListOptions{Prefix: blobPrefix})
	var batch []uuid.UUID
	for {
		entry, err := stored.Next(ctx)
		if errors.Is(err, io.EOF) {
			n, err := s.sweep(ctx, batch)
			return removed + n, err
		}
		if err != nil {
			return removed, fmt.Errorf("list the stored versions: %w", err)
		}
		version, err := uuid.Parse(path.Base(entry.Key))
		if err != nil || entry.Key != blobKey(version) || entry.ModTime.After(cutoff) {
			continue
		}
		if batch = append(batch, version); len(batch) < sweepBatch {
			continue
		}
		n, err := s.sweep(ctx, batch)
		removed += n
		if err != nil {
			return removed, err
		}
		batch = batch[:0]
	}
}

func (s *Server) sweep(ctx context.Context, versions []uuid.UUID) (removed int, err error) {
	orphans, err := values[uuid.UUID](ctx, s.pool,
		`SELECT v FROM unnest($1::uuid[]) AS v WHERE NOT EXISTS (SELECT FROM storage.objects WHERE version = v)`, versions)
	if err != nil {
		return 0, fmt.Errorf("find versions without a row: %w", err)
	}
	for _, orphan := range orphans {
		if err := s.remove(ctx, blobKey(orphan)); err != nil {
			return removed, fmt.Errorf("remove version %s: %w", orphan, err)
		}
		removed++
	}
	return removed, nil
}
