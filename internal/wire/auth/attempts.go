package auth

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

// querier is a pool, a connection or a transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Bounds of the connections beside the pool.
const (
	sideConns = 2
	sideWait  = 5 * time.Second
)

// newSide opens connections to the same database that no transaction of a
// request ever holds. None is made before it is needed.
func newSide(pool *pgxpool.Pool) *pgxpool.Pool {
	side, err := postgres.Beside(pool, sideConns, "attempts")
	if err != nil {
		panic("auth: " + err.Error())
	}
	return side
}

// aside runs work for a caller whose transaction is open and may be undone. It
// has a connection beside the pool: as many transactions as the pool has
// connections, each asking it for a second one, would wait for each other.
func (s *Server) aside(ctx context.Context, work func(querier) error) error {
	waiting, cancel := context.WithTimeout(ctx, sideWait)
	defer cancel()
	conn, err := s.side.Acquire(waiting)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return errRequestRate.After(sideWait).Because(err)
	}
	if err != nil {
		return fmt.Errorf("acquire a connection aside: %w", err)
	}
	defer conn.Release()
	return work(conn)
}

// spend counts one attempt before it is made. It returns how long to wait; zero
// means that it may be made.
func (s *Server) spend(ctx context.Context, q querier, allowed ratelimit.Rate, key string) (time.Duration, error) {
	return ratelimit.Spend(ctx, q, allowed, key, s.cfg.Now())
}
