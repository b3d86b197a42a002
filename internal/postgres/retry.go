package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// PostgreSQL rolls back a transaction with these SQLSTATEs so that another one can proceed (manual,
// appendix A). A retry may succeed.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// Bounds on retries. PostgreSQL detects a deadlock only after a second, so there are few attempts.
const (
	triesMax   = 4
	retryPause = 20 * time.Millisecond
)

// Retry runs work and retries it if PostgreSQL rolled it back in favour of another transaction, or
// if the connection was lost before anything could be committed. There are at most four attempts,
// with growing pauses, and none after ctx's deadline. Work must be one whole transaction and leave
// no trace of a failed attempt.
func Retry(ctx context.Context, work func() error) error {
	pause := retryPause
	for try := 1; ; try++ {
		err := work()
		if try == triesMax || !isUndone(err) || !wait(ctx, pause/2+rand.N(pause)) {
			if undone, ok := err.(undoneError); ok { //nolint:errorlint // only what Within itself put around it is taken off
				return undone.error
			}
			return err
		}
		pause *= 2
	}
}

// InTx runs work in one transaction and retries as Retry does.
func InTx(ctx context.Context, pool *pgxpool.Pool, work func(pgx.Tx) error) error {
	return Retry(ctx, func() error {
		conn, err := Acquire(ctx, pool)
		if err != nil {
			return err
		}
		defer conn.Release()
		return Within(ctx, conn, work)
	})
}

func isUndone(err error) bool {
	failure, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (failure.Code == serializationFailure || failure.Code == deadlockDetected) || mayComeAgain(err)
}

// wait pauses. It returns false if ctx ends, or would end, before the pause is over.
func wait(ctx context.Context, pause time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= pause {
		return false
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
