package storage

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
)

// place is a file's bucket and key.
type place struct{ bucket, key string }

func (p place) String() string { return p.bucket + "/" + p.key }

// object is a row of storage.objects.
type object struct {
	ID             uuid.UUID       `json:"id"`
	BucketID       string          `json:"bucket_id"`
	Name           string          `json:"name"`
	Owner          *uuid.UUID      `json:"owner"`
	OwnerID        *string         `json:"owner_id"`
	Version        uuid.UUID       `json:"version"`
	SizeBytes      int64           `json:"-"`
	Metadata       metadata        `json:"metadata"`
	UserMetadata   json.RawMessage `json:"user_metadata"`
	CreatedAt      time.Time       `json:"created_at"`
	UpdatedAt      time.Time       `json:"updated_at"`
	LastAccessedAt time.Time       `json:"last_accessed_at"`
}

// metadata is what the protocol says about a file's bytes.
type metadata struct {
	ETag           string    `json:"eTag"`
	Size           int64     `json:"size"`
	MimeType       string    `json:"mimetype"`
	CacheControl   string    `json:"cacheControl"`
	LastModified   time.Time `json:"lastModified"`
	ContentLength  int64     `json:"contentLength"`
	HTTPStatusCode int       `json:"httpStatusCode"`
}

// Value writes the metadata as JSON text, because behind a pooler the parameter's type is not
// known.
func (m metadata) Value() (driver.Value, error) {
	raw, err := json.Marshal(m)
	return string(raw), err
}

const objectColumns = `id, bucket_id, name, owner, owner_id, version, size_bytes, metadata, user_metadata, created_at, updated_at, last_accessed_at`

// blobPrefix separates what Sweep may delete from other objects in the store.
const blobPrefix = "versions/"

// blobKey is the store's key for the bytes of a version. File names never reach the store, so none
// can escape from the prefix, and moving a file moves no bytes.
func blobKey(version uuid.UUID) string {
	text := version.String()
	return blobPrefix + text[len(text)-2:] + "/" + text
}

// Key is the object store's key for a version's bytes, for backups.
func Key(version uuid.UUID) string { return blobKey(version) }

// querier is the pool or a transaction.
type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

var (
	_ querier = (*pgxpool.Pool)(nil)
	_ querier = (pgx.Tx)(nil)
)

func one[T any](ctx context.Context, q querier, missing error, sql string, args ...any) (T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		var none T
		return none, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[T])
	if errors.Is(err, pgx.ErrNoRows) {
		return found, missing
	}
	return found, err
}

func many[T any](ctx context.Context, q querier, sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[T])
}

// values is many for a single column.
func values[T any](ctx context.Context, q querier, sql string, args ...any) ([]T, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[T])
}

func findObject(ctx context.Context, q querier, at place) (object, error) {
	return one[object](ctx, q, errNoKey,
		`SELECT `+objectColumns+` FROM storage.objects WHERE bucket_id = $1 AND name = $2`, at.bucket, at.key)
}

// draft is a row before it is written.
type draft struct {
	at           place
	owner        *uuid.UUID
	version      uuid.UUID
	about        metadata
	userMetadata json.RawMessage
	replace      bool
	// seal, unless nil, runs with the server's own rights in the transaction that writes the row.
	seal func(ctx context.Context, tx pgx.Tx) error
}

const (
	insertObject = `INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata, user_metadata)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`
	replaceObject = insertObject + ` ON CONFLICT (bucket_id, name) DO UPDATE SET
		owner = coalesce(excluded.owner, objects.owner), version = excluded.version, size_bytes = excluded.size_bytes,
		metadata = excluded.metadata, user_metadata = excluded.user_metadata, updated_at = now()`
)

func (d draft) write(ctx context.Context, tx pgx.Tx) (object, error) {
	statement := insertObject
	if d.replace {
		statement = replaceObject
	}
	return one[object](ctx, tx, errDenied, statement+` RETURNING `+objectColumns,
		d.at.bucket, d.at.key, d.owner, d.version, d.about.Size, d.about, d.userMetadata)
}

// errChecked rolls back a successful rehearsal.
var errChecked = errors.New("rolled back after the check")

// checkWrite asks the policies whether the caller may write the row, before any byte of the file is
// accepted.
func (s *Server) checkWrite(ctx context.Context, c caller.Caller, d draft) error {
	err := s.as(ctx, c, func(tx pgx.Tx) error {
		if _, err := d.write(ctx, tx); err != nil {
			return err
		}
		return errChecked
	})
	if errors.Is(err, errChecked) {
		return nil
	}
	return err
}

