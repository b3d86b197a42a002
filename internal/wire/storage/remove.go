package storage

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"gocloud.dev/gcerrors"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// keysMax is the maximum number of files that one request may name.
const keysMax = 1000

// removeMany deletes the named files that the caller may delete, and answers with those. It treats
// the others, and invalid names, as if they did not exist.
func (s *Server) removeMany(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var wanted struct {
		Prefixes []string `json:"prefixes"`
	}
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	if len(wanted.Prefixes) == 0 || len(wanted.Prefixes) > keysMax {
		return invalidRequest("prefixes must name 1 to 1000 files")
	}
	removed, err := s.removeRows(r, c, validKeys(wanted.Prefixes))
	if err != nil {
		return err
	}
	return writeJSON(w, removed)
}

func (s *Server) removeOne(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	key := r.PathValue("key")
	if err := checkKey(key); err != nil {
		return err
	}
	removed, err := s.removeRows(r, c, []string{key})
	if err != nil {
		return err
	}
	if len(removed) == 0 {
		return errNoKey
	}
	return writeJSON(w, map[string]string{"message": "Successfully deleted"})
}

func (s *Server) removeRows(r *http.Request, c caller.Caller, keys []string) ([]object, error) {
	ctx := r.Context()
	at, err := s.findBucket(ctx, r.PathValue("bucket"))
	if err != nil {
		return nil, err
	}
	var removed []object
	err = s.as(ctx, c, func(tx pgx.Tx) (err error) {
		removed, err = many[object](ctx, tx,
			`DELETE FROM storage.objects WHERE bucket_id = $1 AND name = ANY ($2) RETURNING `+objectColumns, at.ID, keys)
		return err
	})
	if err != nil {
		return nil, err
	}
	versions := make([]uuid.UUID, len(removed))
	for i, gone := range removed {
		versions[i] = gone.Version
	}
	s.discard(ctx, versions...)
	return removed, nil
}

// discardTimeout bounds deleting versions after the request has been answered.
const discardTimeout = 5 * time.Second

// discard deletes bytes that no row refers to any more. It returns no error, because Sweep deletes
// whatever it could not.
func (s *Server) discard(ctx context.Context, versions ...uuid.UUID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discardTimeout)
	defer cancel()
	for _, version := range versions {
		if err := s.remove(ctx, blobKey(version)); err != nil {
			s.log.Warn("could not delete a version; the sweep will", "version", version, "cause", err)
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

// isRefusal reports whether an error means that a transaction certainly did not commit.
func isRefusal(err error) bool {
	_, ours := errors.AsType[*fault.Error](err)
	_, theirs := errors.AsType[*pgconn.PgError](err)
	return ours || theirs
}
