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

// discardTimeout bounds removing versions after a request was answered for.
const discardTimeout = 5 * time.Second

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
