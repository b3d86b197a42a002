package ratelimit

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
)

// Querier is a pool, a connection or a transaction.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Batcher is a pool.
type Batcher interface {
	SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults
}

// Key returns the key of a counter as a hash, so that no personal data such as an address is
// stored.
func Key(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// count adds one attempt and returns the count and when its period ends. Refused attempts count
// too, but do not extend the period.
const count = `
	INSERT INTO auth.attempts AS a (key, count, ends_at) VALUES ($1, 1, $3)
	ON CONFLICT (key) DO UPDATE SET
	  count   = CASE WHEN a.ends_at <= $2 THEN 1  ELSE least(a.count + 1, 1000000) END,
	  ends_at = CASE WHEN a.ends_at <= $2 THEN $3 ELSE a.ends_at END
	RETURNING count, ends_at`

// Spend counts an attempt before it is made, so that parallel attempts on any node are counted too.
// It returns how long to wait; zero means that the attempt may be made.
func Spend(ctx context.Context, q Querier, allowed Rate, key string, now time.Time) (time.Duration, error) {
	return waitFor(q.QueryRow(ctx, count, key, now, now.Add(allowed.Per)), allowed, now)
}

// spendSoon is Spend in a transaction of its own that commits asynchronously: a crash of the
// database loses only the counts of its last moment.
func spendSoon(ctx context.Context, db Batcher, allowed Rate, key string, now time.Time) (time.Duration, error) {
	batch := &pgx.Batch{}
	batch.Queue(`SELECT set_config('synchronous_commit', 'off', true)`)
	batch.Queue(count, key, now, now.Add(allowed.Per))
	results := db.SendBatch(ctx, batch)
	if _, err := results.Exec(); err != nil {
		return 0, errors.Join(fmt.Errorf("count an attempt: %w", err), results.Close())
	}
	wait, err := waitFor(results.QueryRow(), allowed, now)
	return wait, errors.Join(err, results.Close())
}

func waitFor(counted pgx.Row, allowed Rate, now time.Time) (time.Duration, error) {
	var attempts int
	var endsAt time.Time
	if err := counted.Scan(&attempts, &endsAt); err != nil {
		return 0, fmt.Errorf("count an attempt: %w", err)
	}
	if attempts <= allowed.Max {
		return 0, nil
	}
	return max(endsAt.Sub(now), time.Second), nil
}

// Refund takes back a counted attempt that was never made or that succeeded. It does so even if ctx
// has ended.
func Refund(ctx context.Context, q Querier, key string) error {
	_, err := q.Exec(context.WithoutCancel(ctx), `
		WITH gone AS (DELETE FROM auth.attempts WHERE key = $1 AND count <= 1)
		UPDATE auth.attempts SET count = count - 1 WHERE key = $1 AND count > 1`, key)
	return err
}

// Forgive deletes the attempts of a key after a success.
func Forgive(ctx context.Context, q Querier, key string) error {
	if _, err := q.Exec(ctx, `DELETE FROM auth.attempts WHERE key = $1`, key); err != nil {
		return fmt.Errorf("forgive attempts: %w", err)
	}
	return nil
}
