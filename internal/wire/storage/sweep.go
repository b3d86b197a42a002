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
	"github.com/jackc/pgx/v5"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// sweepBatch is how many objects are looked up at once.
const sweepBatch = 500

// Swept is what a sweep removed: bytes that no row names, rows whose bytes are gone,
// uploads that were abandoned, and parts that no upload has.
type Swept struct {
	Objects int   `json:"objects"`
	Rows    int   `json:"rows"`
	Uploads int   `json:"uploads"`
	Parts   int   `json:"parts"`
	Bytes   int64 `json:"bytes"`
}

// Left is what a sweep met and left: bytes that have a row, those that are too young
// to judge, and what is not the file server's.
type Left struct {
	Named   int `json:"named"`
	Young   int `json:"young"`
	Foreign int `json:"foreign"`
	// Missing are rows whose bytes were not found and that stayed.
	Missing int `json:"missing"`
}

// Report is what came of a sweep, whole or not.
type Report struct {
	Removed Swept         `json:"removed"`
	Left    Left          `json:"left"`
	Cutoff  time.Time     `json:"cutoff"`
	Took    time.Duration `json:"took_ns"`
	// Failed says why it ended before it was done.
	Failed string `json:"failed,omitempty"`
}

// Sweep removes what a crash between writing and committing left behind: bytes
// older than olderThan that no row names, and halves of them; rows as old whose bytes
// are gone; and uploads that expired. olderThan must exceed the time an upload may
// take, or it removes uploads in progress.
func (s *Server) Sweep(ctx context.Context, olderThan time.Duration) (Report, error) {
	began := time.Now()
	run := &sweep{Server: s, seen: map[uuid.UUID]struct{}{}, Report: Report{Cutoff: began.Add(-olderThan)}}
	err := run.all(ctx)
	run.Took = time.Since(began)
	if err != nil {
		run.Failed = err.Error()
	}
	s.log.Info("the files were swept", "removed", run.Removed, "left", run.Left, "cutoff", run.Cutoff, "took_ms", run.Took.Milliseconds(), "failed", run.Failed)
	return run.Report, err
}

// sweep is one run over the store and the rows.
type sweep struct {
	*Server
	Report
	seen map[uuid.UUID]struct{}
}

func (s *sweep) all(ctx context.Context) error {
	if err := s.abandoned(ctx); err != nil {
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

// abandoned forgets uploads that expired; their parts go with the rest.
func (s *sweep) abandoned(ctx context.Context) error {
	gone, err := s.pool.Exec(ctx, `DELETE FROM storage.uploads WHERE expires_at < least(now(), $1)`, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("forget uploads that expired: %w", err)
	}
	s.Removed.Uploads = int(gone.RowsAffected())
	return nil
}

// kind is what is kept under a prefix of the store, and who names it.
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

// stored goes through what lies under a prefix.
func (s *sweep) stored(ctx context.Context, of kind) error {
	entries := s.bucket.List(&blob.ListOptions{Prefix: of.prefix})
	var batch []stale
	for {
		entry, err := entries.Next(ctx)
		if errors.Is(err, io.EOF) {
			return s.judge(ctx, of, batch)
		}
		if err != nil {
			return fmt.Errorf("list what is stored under %s: %w", of.prefix, err)
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
				return fmt.Errorf("remove half of %s: %w", id, err)
			}
			*of.half++
			s.Removed.Bytes += entry.Size
		default:
			batch = append(batch, stale{id, entry.Size})
		}
		if len(batch) < sweepBatch {
			continue
		}
		if err := s.judge(ctx, of, batch); err != nil {
			return err
		}
		batch = batch[:0]
	}
}

// judge removes those that no row names.
func (s *sweep) judge(ctx context.Context, of kind, batch []stale) error {
	if len(batch) == 0 {
		return nil
	}
	ids := make([]uuid.UUID, len(batch))
	for i, each := range batch {
		ids[i] = each.id
	}
	named, err := values[bool](ctx, s.pool, of.named, ids)
	if err != nil {
		return fmt.Errorf("find what no row names: %w", err)
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

// half is how a folder's file ends until it is whole.
const half = ".tmp"

// readKey reads a key of the store: an object, or half of one that was being
// written when the server died.
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

// A store that lacks more than a few and one in a hundred is not one that a
// crash left behind, but the wrong one: nothing is removed for it.
const (
	missingFew  = 10
	missingPart = 100
)

// errWrongStore says that the rows and the object store are not of each other.
var errWrongStore = errors.New("storage: the object store lacks too many files: is BLOB_URL right, and restored along with the database?")

// rows removes old rows whose bytes were not seen and, asked for once more, are not
// there.
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
		s.log.Warn("a file's bytes were gone; its row is removed", "version", version)
		s.Removed.Rows++
		s.Left.Missing--
	}
	return err
}
