// Package admission lets so many requests work at once, and of one caller fewer:
// what is beyond waits a while for its turn and is then sent away, so that
// whoever asks too much waits for himself. It knows no request.
package admission

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"automacao/internal/kernel/fault"
)

// ErrBusy sends a request away that may come back in a moment.
var ErrBusy = fault.New(503, "overloaded", "The server is busy. Try again in a moment.")

// Config bounds a gate.
type Config struct {
	// Places are how many work at once, and PlacesPerCaller how many of one.
	Places, PlacesPerCaller int64
	// WaitingMax is how many may wait, and WaitingPerCallerMax how many of one.
	WaitingMax, WaitingPerCallerMax int
}

// Bounds of a wait. A queue that has not been empty for crowdedAfter is no
// burst: then only a short wait is worth anybody's while, and what is answered
// is answered in time (controlled delay, Nichols and Jacobson 2012).
const (
	patience        = 5 * time.Second
	crowdedAfter    = 5 * time.Second
	crowdedPatience = 500 * time.Millisecond
	// crowdedRounds is how many wait for each place while it is crowded: enough
	// that none is ever free, and few enough to have their turn in time.
	crowdedRounds = 4
)

// Gate is safe for concurrent use; nil lets everybody in.
type Gate struct {
	cfg    Config
	places *semaphore.Weighted

	// waiting are so many for a place, and crowded is since when somebody is, nil
	// when nobody is. Both are changed under mu.
	waiting atomic.Int64
	crowded atomic.Pointer[time.Time]

	// inside are so many who work, and refused how many were sent away.
	inside, refused atomic.Int64

	mu      sync.Mutex
	callers map[string]*guest
}

// guest is a caller with requests at the gate.
type guest struct {
	places *semaphore.Weighted
	atGate int64
}

// New returns a gate; one without places lets everybody in.
func New(cfg Config) *Gate {
	if cfg.Places <= 0 {
		return nil
	}
	return &Gate{cfg: cfg, places: semaphore.NewWeighted(cfg.Places), callers: map[string]*guest{}}
}

// Enter waits for a place and returns the way out, to be called once. ErrBusy
// says that there is none in time, an error of ctx that nobody waits any more.
func (g *Gate) Enter(ctx context.Context, who string) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	leave, err = g.enter(ctx, who)
	switch err {
	case nil:
		g.inside.Add(1)
	case ErrBusy:
		g.refused.Add(1)
	}
	return leave, err
}

// TryEnter is Enter for who does not wait: ok is false where there is no place at once.
func (g *Gate) TryEnter(who string) (leave func(), ok bool) {
	if g == nil {
		return func() {}, true
	}
	own, _, err := g.arrive(who)
	if err != nil {
		return nil, false
	}
	if !own.places.TryAcquire(1) {
		g.depart(who, own)
		return nil, false
	}
	if !g.places.TryAcquire(1) {
		own.places.Release(1)
		g.depart(who, own)
		return nil, false
	}
	g.inside.Add(1)
	return g.leaving(who, own), true
}

// leaving returns the way out of a place.
func (g *Gate) leaving(who string, own *guest) func() {
	return func() {
		g.inside.Add(-1)
		g.places.Release(1)
		own.places.Release(1)
		g.depart(who, own)
	}
}

// Figures are how many work and wait at a gate, and how many were sent away
// since it was made.
type Figures struct{ Inside, Waiting, Refused int64 }

// Figures are zero of nil.
func (g *Gate) Figures() Figures {
	if g == nil {
		return Figures{}
	}
	return Figures{Inside: g.inside.Load(), Waiting: g.waiting.Load(), Refused: g.refused.Load()}
}

func (g *Gate) enter(ctx context.Context, who string) (leave func(), err error) {
	own, longest, err := g.arrive(who)
	if err != nil {
		return nil, err
	}
	leave = g.leaving(who, own)
	hasOwn := own.places.TryAcquire(1)
	if hasOwn && g.places.TryAcquire(1) {
		return leave, nil
	}
	waiting, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if !hasOwn && own.places.Acquire(waiting, 1) != nil {
		g.depart(who, own)
		return nil, refusal(ctx)
	}
	if err := g.place(waiting); err != nil {
		own.places.Release(1)
		g.depart(who, own)
		return nil, refusal(ctx)
	}
	return leave, nil
}

// IsFull reports that so many wait for a place that all share that only who
// matters more should come: half of all that may, or in a standing crowd a few.
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

// place takes one of the places that all share.
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

// queue reports whether there is room to wait.
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

// arrive returns the caller, and how long it is worth his waiting.
func (g *Gate) arrive(who string) (*guest, time.Duration, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	own := g.callers[who]
	if own == nil {
		own = &guest{places: semaphore.NewWeighted(g.cfg.PlacesPerCaller)}
		g.callers[who] = own
	}
	if own.atGate >= g.cfg.PlacesPerCaller+int64(g.cfg.WaitingPerCallerMax) {
		return nil, 0, ErrBusy
	}
	own.atGate++
	if since := g.crowded.Load(); since != nil && time.Since(*since) > crowdedAfter {
		return own, crowdedPatience, nil
	}
	return own, patience, nil
}

func (g *Gate) depart(who string, own *guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if own.atGate--; own.atGate == 0 {
		delete(g.callers, who)
	}
}
