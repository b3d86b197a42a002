package admission

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestACallerThatAsksTooMuchWaitsAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Config{Places: 6, PlacesPerCaller: 3, WaitingMax: 100, WaitingPerCallerMax: 20})
		var refused, served atomic.Int64
		var group sync.WaitGroup
		for range 40 {
			group.Go(func() {
				leave, err := g.Enter(t.Context(), "one")
				if err != nil {
					refused.Add(1)
					return
				}
				served.Add(1)
				time.Sleep(2 * time.Second)
				leave()
			})
		}
		synctest.Wait()
		began := time.Now()
		leave, err := g.Enter(t.Context(), "another")
		if err != nil || time.Since(began) != 0 {
			t.Fatalf("another caller waits %v: %v", time.Since(began), err)
		}
		leave()
		group.Wait()
		// 23 requests reach the gate, and in five seconds three times three get a place.
		if served.Load() != 9 || refused.Load() != 31 {
			t.Errorf("%d are served and %d refused, want 9 and 31", served.Load(), refused.Load())
		}
		if len(g.callers) != 0 || g.waiting.Load() != 0 {
			t.Errorf("%d callers are remembered, %d wait", len(g.callers), g.waiting.Load())
		}
	})
}

// Five times the capacity is offered for a minute. At least 90 % of the capacity is served, and
// none of it late.
func TestAStandingQueueIsShort(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const takes = 100 * time.Millisecond
		g := New(Config{Places: 10, PlacesPerCaller: 10, WaitingMax: 1000, WaitingPerCallerMax: 1000})
		var served, late atomic.Int64
		var group sync.WaitGroup
		began := time.Now()
		for i := 0; time.Since(began) < time.Minute; i++ {
			group.Go(func() {
				asked := time.Now()
				leave, err := g.Enter(t.Context(), strconv.Itoa(i%50))
				if err != nil {
					return
				}
				defer leave()
				if time.Sleep(takes); asked.Sub(began) > 3*crowdedAfter && time.Since(asked) > crowdedWaitMax+takes {
					late.Add(1)
				}
				served.Add(1)
			})
			time.Sleep(2 * time.Millisecond)
		}
		group.Wait()
		if fits := int64(10 * time.Minute / takes); served.Load() < fits*9/10 {
			t.Errorf("served %d of a capacity of %d", served.Load(), fits)
		}
		if late.Load() != 0 {
			t.Errorf("%d are served late", late.Load())
		}
	})
}

// A burst may fill half of the queue before the gate is full for less important requests, overload
// only much less.
func TestAGateIsFullBeforeItsQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Config{Places: 1, PlacesPerCaller: 1, WaitingMax: 40, WaitingPerCallerMax: 1})
		leave, err := g.Enter(t.Context(), "inside")
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		come := func(from, to int) {
			for i := from; i < to; i++ {
				group.Go(func() {
					if leave, err := g.Enter(t.Context(), strconv.Itoa(i)); err == nil {
						leave()
					}
				})
			}
			synctest.Wait()
		}
		for _, step := range []struct {
			waiting int
			isFull  bool
		}{{0, false}, {1, false}, {19, false}, {20, true}} {
			if come(int(g.waiting.Load()), step.waiting); g.IsFull() != step.isFull {
				t.Errorf("with %d waiting, IsFull is %v", step.waiting, g.IsFull())
			}
		}
		// The last requests of a burst give up while others keep the queue from emptying.
		time.Sleep(crowdedAfter - time.Second)
		come(20, 20+crowdedRounds)
		time.Sleep(1100 * time.Millisecond)
		if g.waiting.Load() != crowdedRounds || !g.IsFull() {
			t.Errorf("with %d waiting during overload, IsFull is %v", g.waiting.Load(), g.IsFull())
		}
		leave()
		group.Wait()
		if g.IsFull() || (*Gate)(nil).IsFull() {
			t.Error("IsFull is true of an empty or nil gate")
		}
	})
}

func TestABurstWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := New(Config{Places: 2, PlacesPerCaller: 2, WaitingMax: 100, WaitingPerCallerMax: 100})
		var group sync.WaitGroup
		for i := range 60 {
			group.Go(func() {
				leave, err := g.Enter(t.Context(), strconv.Itoa(i))
				if err != nil {
					t.Errorf("request %d: %v", i, err)
					return
				}
				time.Sleep(100 * time.Millisecond)
				leave()
			})
		}
		group.Wait()
	})
}

func TestWhoGoesAwayTakesNoPlace(t *testing.T) {
	t.Parallel()
	g := New(Config{Places: 1, PlacesPerCaller: 1, WaitingMax: 1, WaitingPerCallerMax: 1})
	leave, err := g.Enter(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Enter(gone, "another"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	leave()
	leave, err = g.Enter(t.Context(), "another")
	if err != nil {
		t.Fatal(err)
	}
	leave()
	if _, err := (*Gate)(nil).Enter(t.Context(), "anybody"); err != nil {
		t.Error(err)
	}
}
