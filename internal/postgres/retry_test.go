package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

func TestRetry(t *testing.T) {
	t.Parallel()
	undone := fmt.Errorf("charge: %w", &pgconn.PgError{Code: "40001"})
	deadlock := &pgconn.PgError{Code: "40P01"}
	duplicate := &pgconn.PgError{Code: "23505"}
	for name, c := range map[string]struct {
		answers []error // of each attempt; the last one repeats
		tries   int
		want    error
	}{
		"NothingToMend":        {[]error{nil}, 1, nil},
		"OtherErrorsAreTold":   {[]error{duplicate}, 1, duplicate},
		"SerializationFailure": {[]error{undone, nil}, 2, nil},
		"Deadlock":             {[]error{deadlock, undone, nil}, 3, nil},
		"ThenAnother":          {[]error{deadlock, duplicate}, 2, duplicate},
		"TriesAreBounded":      {[]error{undone}, 4, undone},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				err := postgres.Retry(t.Context(), func() error {
					tries++
					return c.answers[min(tries, len(c.answers))-1]
				})
				if !errors.Is(err, c.want) || tries != c.tries {
					t.Errorf("%d tries and %v, want %d and %v", tries, err, c.tries, c.want)
				}
			})
		})
	}
	t.Run("NeverPastTheDeadline", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
			defer cancel()
			tries, started := 0, time.Now()
			err := postgres.Retry(ctx, func() error { tries++; return undone })
			if !errors.Is(err, undone) || tries != 1 || time.Since(started) != 0 {
				t.Errorf("%d tries in %s: %v", tries, time.Since(started), err)
			}
		})
	})
	t.Run("NotOnceItIsCancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			tries := 0
			err := postgres.Retry(ctx, func() error { tries++; cancel(); return undone })
			if !errors.Is(err, undone) || tries != 1 {
				t.Errorf("%d tries: %v", tries, err)
			}
		})
	})
	t.Run("EachALittleLaterAndNotInStep", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			waits := map[time.Duration]bool{}
			for range 20 {
				started := time.Now()
				_ = postgres.Retry(t.Context(), func() error { return undone })
				waited := time.Since(started)
				waits[waited] = true
				// The pauses are 20, 40 and 80 ms, each times a random factor from 0.5 to 1.5.
				if waited < 70*time.Millisecond || waited > 210*time.Millisecond {
					t.Errorf("waited %s in all", waited)
				}
			}
			if len(waits) < 2 {
				t.Error("the pauses have no jitter")
			}
		})
	})
}

// TestInTxOutlivesADeadlock lets two transactions lock two rows in opposite order. PostgreSQL rolls
// one of them back, and it is retried.
func TestInTxOutlivesADeadlock(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	if _, err := db.Owner.Exec(t.Context(), `CREATE TABLE counters (id int PRIMARY KEY, count int NOT NULL); INSERT INTO counters VALUES (1, 0), (2, 0)`); err != nil {
		t.Fatal(err)
	}
	var tries atomic.Int32
	var bothHaveOne, done sync.WaitGroup
	bothHaveOne.Add(2)
	for _, order := range [][2]int{{1, 2}, {2, 1}} {
		isFirst := true
		done.Go(func() {
			err := postgres.InTx(t.Context(), db.Owner, func(tx pgx.Tx) error {
				tries.Add(1)
				for i, id := range order {
					if i == 1 && isFirst {
						isFirst = false
						bothHaveOne.Done()
						bothHaveOne.Wait()
					}
					if _, err := tx.Exec(t.Context(), `UPDATE counters SET count = count + 1 WHERE id = $1`, id); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Errorf("in order %v: %v", order, err)
			}
		})
	}
	done.Wait()
	var counts []int
	if err := db.Owner.QueryRow(t.Context(), `SELECT array_agg(count ORDER BY id) FROM counters`).Scan(&counts); err != nil {
		t.Fatal(err)
	}
	// PostgreSQL may end both at once, and then each is retried.
	if tries.Load() < 3 || counts[0] != 2 || counts[1] != 2 {
		t.Errorf("%d tries left %v, want 3 or more and [2 2]", tries.Load(), counts)
	}
}
