package core

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres"
)

// Querier is a pool, a connection or a transaction.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// These bound the connections beside the pool.
const (
	sideConns = 2
	sideWait  = 5 * time.Second
)

// newSide opens a pool to the same database that no request's transaction ever holds a connection
// of. It connects on demand.
func newSide(pool *pgxpool.Pool) *pgxpool.Pool {
	side, err := postgres.Beside(pool, sideConns, "attempts")
	if err != nil {
		panic("auth: " + err.Error())
	}
	return side
}

// Aside runs work for a caller whose transaction is open and may be rolled back. It uses the
// separate pool: if every connection of the main pool held a transaction that waited for a second
// connection, they would deadlock.
func (s *Server) Aside(ctx context.Context, work func(Querier) error) error {
	waiting, cancel := context.WithTimeout(ctx, sideWait)
	defer cancel()
	conn, err := s.side.Acquire(waiting)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return ErrRequestRate.After(sideWait).Because(err)
	}
	if err != nil {
		return fmt.Errorf("acquire a connection aside: %w", err)
	}
	defer conn.Release()
	return work(conn)
}

// Spend counts one attempt before it is made. It returns how long to wait; zero means that the
// attempt is allowed.
func (s *Server) Spend(ctx context.Context, q Querier, allowed ratelimit.Rate, key string) (time.Duration, error) {
	return ratelimit.Spend(ctx, q, allowed, key, s.Config.Now())
}

// WithMinimumTime runs work and returns no sooner than after MailAnswerMin, so that the duration
// does not reveal what was done.
func (s *Server) WithMinimumTime(ctx context.Context, work func() error) error {
	soonest := s.After(s.Config.MailAnswerMin)
	err := work()
	select {
	case <-soonest:
	case <-ctx.Done():
	}
	return err
}

// IsMissing reports whether a query found no row.
func IsMissing(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
