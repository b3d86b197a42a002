package ratelimit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
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
