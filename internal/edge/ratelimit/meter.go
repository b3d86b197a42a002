package ratelimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/time/rate"

	"automacao/internal/edge/lru"
	"automacao/internal/edge/requestid"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// Unknown is the route name of requests that match no row.
const Unknown = "unknown"

// keysMax bounds one generation of a row's buckets.
const keysMax = 10_000

// Meter counts requests by the rows of a table. It is safe for concurrent use. A nil Meter counts
// nothing.
type Meter struct {
	table *Table
	db    Batcher
	now   func() time.Time

	// namesOnly says that nothing is counted.
	namesOnly bool
	// refused counts the refused requests by row.
	refused map[string]*atomic.Int64

	mu sync.Mutex
	// buckets are the token buckets of this node, by rate. full holds until when the database is
	// known to refuse a key.
	buckets map[string]*lru.Map[*rate.Limiter]
	full    *lru.Map[*time.Time]
}

// NewMeter returns a meter that counts the rows that are exact in the database.
func NewMeter(table *Table, db Batcher, now func() time.Time) *Meter {
	m := &Meter{
		table: table, db: db, now: now, buckets: map[string]*lru.Map[*rate.Limiter]{}, refused: map[string]*atomic.Int64{},
		full: lru.New(keysMax, func() *time.Time { return new(time.Time) }),
	}
	for _, row := range table.rows {
		m.refused[row.Name] = &atomic.Int64{}
	}
	return m
}

// NewNamer returns a meter that counts nothing and only names the route of a request.
func NewNamer(table *Table) *Meter {
	m := NewMeter(table, nil, time.Now)
	m.namesOnly = true
	return m
}

// Refused returns the number of requests over a limit since the start, by row.
func (m *Meter) Refused() map[string]int64 {
	counts := map[string]int64{}
	for name, count := range m.refused {
		counts[name] = count.Load()
	}
	return counts
}

// Knows reports whether a row names the route. A nil Meter knows every route.
func (m *Meter) Knows(route string) bool {
	if m == nil {
		return true
	}
	_, known := m.table.Row(route)
	return known
}

// Admit counts a request for a route. Over the limit it returns tooMany with the time to wait.
func (m *Meter) Admit(ctx context.Context, route string, from caller.Caller, tooMany *fault.Error) error {
	wait, err := m.Take(ctx, route, from)
	if err == nil && wait > 0 {
		return tooMany.After(wait)
	}
	return err
}

// Take counts a request for a route and returns how long its caller must wait; zero admits it. A
// route without a row is counted as Unknown. Requests of the service role are not counted.
func (m *Meter) Take(ctx context.Context, route string, from caller.Caller) (time.Duration, error) {
	if m == nil {
		return 0, nil
	}
	row, known := m.table.Row(route)
	if !known {
		route = Unknown
		row, _ = m.table.Row(route)
	}
	requestid.SetRoute(ctx, route)
	if m.namesOnly || from.Role == caller.ServiceRole {
		return 0, nil
	}
	rates, callerKey := row.Address, from.Network()
	if from.UserID != uuid.Nil && len(row.Member) > 0 {
		rates, callerKey = row.Member, from.Counted()
	}
	var maxWait time.Duration
	for _, allowed := range rates {
		key := row.Name + " " + allowed.Per.String() + " " + callerKey
		wait, err := m.take(ctx, row.IsExact, allowed, key)
		if err != nil {
			return 0, fmt.Errorf("measure %s: %w", route, err)
		}
		maxWait = max(maxWait, wait)
	}
	if count := m.refused[row.Name]; maxWait > 0 && count != nil {
		count.Add(1)
	}
	return maxWait, nil
}

func (m *Meter) take(ctx context.Context, isExact bool, allowed Rate, key string) (time.Duration, error) {
	if !isExact {
		return m.takeHere(allowed, key), nil
	}
	if wait := m.isFull(key); wait > 0 {
		return wait, nil
	}
	wait, err := spendSoon(ctx, m.db, allowed, Key(key), m.now())
	if err == nil && wait > 0 {
		m.mu.Lock()
		defer m.mu.Unlock()
		*m.full.Of(key) = m.now().Add(wait)
	}
	return wait, err
}

// isFull returns how long a key is known to be refused, without asking the database.
func (m *Meter) isFull(key string) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.full.Of(key).Sub(m.now())
}

// takeHere counts with a bucket of this node. The bucket of an active caller is never dropped.
func (m *Meter) takeHere(allowed Rate, key string) time.Duration {
	now := m.now()
	m.mu.Lock()
	defer m.mu.Unlock()
	kind := allowed.String()
	if m.buckets[kind] == nil {
		m.buckets[kind] = lru.New(keysMax, func() *rate.Limiter {
			return rate.NewLimiter(rate.Limit(float64(allowed.Max)/allowed.Per.Seconds()), allowed.Max)
		})
	}
	reserved := m.buckets[kind].Of(key).ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

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
