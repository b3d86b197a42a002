package storage

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"gocloud.dev/gcerrors"

	"automacao/internal/kernel/fault"
)

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
