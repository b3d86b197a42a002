package ratelimit

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/dbtest"
)

var errTooMany = fault.New(http.StatusTooManyRequests, "too_many", "Muitas tentativas.")

func TestARefusedRequestIsCountedByItsRow(t *testing.T) {
	t.Parallel()
	now := time.Now().Truncate(time.Second)
	m := NewMeter(table(t, Row{Name: "reads", Routes: []string{"GET /x"}, Address: []Rate{{Max: 1, Per: time.Minute}}}), nil, func() time.Time { return now })
	from := caller.Caller{IP: "203.0.113.7"}
	if err := m.Admit(t.Context(), "GET /x", from, errTooMany); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := m.Admit(t.Context(), "GET /x", from, errTooMany); !errors.Is(err, errTooMany) {
			t.Errorf("over the limit: %v", err)
		}
	}
	if refused := m.Refused(); refused["reads"] != 2 || refused["unknown"] != 0 {
		t.Errorf("refused are %v", refused)
	}
	if !m.Knows("GET /x") || m.Knows("GET /y") || !(*Meter)(nil).Knows("GET /y") {
		t.Error("the meter knows other routes than its table")
	}
}

// switchable is a database that can be switched off.
type switchable struct {
	Batcher
	isOff bool
}

func (s *switchable) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	if s.isOff {
		panic("the database is asked")
	}
	return s.Batcher.SendBatch(ctx, batch)
}

// A key that the database has refused is refused without asking it again until its period ends.
func TestAFullKeyIsRefusedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	db := &switchable{Batcher: dbtest.New(t)}
	now := time.Now().Truncate(time.Second)
	m := NewMeter(table(t, Row{Name: "writes", Routes: []string{"POST /x"}, Address: []Rate{{Max: 1, Per: time.Minute}}, IsExact: true}), db, func() time.Time { return now })
	take := func() time.Duration {
		t.Helper()
		wait, err := m.Take(t.Context(), "POST /x", caller.Caller{IP: "203.0.113.7"})
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
	if first, second := take(), take(); first != 0 || second != time.Minute {
		t.Fatalf("waits are %s and %s", first, second)
	}
	db.isOff = true
	now = now.Add(59 * time.Second)
	if wait := take(); wait != time.Second {
		t.Errorf("a second before the end: %s", wait)
	}
	db.isOff = false
	now = now.Add(time.Second)
	if wait := take(); wait != 0 {
		t.Errorf("at the end: %s", wait)
	}
}

func TestTheSmallestRateIsARate(t *testing.T) {
	t.Parallel()
	if got, err := ParseRate("1/1s"); err != nil || got != (Rate{1, time.Second}) {
		t.Errorf("1/1s is %v, %v", got, err)
	}
	if got, err := ParseRate("1/0s"); err == nil {
		t.Errorf("1/0s is %v", got)
	}
	members := table(t, Row{Name: "calls", Routes: []string{"POST /y"}, Member: []Rate{{Max: 1, Per: time.Second}}})
	if err := members.Set("calls", Rate{9, time.Minute}); err != nil {
		t.Fatal(err)
	}
	if row, _ := members.Row("POST /y"); row.Address != nil || row.Member[0].Max != 9 {
		t.Errorf("after Set the row is %v", row)
	}
}
