// Package admission bounds how many requests run at once, in total and per caller. A request beyond
// the bound waits a limited time for a place and is then refused, so that a caller who sends too
// many requests only slows down themselves. The package knows nothing about the requests.
package admission

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"automacao/internal/kernel/fault"
)

// ErrBusy refuses a request that may be retried in a moment.
var ErrBusy = fault.New(503, "overloaded", "The server is busy. Try again in a moment.")

// Config bounds a gate.
type Config struct {
	// Places is how many requests run at once, PlacesPerCaller how many of one caller.
	Places, PlacesPerCaller int64
	// WaitingMax is how many requests may wait, WaitingPerCallerMax how many of one caller.
	WaitingMax, WaitingPerCallerMax int
}

// Bounds of a wait. A queue that has not been empty for crowdedAfter is overload, not a burst. From
// then on requests wait only briefly, so that those that are answered are answered in time
// (controlled delay, Nichols and Jacobson 2012).
const (
	waitMax        = 5 * time.Second
	crowdedAfter   = 5 * time.Second
	crowdedWaitMax = 500 * time.Millisecond
	// crowdedRounds is how many requests wait for each place during overload: enough to keep every
	// place busy, and few enough that each gets its turn in time.
	crowdedRounds = 4
)

// Gate is an admission gate. It is safe for concurrent use. A nil Gate admits everything.
type Gate struct {
	cfg    Config
	places *semaphore.Weighted

	// waiting counts the requests that wait for a shared place. crowded is when that queue last
	// became non-empty, nil while it is empty. Both are written under mu.
	waiting atomic.Int64
	crowded atomic.Pointer[time.Time]

	// inside counts the running requests, refused those that were refused so far.
	inside, refused atomic.Int64

	mu      sync.Mutex
	callers map[string]*callerState
}

// callerState is a caller with requests running or waiting.
type callerState struct {
	places  *semaphore.Weighted
	present int64
}

// New returns a gate, nil if cfg has no places: a nil gate admits everything.
func New(cfg Config) *Gate {
	if cfg.Places <= 0 {
		return nil
	}
	return &Gate{cfg: cfg, places: semaphore.NewWeighted(cfg.Places), callers: map[string]*callerState{}}
}

// Enter waits for a place and returns a function that gives it back, to be called once. It returns
// ErrBusy if no place became free in time, or the error of ctx if ctx ended first.
func (g *Gate) Enter(ctx context.Context, callerKey string) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	leave, err = g.enter(ctx, callerKey)
	switch err {
	case nil:
		g.inside.Add(1)
	case ErrBusy:
		g.refused.Add(1)
	}
	return leave, err
}

// TryEnter is Enter without waiting: ok is false if no place is free.
func (g *Gate) TryEnter(callerKey string) (leave func(), ok bool) {
	if g == nil {
		return func() {}, true
	}
	own, _, err := g.arrive(callerKey)
	if err != nil {
		return nil, false
	}
	if !own.places.TryAcquire(1) {
		g.depart(callerKey, own)
		return nil, false
	}
	if !g.places.TryAcquire(1) {
		own.places.Release(1)
		g.depart(callerKey, own)
		return nil, false
	}
	g.inside.Add(1)
	return g.leaving(callerKey, own), true
}

// leaving returns the function that gives a place back.
func (g *Gate) leaving(callerKey string, own *callerState) func() {
	return func() {
		g.inside.Add(-1)
		g.places.Release(1)
		own.places.Release(1)
		g.depart(callerKey, own)
	}
}

// Figures are the numbers of running and waiting requests, and of those refused since the gate was
// made.
type Figures struct{ Inside, Waiting, Refused int64 }

// Figures returns the current numbers. They are zero for a nil Gate.
func (g *Gate) Figures() Figures {
	if g == nil {
		return Figures{}
	}
	return Figures{Inside: g.inside.Load(), Waiting: g.waiting.Load(), Refused: g.refused.Load()}
}

func (g *Gate) enter(ctx context.Context, callerKey string) (leave func(), err error) {
	own, maxWait, err := g.arrive(callerKey)
	if err != nil {
		return nil, err
	}
	leave = g.leaving(callerKey, own)
	hasOwn := own.places.TryAcquire(1)
	if hasOwn && g.places.TryAcquire(1) {
		return leave, nil
	}
	waiting, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	if !hasOwn && own.places.Acquire(waiting, 1) != nil {
		g.depart(callerKey, own)
		return nil, refusal(ctx)
	}
	if err := g.place(waiting); err != nil {
		own.places.Release(1)
		g.depart(callerKey, own)
		return nil, refusal(ctx)
	}
	return leave, nil
}

// IsFull reports that the queue for the shared places is long enough that only more important
// requests should join it: half of WaitingMax, or crowdedRounds per place during overload.
func (g *Gate) IsFull() bool {
	if g == nil {
		return false
	}
	waiting := g.waiting.Load()
	if since := g.crowded.Load(); since != nil && time.Since(*since) > crowdedAfter {
		return waiting >= crowdedRounds*g.cfg.Places
	}
	return waiting > 0 && waiting >= int64(g.cfg.WaitingMax)/2
}

func refusal(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return ErrBusy
}

// place takes one of the shared places.
func (g *Gate) place(ctx context.Context) error {
	if g.places.TryAcquire(1) {
		return nil
	}
	if !g.queue() {
		return ErrBusy
	}
	defer g.unqueue()
	return g.places.Acquire(ctx, 1)
}

// queue joins the queue for a shared place and reports whether there was room in it.
func (g *Gate) queue() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting.Load() >= int64(g.cfg.WaitingMax) {
		return false
	}
	if g.waiting.Add(1) == 1 {
		now := time.Now()
		g.crowded.Store(&now)
	}
	return true
}

func (g *Gate) unqueue() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting.Add(-1) == 0 {
		g.crowded.Store(nil)
	}
}

// arrive registers a request of a caller, and returns how long it may wait.
func (g *Gate) arrive(callerKey string) (*callerState, time.Duration, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	own := g.callers[callerKey]
	if own == nil {
		own = &callerState{places: semaphore.NewWeighted(g.cfg.PlacesPerCaller)}
		g.callers[callerKey] = own
	}
	if own.present >= g.cfg.PlacesPerCaller+int64(g.cfg.WaitingPerCallerMax) {
		return nil, 0, ErrBusy
	}
	own.present++
	if since := g.crowded.Load(); since != nil && time.Since(*since) > crowdedAfter {
		return own, crowdedWaitMax, nil
	}
	return own, waitMax, nil
}

func (g *Gate) depart(callerKey string, own *callerState) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if own.present--; own.present == 0 {
		delete(g.callers, callerKey)
	}
}
