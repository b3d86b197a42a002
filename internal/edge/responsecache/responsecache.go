// Package responsecache keeps answers that are the same for everybody until something they depend
// on changes: answers to reads, and documents made of such reads. It derives from the database's
// catalogue which tables an answer depends on, and learns of every write to them: from notices on
// the connection that writes in this process, and by NOTIFY from all other processes. An answer
// that depends on something that does not announce its writes is never kept. The package knows no
// protocol and no table of the product.
package responsecache

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"automacao/internal/edge/lru"
)

// Config configures a cache.
type Config struct {
	// BytesMax bounds the size of the kept answers in all their forms; 0 keeps none.
	BytesMax int64
	// Role is the database role whose reads are kept.
	Role string
	// Announcer is the trigger function, schema-qualified, with which tables announce writes.
	Announcer string
	// Waits is called when a request starts to wait for the answer that another is making; it may
	// be nil.
	Waits func(context.Context)
	// Now returns the time; time.Now by default.
	Now func() time.Time
}

// How long an answer is kept at most. lifeMax applies even if no change is announced, for changes
// that no trigger sees, such as a revoked right. lifeTimed applies if the answer depends on the
// current time.
const (
	lifeMax   = time.Minute
	lifeTimed = time.Second
)

// Cache is a response cache. It is safe for concurrent use. A nil Cache keeps nothing.
type Cache struct {
	cfg Config
	log *slog.Logger

	// isListening is true while writes of other processes are received. heardAt is when that was
	// last confirmed, in nanoseconds since began.
	isListening atomic.Bool
	heardAt     atomic.Int64
	began       time.Time
	// epoch counts how often the cache was emptied. An answer of an older epoch may have missed
	// writes.
	epoch atomic.Uint64
	rules atomic.Pointer[rules]

	tablesMu sync.Mutex
	tables   map[string]*table

	mu      sync.Mutex
	kept    store
	flights map[string]*flight
	// unkept holds the keys of answers that cannot be kept under the current rules.
	unkept *lru.Map[bool]
}

// unkeptMax bounds a generation of unkept.
const unkeptMax = 4096

// New returns a cache that keeps nothing until Run listens. It is nil if BytesMax is 0.
func New(cfg Config, log *slog.Logger) *Cache {
	if cfg.BytesMax <= 0 {
		return nil
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Cache{
		cfg: cfg, log: log, began: cfg.Now(), tables: map[string]*table{}, kept: newStore(cfg.BytesMax),
		flights: map[string]*flight{}, unkept: lru.New[bool](unkeptMax, nil),
	}
}

// Ask is a request for an answer that may be kept.
type Ask struct {
	// Key is all that the answer depends on besides the database.
	Key string
	// Vary are the request headers that the answer depends on.
	Vary []string
	// Location replaces the Content-Location of a kept answer that has one.
	Location string
}

// flight is an answer that is being made and that others wait for.
type flight struct {
	done chan struct{}
	made *answer
}

// Serve answers from the cache or calls next, once for all concurrent requests with the same key.
// next must read nothing of the request that the key does not contain, and must call RestsOn for
// everything that it reads from the database.
func (c *Cache) Serve(w http.ResponseWriter, r *http.Request, ask Ask, next http.HandlerFunc) {
	if !c.IsOn() {
		next(w, r)
		return
	}
	for round := range 2 {
		found, shared, leads := c.find(ask.Key)
		switch {
		case found != nil:
			found.join(r.Context())
			found.send(w, r, ask)
			return
		case leads:
			made := c.lead(shared, r, ask, next)
			made.send(w, r, ask)
			return
		case shared == nil:
			next(w, r)
			return
		}
		if c.cfg.Waits != nil {
			c.cfg.Waits(r.Context())
		}
		select {
		case <-shared.done:
		case <-r.Context().Done():
		}
		// A flight that began before this request is valid for it only if nothing has been written
		// since. One that began later is valid in any case.
		if made := shared.made; isDone(shared) && made != nil && made.isKeepable() && (round > 0 || c.isValid(made)) {
			made.join(r.Context())
			made.send(w, r, ask)
			return
		}
	}
	next(w, r)
}

func isDone(f *flight) bool {
	select {
	case <-f.done:
		return true
	default:
		return false
	}
}

// find returns the kept answer, or else the flight to wait for, or to lead. It returns neither for
// a key whose answer cannot be kept.
func (c *Cache) find(key string) (*answer, *flight, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found := c.kept.find(key); found != nil {
		if c.isValid(found) {
			return found, nil, false
		}
		c.kept.drop(key)
	}
	if under := c.flights[key]; under != nil {
		return nil, under, false
	}
	if isUnkept, _ := c.unkept.Find(key); isUnkept {
		return nil, nil, false
	}
	leads := &flight{done: make(chan struct{})}
	c.flights[key] = leads
	return nil, leads, true
}

// lead makes the answer that others wait for. It keeps the answer if nothing that it depends on has
// changed since before it was read.
func (c *Cache) lead(f *flight, r *http.Request, ask Ask, next http.HandlerFunc) *answer {
	defer func() {
		c.mu.Lock()
		delete(c.flights, ask.Key)
		c.mu.Unlock()
		close(f.done)
	}()
	deps := c.newDependencies()
	made := &answer{header: http.Header{}}
	next(made, deps.plain(r))
	made.finish(deps)
	made.join(r.Context())
	f.made = made
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case made.isNever:
		c.unkept.Keep(ask.Key, true)
	case made.isKeepable() && c.isValid(made):
		c.kept.keep(ask.Key, made)
	}
	return made
}

// isValid reports that an answer still equals what the database would return.
func (c *Cache) isValid(a *answer) bool {
	if !c.IsOn() || a.epoch != c.epoch.Load() || !c.cfg.Now().Before(a.until) {
		return false
	}
	for _, each := range a.versions {
		if !each.isUnchanged() {
			return false
		}
	}
	return true
}

// Has reports that Serve would answer from the cache now.
func (c *Cache) Has(key string) bool {
	if !c.IsOn() {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	found := c.kept.find(key)
	return found != nil && c.isValid(found)
}

// IsOn reports that writes of other processes are received. A process that was suspended for a
// while does not know which writes it has missed.
func (c *Cache) IsOn() bool {
	return c != nil && c.isListening.Load() && c.cfg.Now().Sub(c.began)-time.Duration(c.heardAt.Load()) < trustMax
}

// empty drops all kept answers, and keeps none of those being made.
func (c *Cache) empty() {
	c.epoch.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = newStore(c.cfg.BytesMax)
	c.unkept = lru.New[bool](unkeptMax, nil)
}

// Bytes returns the size of the kept answers.
func (c *Cache) Bytes() int64 {
	if c == nil {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept.bytes
}
