package ratelimit

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres/dbtest"
)

// TestMain fails if a goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func table(t *testing.T, rows ...Row) *Table {
	t.Helper()
	made, err := NewTable(append(rows, Row{Name: "unknown", Routes: []string{Unknown}, Address: []Rate{{Max: 1, Per: time.Minute}}}))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// TestAnExactRowCountsOverAllNodes makes fifty requests at once on three nodes; ten pass.
func TestAnExactRowCountsOverAllNodes(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	now := time.Now().Truncate(time.Second)
	rows := table(t, Row{Name: "writes", Routes: []string{"POST /x"}, Address: []Rate{{Max: 10, Per: time.Minute}}, IsExact: true})
	clock := func() time.Time { return now }
	nodes := []*Meter{NewMeter(rows, pool, clock), NewMeter(rows, pool, clock), NewMeter(rows, pool, clock)}
	var passed atomic.Int64
	var group sync.WaitGroup
	for n := range 50 {
		group.Go(func() {
			wait, err := nodes[n%3].Take(context.Background(), "POST /x", caller.Caller{IP: "203.0.113.7"})
			if err != nil {
				t.Error(err)
			}
			if wait == 0 {
				passed.Add(1)
			} else if wait != time.Minute {
				t.Errorf("has to wait %s", wait)
			}
		})
	}
	group.Wait()
	if passed.Load() != 10 {
		t.Errorf("%d passed", passed.Load())
	}
	later := NewMeter(rows, pool, func() time.Time { return now.Add(time.Minute) })
	if wait, err := later.Take(t.Context(), "POST /x", caller.Caller{IP: "203.0.113.7"}); err != nil || wait != 0 {
		t.Errorf("after the minute: %s, %v", wait, err)
	}
	t.Attr("figure", "50 at once on 3 nodes, limit 10: 10 passed, 40 refused")
}

func TestWhoIsCounted(t *testing.T) {
	t.Parallel()
	now := time.Now().Truncate(time.Second)
	m := NewMeter(table(t,
		Row{Name: "reads", Routes: []string{"GET /x", "GET /y"}, Address: []Rate{{Max: 2, Per: time.Minute}}, Member: []Rate{{Max: 3, Per: time.Minute}}},
		Row{Name: "sign-in", Routes: []string{"POST /in"}, Address: []Rate{{Max: 1, Per: time.Minute}, {Max: 2, Per: time.Hour}}},
	), nil, func() time.Time { return now })
	visitor, neighbour := caller.Caller{IP: "2001:db8:1:2::1"}, caller.Caller{IP: "2001:db8:1:2::2"}
	marina := caller.Caller{IP: visitor.IP, UserID: uuid.New(), Role: "authenticated"}
	server := caller.Caller{IP: visitor.IP, Role: "service_role"}
	for i, step := range []struct {
		route string
		from  caller.Caller
		may   bool
	}{
		{"GET /x", visitor, true}, {"GET /y", neighbour, true}, {"GET /x", visitor, false}, {"GET /y", neighbour, false},
		{"GET /x", marina, true}, {"GET /x", marina, true}, {"GET /x", marina, true}, {"GET /y", marina, false},
		{"GET /x", server, true}, {"POST /in", marina, true}, {"POST /in", visitor, false},
		{"GET /nowhere", visitor, true}, {"GET /elsewhere", visitor, false},
	} {
		wait, err := m.Take(t.Context(), step.route, step.from)
		if err != nil || (wait == 0) != step.may {
			t.Errorf("step %d: %s waits %s, %v", i, step.route, wait, err)
		}
	}
	var none *Meter
	if wait, err := none.Take(t.Context(), "GET /x", visitor); wait != 0 || err != nil {
		t.Errorf("a nil meter: %s, %v", wait, err)
	}
}

func TestAMetersMemoryIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Now().Truncate(time.Second)
	m := NewMeter(table(t), nil, func() time.Time { return now })
	allowed := Rate{Max: 1, Per: time.Minute}
	m.takeHere(allowed, "kept")
	for i := range 3 * keysMax {
		m.takeHere(allowed, strconv.Itoa(i))
		if i%1000 == 0 && m.takeHere(allowed, "kept") == 0 {
			t.Fatal("an active address was forgotten")
		}
	}
	if size := m.buckets[allowed.String()].Len(); size > 2*keysMax {
		t.Errorf("%d keys are remembered", size)
	}
}

func TestATableSaysEverythingOnce(t *testing.T) {
	t.Parallel()
	rates := []Rate{{Max: 1, Per: time.Second}}
	for fact, rows := range map[string][]Row{
		"a name twice":  {{Name: "a", Address: rates}, {Name: "a", Address: rates}},
		"a route twice": {{Name: "a", Routes: []string{http.MethodGet}, Address: rates}, {Name: "b", Routes: []string{http.MethodGet}, Address: rates}},
		"no rate":       {{Name: "a"}},
	} {
		if _, err := NewTable(rows); err == nil {
			t.Errorf("%s is accepted", fact)
		}
	}
	for text, want := range map[string]Rate{"600/1m": {600, time.Minute}, "5/24h": {5, 24 * time.Hour}, "0/1m": {}, "5": {}, "5/": {}, "a/1m": {}, "5/-1m": {}} {
		got, err := ParseRate(text)
		if got != want || (err == nil) != (want != Rate{}) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	made := table(t, Row{Name: "reads", Routes: []string{"GET /x"}, Address: rates})
	if err := made.Set("reads", Rate{9, time.Minute}); err != nil || made.Set("other", Rate{9, time.Minute}) == nil {
		t.Error(err)
	}
	if row, _ := made.Row("GET /x"); row.Address[0].Max != 9 || row.Member != nil {
		t.Errorf("after Set the row is %v", row)
	}
}