// commit makes a written version the file's content and deletes the one it replaces. If the row is
// refused, it deletes the new version instead. If the outcome is unknown, both stay and Sweep
// deletes the unused one.
func (s *Server) commit(ctx context.Context, c caller.Caller, d draft) (object, error) {
	var written object
	var replaced []uuid.UUID
	err := s.as(ctx, c, func(tx pgx.Tx) error {
		if d.owner != nil {
			if err := lockOwner(ctx, tx, *d.owner); err != nil {
				return err
			}
		}
		var err error
		replaced, err = values[uuid.UUID](ctx, tx,
			`SELECT version FROM storage.objects WHERE bucket_id = $1 AND name = $2`, d.at.bucket, d.at.key)
		if err != nil {
			return err
		}
		if written, err = d.write(ctx, tx); err != nil {
			return err
		}
		return s.checkAndSeal(ctx, tx, d)
	})
	switch {
	case err == nil:
		s.discard(ctx, replaced...)
		return written, nil
	case isRefusal(err):
		s.discard(ctx, d.version)
	}
	return object{}, err
}

// checkAndSeal does the server's checks and work on a row that the policies allowed.
func (s *Server) checkAndSeal(ctx context.Context, tx pgx.Tx, d draft) error {
	if d.owner == nil && d.seal == nil {
		return nil
	}
	// Policies may hide some of the user's files from the user, but the quota counts all.
	if _, err := tx.Exec(ctx, `SET LOCAL ROLE NONE`); err != nil {
		return fmt.Errorf("return to the server's role: %w", err)
	}
	if d.owner != nil {
		if err := s.checkQuota(ctx, tx, *d.owner, 0); err != nil {
			return err
		}
	}
	if d.seal == nil {
		return nil
	}
	return d.seal(ctx, tx)
}

// lockOwner serialises a user's writes, so that the quota counts concurrent ones together.
func lockOwner(ctx context.Context, tx pgx.Tx, owner uuid.UUID) error {
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('storage.owner:' || $1, 0))`, owner.String())
	return err
}

// objectCost is what even an empty file counts, in bytes, so that the quota also bounds the number
// of rows.
const objectCost = 4 << 10

// checkQuota checks that a user's files, plus moreBytes already promised, stay within the quota.
func (s *Server) checkQuota(ctx context.Context, tx pgx.Tx, owner uuid.UUID, moreBytes int64) error {
	var used int64
	err := tx.QueryRow(ctx, `SELECT coalesce(sum(greatest(size_bytes, $2)), 0)::bigint FROM storage.objects WHERE owner = $1`,
		owner, objectCost).Scan(&used)
	if err != nil {
		return fmt.Errorf("sum up the user's files: %w", err)
	}
	if used+moreBytes > s.cfg.UserBytesMax {
		return errQuota
	}
	return nil
}

// info describes a file without its bytes.
type info struct {
	ID           uuid.UUID       `json:"id"`
	Name         string          `json:"name"`
	Version      uuid.UUID       `json:"version"`
	BucketID     string          `json:"bucket_id"`
	Size         int64           `json:"size"`
	ContentType  string          `json:"content_type"`
	CacheControl string          `json:"cache_control"`
	ETag         string          `json:"etag"`
	Metadata     json.RawMessage `json:"metadata"`
	LastModified time.Time       `json:"last_modified"`
	CreatedAt    time.Time       `json:"created_at"`
}

func (s *Server) infoAuthenticated(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	return s.inform(w, r, func(ctx context.Context, at place) (object, error) { return s.find(ctx, c, at) })
}

func (s *Server) infoPublic(w http.ResponseWriter, r *http.Request) error {
	return s.inform(w, r, s.findPublic)
}

func (s *Server) inform(w http.ResponseWriter, r *http.Request, find func(context.Context, place) (object, error)) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	file, err := find(r.Context(), at)
	if err != nil {
		return err
	}
	return writeJSON(w, info{
		ID: file.ID, Name: file.Name, Version: file.Version, BucketID: file.BucketID, Size: file.SizeBytes,
		ContentType: file.Metadata.MimeType, CacheControl: file.Metadata.CacheControl, ETag: file.Metadata.ETag,
		Metadata: file.UserMetadata, LastModified: file.Metadata.LastModified, CreatedAt: file.CreatedAt,
	})
}
