package storage

import (
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
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
