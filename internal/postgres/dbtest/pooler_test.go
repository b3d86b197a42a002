package dbtest

import (
	"errors"
	"testing"

	"automacao/internal/postgres"
)

// TestAPoolerIsNoticedAndLendsOtherSessions checks that the pooler is detected and lends a
// different session each time, so that tests through it expose state left in a session.
func TestAPoolerIsNoticedAndLendsOtherSessions(t *testing.T) {
	t.Parallel()
	db := Open(t)
	pool, err := postgres.NewPool(t.Context(), Pooled(t, db.URL), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if !postgres.IsPooled(pool) || !isPooled() && postgres.IsPooled(db.Pool) {
		t.Errorf("behind a pooler: %t, without one: %t", postgres.IsPooled(pool), postgres.IsPooled(db.Pool))
	}
	// While two transactions are open there are two sessions to lend.
	both, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	lent := map[int]bool{}
	for range 4 {
		var pid int
		if err := pool.QueryRow(t.Context(), `SELECT pg_backend_pid()`).Scan(&pid); err != nil {
			t.Fatal(err)
		}
		if lent[pid] = true; len(lent) == 1 {
			err = both.Rollback(t.Context())
		}
	}
	if err != nil || len(lent) < 2 {
		t.Errorf("the sessions %v were lent, %v", lent, err)
	}
	if _, err := postgres.Listen(t.Context(), pool, nil, "test", "anything"); !errors.Is(err, postgres.ErrPooled) {
		t.Errorf("who listens through it is told %v", err)
	}
}
