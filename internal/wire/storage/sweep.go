package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"time"

	"github.com/google/uuid"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// sweepBatch is how many versions are looked up at once.
const sweepBatch = 500

// Swept is what a sweep removed: bytes that no row names, and rows whose bytes
// are gone.
type Swept struct{ Objects, Rows int }

// Sweep removes what a crash between writing and committing left behind: bytes
// older than olderThan that no row names, and halves of them; and rows as old
// whose bytes are gone. olderThan must exceed the time an upload may take, or
// it removes uploads in progress.
func (s *Server) Sweep(ctx context.Context, olderThan time.Duration) (done Swept, err error) {
	cutoff := time.Now().Add(-olderThan)
	seen := map[uuid.UUID]struct{}{}
	stored := s.bucket.List(&blob.ListOptions{Prefix: blobPrefix})
	var batch []uuid.UUID
	for {
		entry, err := stored.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return done, fmt.Errorf("list the stored versions: %w", err)
		}
		version, isWhole, isOurs := versionOf(entry.Key)
		if isWhole {
			seen[version] = struct{}{}
		}
		if !isOurs || entry.ModTime.After(cutoff) {
			continue
		}
		if !isWhole {
			if err := s.remove(ctx, entry.Key); err != nil {
				return done, fmt.Errorf("remove half of version %s: %w", version, err)
			}
			done.Objects++
			continue
		}
		if batch = append(batch, version); len(batch) < sweepBatch {
			continue
		}
		n, err := s.sweepObjects(ctx, batch)
		done.Objects += n
		if err != nil {
			return done, err
		}
		batch = batch[:0]
	}
	n, err := s.sweepObjects(ctx, batch)
	done.Objects += n
	if err != nil {
		return done, err
	}
	done.Rows, err = s.sweepRows(ctx, seen, cutoff)
	return done, err
}

// half is how a folder's file ends until it is whole.
const half = ".tmp"

// versionOf reads a key of the store: a version, or half of one that was being
// written when the server died.
func versionOf(key string) (version uuid.UUID, isWhole, isOurs bool) {
	name := path.Base(key)
	if strings.HasSuffix(name, half) {
		name, _, _ = strings.Cut(name, ".")
	}
	version, err := uuid.Parse(name)
	if err != nil || path.Dir(key) != path.Dir(blobKey(version)) {
		return uuid.Nil, false, false
	}
	isWhole = key == blobKey(version)
	return version, isWhole, isWhole || strings.HasSuffix(key, half)
}

func (s *Server) sweepObjects(ctx context.Context, versions []uuid.UUID) (removed int, err error) {
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

// A store that lacks more than a few and one in a hundred is not one that a
// crash left behind, but the wrong one: nothing is removed for it.
const (
	missingFew  = 10
	missingPart = 100
)

// errWrongStore says that the rows and the object store are not of each other.
var errWrongStore = errors.New("storage: the object store lacks too many files: is BLOB_URL right, and restored along with the database?")

// sweepRows removes old rows whose bytes were not seen and, asked for once
// more, are not there.
func (s *Server) sweepRows(ctx context.Context, seen map[uuid.UUID]struct{}, cutoff time.Time) (removed int, err error) {
	rows, err := values[uuid.UUID](ctx, s.pool, `SELECT version FROM storage.objects WHERE updated_at < $1`, cutoff)
	if err != nil {
		return 0, fmt.Errorf("list the rows: %w", err)
	}
	var missing []uuid.UUID
	for _, version := range rows {
		if _, isThere := seen[version]; !isThere {
			missing = append(missing, version)
		}
	}
	if len(missing) > max(missingFew, len(rows)/missingPart) {
		return 0, fmt.Errorf("%w (%d of %d)", errWrongStore, len(missing), len(rows))
	}
	for _, version := range missing {
		if _, err := s.bucket.Attributes(ctx, blobKey(version)); gcerrors.Code(err) != gcerrors.NotFound {
			continue
		}
		gone, err := s.pool.Exec(ctx, `DELETE FROM storage.objects WHERE version = $1`, version)
		if err != nil {
			return removed, fmt.Errorf("remove the row of version %s: %w", version, err)
		}
		s.log.Warn("a file's bytes were gone; its row is removed", "version", version)
		removed += int(gone.RowsAffected())
	}
	return removed, nil
}
