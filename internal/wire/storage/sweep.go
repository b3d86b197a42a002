package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
	"golang.org/x/sync/errgroup"
)

// sweepBatch is how many objects are looked up at once.
const sweepBatch = 500

// Swept counts what a sweep deleted: bytes without a row, rows without bytes, abandoned uploads,
// and parts without an upload.
type Swept struct {
	Objects int   `json:"objects"`
	Rows    int   `json:"rows"`
	Uploads int   `json:"uploads"`
	Parts   int   `json:"parts"`
	Bytes   int64 `json:"bytes"`
}

// Left counts what a sweep kept: bytes that have a row, bytes that are too young to judge, and
// objects that are not the file server's.
type Left struct {
	Named   int `json:"named"`
	Young   int `json:"young"`
	Foreign int `json:"foreign"`
	// Missing are rows without bytes that were kept.
	Missing int `json:"missing"`
}

// Report is the result of a sweep, complete or not.
type Report struct {
	Removed Swept         `json:"removed"`
	Left    Left          `json:"left"`
	Cutoff  time.Time     `json:"cutoff"`
	Took    time.Duration `json:"took_ns"`
	// Failed is why the sweep ended early.
	Failed string `json:"failed,omitempty"`
}

// Sweep deletes what a crash between writing and committing left behind: bytes older than olderThan
// without a row, partially written objects, rows as old whose bytes are gone, and expired uploads.
// olderThan must exceed the longest upload, or Sweep deletes uploads in progress.
func (s *Server) Sweep(ctx context.Context, olderThan time.Duration) (Report, error) {
	began := time.Now()
	run := &sweep{Server: s, seen: map[uuid.UUID]struct{}{}, Report: Report{Cutoff: began.Add(-olderThan)}}
	err := run.all(ctx)
	run.Took = time.Since(began)
	if err != nil {
		run.Failed = err.Error()
	}
	s.log.Info("swept the files", "removed", run.Removed, "left", run.Left, "cutoff", run.Cutoff, "took_ms", run.Took.Milliseconds(), "failed", run.Failed)
	return run.Report, err
}

// sweep is one run over the store and the rows.
type sweep struct {
	*Server
	Report
	seen map[uuid.UUID]struct{}
}

func (s *sweep) all(ctx context.Context) error {
	if err := s.deleteExpired(ctx); err != nil {
		return err
	}
	if err := s.stored(ctx, kind{prefix: partsPrefix, key: partKey, removed: &s.Removed.Parts, half: &s.Removed.Parts,
		named: `SELECT EXISTS (SELECT FROM storage.upload_parts WHERE key = v) FROM unnest($1::uuid[]) WITH ORDINALITY AS t (v, n) ORDER BY n`}); err != nil {
		return err
	}
	if err := s.stored(ctx, kind{prefix: blobPrefix, key: blobKey, removed: &s.Removed.Objects, half: &s.Removed.Objects, seen: s.seen,
		named: `SELECT EXISTS (SELECT FROM storage.objects WHERE version = v) FROM unnest($1::uuid[]) WITH ORDINALITY AS t (v, n) ORDER BY n`}); err != nil {
		return err
	}
	return s.rows(ctx)
}

// deleteExpired deletes expired uploads; their parts are deleted as parts without an upload.
func (s *sweep) deleteExpired(ctx context.Context) error {
	gone, err := s.pool.Exec(ctx, `DELETE FROM storage.uploads WHERE expires_at < least(now(), $1)`, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("delete expired uploads: %w", err)
	}
	s.Removed.Uploads = int(gone.RowsAffected())
	return nil
}

// kind is what a prefix of the store holds, and the query that finds its rows.
type kind struct {
	prefix        string
	key           func(uuid.UUID) string
	named         string
	removed, half *int
	seen          map[uuid.UUID]struct{}
}

// stale is an object that is old enough to be judged.
type stale struct {
	id   uuid.UUID
	size int64
}

// stored goes through the objects under a prefix.
func (s *sweep) stored(ctx context.Context, of kind) error {
	entries := s.bucket.List(&blob.ListOptions{Prefix: of.prefix})
	var batch []stale
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			return s.deleteUnnamed(ctx, of, batch)
		}
		if err != nil {
			return fmt.Errorf("list the objects under %s: %w", of.prefix, err)
		}
		id, isWhole, isOurs := readKey(entry.Key, of.key)
		if isWhole && of.seen != nil {
			of.seen[id] = struct{}{}
		}
		switch {
		case !isOurs:
			s.Left.Foreign++
		case entry.ModTime.After(s.Cutoff):
			s.Left.Young++
		case !isWhole:
			if err := s.remove(ctx, entry.Key); err != nil {
				return fmt.Errorf("remove a partial write of %s: %w", id, err)
			}
			*of.half++
			s.Removed.Bytes += entry.Size
		default:
			batch = append(batch, stale{id, entry.Size})
		}
		if len(batch) < sweepBatch {
			continue
		}
		if err := s.deleteUnnamed(ctx, of, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
}

