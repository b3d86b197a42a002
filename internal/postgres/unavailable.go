package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNoConnection says that every connection was taken for as long as anybody
// waits for one.
var ErrNoConnection = errors.New("no connection to the database is free")

// acquireTimeout is how long anybody waits for a connection: what is answered
// later is answered to nobody.
const acquireTimeout = 5 * time.Second

// Acquire takes a connection, but does not wait for one forever.
func Acquire(ctx context.Context, pool *pgxpool.Pool) (*pgxpool.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	conn, err := pool.Acquire(bounded)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, errors.Join(ErrNoConnection, err)
	}
	return conn, err
}

// IsAway reports an error that says nothing of what was asked: the database is
// not reached, is going down or coming up, or can do no more at the moment
// (classes 08 and 53 and 57P of appendix A of PostgreSQL's manual).
func IsAway(err error) bool {
	// Whatever the server says of a connection that it does not take, it is not ours to mend.
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok || errors.Is(err, ErrNoConnection) {
		return true
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(refused.Code, "08") || strings.HasPrefix(refused.Code, "53") || strings.HasPrefix(refused.Code, "57P")
	}
	_, isAnother := errors.AsType[*url.Error](err) // somebody else's server, asked over HTTP
	if err == nil || isAnother || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	_, isNetwork := errors.AsType[net.Error](err)
	return isNetwork || pgconn.SafeToRetry(err) || isCut(err)
}

// isCut reports a connection that ended in the middle.
func isCut(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, pgconn.ErrConnClosed, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNREFUSED} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// undoneError is an error of work of which nothing stays: nobody asked for its
// commit.
type undoneError struct{ error }

func (e undoneError) Unwrap() error { return e.error }

// Undone says of an error that nothing of the work stays, so that Retry may run
// it again where the database was only away.
func Undone(err error) error {
	if err == nil {
		return nil
	}
	return undoneError{err}
}

// mayComeAgain reports that work came to nothing only since the connection was
// lost before anything of it could stay.
func mayComeAgain(err error) bool {
	if !IsAway(err) || errors.Is(err, ErrNoConnection) {
		return false
	}
	_, isUndone := errors.AsType[undoneError](err)
	_, isUnmade := errors.AsType[*pgconn.ConnectError](err)
	return isUndone || isUnmade || pgconn.SafeToRetry(err)
}

// Beginner begins transactions: a connection, or a transaction that nests one.
type Beginner interface {
	Begin(ctx context.Context) (pgx.Tx, error)
}

// Within runs work in one transaction. Its error is Undone unless the commit
// was asked for: only then nobody knows what became of it.
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

// SQLSTATEs of a statement that was cancelled, by its time-out as a rule, and of one
// that waited too long for a lock.
const (
	queryCancelled   = "57014"
	lockNotAvailable = "55P03"
)

// IsOverdue reports a statement that PostgreSQL ended because it took too long, behind
// the lock of another say. Nothing of its transaction stays.
func IsOverdue(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == queryCancelled || refused.Code == lockNotAvailable)
}
