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

// What PostgreSQL undoes so that another transaction can go on (appendix A of
// its manual): nothing was wrong with it, and it may succeed the next time.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// How often and after how long work is run again. A deadlock is only found
// after a second, so that tries are few.
const (
	triesMax   = 4
	retryPause = 20 * time.Millisecond
)

// Retry runs work, and again while PostgreSQL undoes it in favour of another
// transaction, or the connection is lost before anything of it can stay: four
// times at most, a little later each time, and never past the end of ctx. Work
// is one whole transaction, and leaves no trace of a try that came to nothing.
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

// InTx runs work in one transaction, and again as Retry does.
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

// wait pauses, unless ctx ends before.
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
