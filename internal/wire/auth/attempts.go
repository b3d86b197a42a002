package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// querier is a pool, a connection or a transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// attemptKey names what is counted without storing an address of a person.
func attemptKey(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// Bounds of the connections beside the pool.
const (
	sideConns = 2
	sideWait  = 5 * time.Second
)

// newSide opens connections to the same database that no transaction of a
// request ever holds. None is made before it is needed.
func newSide(pool *pgxpool.Pool) *pgxpool.Pool {
	cfg := pool.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = sideConns, 0, 0
	side, err := pgxpool.NewWithConfig(context.Background(), cfg)
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

// spend counts one attempt before it is made, so that parallel attempts are
// counted too. It returns how long to wait; zero means that it may be made.
func (s *Server) spend(ctx context.Context, q querier, quota Quota, key string) (time.Duration, error) {
	now := s.cfg.Now()
	var count int
	var endsAt time.Time
	err := q.QueryRow(ctx, `
		INSERT INTO auth.attempts AS a (key, count, ends_at) VALUES ($1, 1, $3)
		ON CONFLICT (key) DO UPDATE SET
		  count   = CASE WHEN a.ends_at <= $2 THEN 1  ELSE least(a.count + 1, 1000000) END,
		  ends_at = CASE WHEN a.ends_at <= $2 THEN $3 ELSE a.ends_at END
		RETURNING count, ends_at`, key, now, now.Add(quota.Per)).Scan(&count, &endsAt)
	if err != nil {
		return 0, fmt.Errorf("count an attempt: %w", err)
	}
	if count <= quota.Max {
		return 0, nil
	}
	return max(endsAt.Sub(now), time.Second), nil
}

// refund takes back an attempt that was counted and never made, or was right,
// even when the caller is gone.
func refund(ctx context.Context, q querier, key string) error {
	_, err := q.Exec(context.WithoutCancel(ctx), `
		WITH gone AS (DELETE FROM auth.attempts WHERE key = $1 AND count <= 1)
		UPDATE auth.attempts SET count = count - 1 WHERE key = $1 AND count > 1`, key)
	return err
}

// forgive forgets the attempts that led to a success.
func forgive(ctx context.Context, q querier, key string) error {
	if _, err := q.Exec(ctx, `DELETE FROM auth.attempts WHERE key = $1`, key); err != nil {
		return fmt.Errorf("forgive attempts: %w", err)
	}
	return nil
}
