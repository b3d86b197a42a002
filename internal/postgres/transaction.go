// Package postgres opens the PostgreSQL database, private or external, runs the migrations, runs
// work under a request's role, and makes backups. It owns the connections and the schema's history.
// It must not know any protocol or workflow.
//
// Start reading at Open. Package become puts a transaction under the caller's role, package cluster
// runs the private server, and schema.sql is the current schema.
package postgres

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres/become"
)

// As runs work in one transaction under the caller's role and claims, so that grants and row-level
// security apply. It commits when work returns nil, and retries as Retry does.
func As(ctx context.Context, pool *pgxpool.Pool, c caller.Caller, work func(pgx.Tx) error) error {
	return InTx(ctx, pool, func(tx pgx.Tx) error {
		if err := (become.Settings{Role: c.Role, Claims: string(c.Claims)}).Enter(ctx, tx); err != nil {
			return err
		}
		return work(tx)
	})
}

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

// ErrNoConnection says that no connection became free within acquireTimeout.
var ErrNoConnection = errors.New("no connection to the database is free")

// acquireTimeout bounds the wait for a connection: by then the client has usually given up.
const acquireTimeout = 5 * time.Second

// Acquire takes a connection from a pool and waits at most acquireTimeout for it.
func Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	conn, err := pool.Acquire(bounded)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, errors.Join(ErrNoConnection, err)
	}
	return conn, err
}

// IsAway reports whether an error says that the database is unavailable, rather than that the
// statement is wrong: it cannot be reached, is starting or shutting down, or is out of resources
// (SQLSTATE classes 08 and 53 and 57P, PostgreSQL manual, appendix A).
func IsAway(err error) bool {
	// If the server refuses a connection, for whatever reason, the request cannot fix it.
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok || errors.Is(err, ErrNoConnection) {
		return true
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(refused.Code, "08") || strings.HasPrefix(refused.Code, "53") || strings.HasPrefix(refused.Code, "57P")
	}
	_, isAnother := errors.AsType[*url.Error](err) // an HTTP request to another server
	if err == nil || isAnother || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	_, isNetwork := errors.AsType[net.Error](err)
	return isNetwork || pgconn.SafeToRetry(err) || isCut(err)
}

// isCut reports whether a connection ended unexpectedly.
func isCut(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, pgconn.ErrConnClosed, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNREFUSED} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// undoneError wraps the error of a transaction whose commit was never sent, so nothing of it
// remains.
type undoneError struct{ error }

func (e undoneError) Unwrap() error { return e.error }

// Undone marks an error to say that nothing of the work was committed. Retry may then run it again
// if the database was only unavailable.
func Undone(err error) error {
	if err == nil {
		return nil
	}
	return undoneError{err}
}

// mayComeAgain reports whether work failed only because the connection was lost before anything
// could be committed.
func mayComeAgain(err error) bool {
	if !IsAway(err) || errors.Is(err, ErrNoConnection) {
		return false
	}
	_, isUndone := errors.AsType[undoneError](err)
	_, isUnmade := errors.AsType[*pgconn.ConnectError](err)
	return isUndone || isUnmade || pgconn.SafeToRetry(err)
}

// Beginner begins transactions: a connection, or a transaction that starts a nested one.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Within runs work in one transaction. Its error is marked Undone unless the commit was sent: only
// after that is the outcome unknown.
func Within(ctx context.Context, conn Beginner, work func(pgx.Tx) error) error {
	isCommitting := false
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		err := work(tx)
		isCommitting = err == nil
		return err
	})
	if isCommitting {
		return err
	}
	return Undone(err)
}

// SQLSTATEs of a statement that was cancelled, usually by its timeout, and of one that waited too
// long for a lock.
const (
	queryCancelled   = "57014"
	lockNotAvailable = "55P03"
)

// IsOverdue reports whether PostgreSQL ended a statement because it took too long, for example
// while it waited for a lock. Its transaction is rolled back.
func IsOverdue(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == queryCancelled || refused.Code == lockNotAvailable)
}
