package rest_test

import (
	"context"
	"testing"
	"time"
)

// patience bounds every wait; a passing test never takes nearly as long.
const patience = 2 * time.Minute

// TestAnUpsertAnswersARowItHadToWaitFor inserts the same key concurrently, as a double click does.
func TestAnUpsertAnswersARowItHadToWaitFor(t *testing.T) {
	t.Parallel()
	decided := map[string]string{"Prefer": merges["Prefer"] + ",handling=strict,max-affected=1"}
	for name, headers := range map[string]map[string]string{"InOneRoundTrip": merges, "Decided": decided} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			other, err := b.pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := other.Exec(t.Context(), `INSERT INTO public.assignments VALUES (2, 3)`); err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.check(t, call{method: "POST", path: "/assignments", body: `{"user_id":2,"project_id":3}`, headers: headers, as: "ana", status: 200, want: `[{"user_id":2,"project_id":3}]`})
			}()
			b.awaitWaiting(t)
			if err := other.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
			<-done
		})
	}
}

// awaitWaiting returns once a statement waits for another transaction.
func (b *bundle) awaitWaiting(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for ctx.Err() == nil {
		var waits bool
		err := b.pool.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
		if waits {
			return
		}
	}
	t.Fatal("nothing waits")
}
