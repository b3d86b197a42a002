package auth

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// querier is a pool or a transaction.
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

// refund takes back an attempt that was counted and never made, even when the
// caller is gone.
func (s *Server) refund(ctx context.Context, key string) error {
	_, err := s.pool.Exec(context.WithoutCancel(ctx), `UPDATE auth.attempts SET count = greatest(count - 1, 0) WHERE key = $1`, key)
	return err
}

// forgive forgets the attempts that led to a success.
func forgive(ctx context.Context, tx pgx.Tx, key string) error {
	_, err := tx.Exec(ctx, `DELETE FROM auth.attempts WHERE key = $1`, key)
	return err
}