// deleteUnnamed deletes the objects without a row.
func (s *sweep) deleteUnnamed(ctx context.Context, of kind, batch []stale) error {
	if len(batch) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, len(batch))
	for i, each := range batch {
		ids[i] = each.id
	}
	named, err := values[bool](ctx, s.pool, of.named, ids)
	if err != nil {
		return fmt.Errorf("find objects without a row: %w", err)
	}
	for i, each := range batch {
		if named[i] {
			s.Left.Named++
			continue
		}
		if err := s.remove(ctx, of.key(each.id)); err != nil {
			return fmt.Errorf("remove %s: %w", of.key(each.id), err)
		}
		*of.removed++
		s.Removed.Bytes += each.size
	}
	return nil
}

// half is the suffix of a file that is not completely written.
const half = ".tmp"

// readKey parses a key of the store: an object, or one that was being written when the server died.
func readKey(key string, keyOf func(uuid.UUID) string) (id uuid.UUID, isWhole, isOurs bool) {
	name := path.Base(key)
	if strings.HasSuffix(name, half) {
		name, _, _ = strings.Cut(name, ".")
	}
	id, err := uuid.Parse(name)
	if err != nil || path.Dir(key) != path.Dir(keyOf(id)) {
		return uuid.Nil, false, false
	}
	isWhole = key == keyOf(id)
	return id, isWhole, isWhole || strings.HasSuffix(key, half)
}

// If more than a few files and more than one in a hundred are missing, a crash cannot be the cause:
// the store is probably the wrong one, so no row is deleted.
const (
	missingFew  = 10
	missingPart = 100
)

// errWrongStore means that the rows and the object store do not belong together.
var errWrongStore = errors.New("storage: the object store lacks too many files: is BLOB_URL right, and restored along with the database?")

// rows deletes old rows whose bytes were not listed and, after another check, do not exist.
func (s *sweep) rows(ctx context.Context) error {
	rows, err := values[uuid.UUID](ctx, s.pool, `SELECT version FROM storage.objects WHERE updated_at < $1`, s.Cutoff)
	if err != nil {
		return fmt.Errorf("list the rows: %w", err)
	}
	var missing []uuid.UUID
	for _, version := range rows {
		if _, isThere := s.seen[version]; !isThere {
			missing = append(missing, version)
		}
	}
	s.Left.Missing = len(missing)
	if len(missing) > max(missingFew, len(rows)/missingPart) {
		return fmt.Errorf("%w (%d of %d)", errWrongStore, len(missing), len(rows))
	}
	for _, version := range missing {
		if _, err := s.bucket.Attributes(ctx, blobKey(version)); gcerrors.Code(err) != gcerrors.NotFound {
			continue
		}
		if err := s.removeRow(ctx, version); err != nil {
			return fmt.Errorf("remove the row of version %s: %w", version, err)
		}
	}
	return nil
}

func (s *sweep) removeRow(ctx context.Context, version uuid.UUID) error {
	var gone int64
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT set_config($1, 'true', true)`, deletionSetting); err != nil {
			return err
		}
		deleted, err := tx.Exec(ctx, `DELETE FROM storage.objects WHERE version = $1`, version)
		gone = deleted.RowsAffected()
		return err
	})
	if err == nil && gone > 0 {
		s.log.Warn("a file's bytes are missing; deleted its row", "version", version)
		s.Removed.Rows++
		s.Left.Missing--
	}
	return err
}

// lookupsMax is how many objects are looked up concurrently.
const lookupsMax = 16

// Missing checks whether the bytes of at most the given number of random rows exist, and counts the
// missing ones. If ctx ends, it returns the counts so far with ctx's error.
func Missing(ctx context.Context, pool *pgxpool.Pool, bucket *blob.Bucket, most int) (looked, missing int64, err error) {
	rows, err := pool.Query(ctx, `SELECT version FROM storage.objects ORDER BY random() LIMIT $1`, most)
	if err != nil {
		return 0, 0, fmt.Errorf("list the files: %w", err)
	}
	versions, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return 0, 0, fmt.Errorf("list the files: %w", err)
	}
	var seen, gone atomic.Int64
	asking, asked := errgroup.WithContext(ctx)
	asking.SetLimit(lookupsMax)
	for _, version := range versions {
		if asked.Err() != nil {
			break
		}
		asking.Go(func() error {
			isThere, err := bucket.Exists(asked, blobKey(version))
			if err != nil {
				return fmt.Errorf("look up a file: %w", err)
			}
			seen.Add(1)
			if !isThere {
				gone.Add(1)
			}
			return nil
		})
	}
	err = asking.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return seen.Load(), gone.Load(), err
}
