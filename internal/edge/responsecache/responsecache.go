// Package responsecache keeps answers that anybody may be given, until what they rest
// on changes: of a read, and of a document that is made of reads. It knows from
// the database's catalogue which tables that is, and hears of every write to
// them: of this process's on the connection that writes, of all others' by
// NOTIFY. What rests on something that does not announce its writes is never
// kept. It knows no protocol and no table of the product.
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

// Config says what is kept.
type Config struct {
	// BytesMax bounds what is kept, with all its forms; 0 keeps nothing.
	BytesMax int64
	// Role is whose reads are kept.
	Role string
	// Announcer is the trigger function, by schema and name, by which tables
	// announce what is written to them.
	Announcer string
	// Waits hears that a request waits for what another has begun; nil hears
	// nothing.
	Waits func(context.Context)
	// Now is the time; time.Now by default.
	Now func() time.Time
}

// How long an answer is kept at most: lifeMax even if nobody announces a change,
// which is for what no trigger sees, such as a right that is withdrawn; lifeTimed
// where the time itself decides what is in it.
const (
	lifeMax   = time.Minute
	lifeTimed = time.Second
)

// Cache is safe for concurrent use; nil keeps nothing.
type Cache struct {
	cfg Config
	log *slog.Logger

	// isListening is false until writes of others are heard, and heardAt when
	// that was last seen to work, in nanoseconds since began.
	isListening atomic.Bool
	heardAt     atomic.Int64
	began       time.Time
	// epoch tells what was kept before a gap from what is kept after it.
	epoch atomic.Uint64
	rules atomic.Pointer[rules]

	tablesMu sync.Mutex
	tables   map[string]*table

	mu      sync.Mutex
	kept    store
	flights map[string]*flight
	// unkept are the keys of what cannot be kept under the rules in force.
	unkept *lru.Map[bool]
}

// unkeptMax bounds a generation of what is known not to be worth waiting for.
const unkeptMax = 4096

// New returns a memory that keeps nothing before Run listens. It is nil where
// nothing is to be kept.
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

// Ask is a request for what may be kept.
type Ask struct {
	// Key is all that the answer depends on besides the database.
	Key string
	// Vary are the request's headers that the answer depends on.
	Vary []string
	// Location replaces the Content-Location of a kept answer that has one.
	Location string
}

// flight is an answer in the making, which others wait for.
type flight struct {
	done chan struct{}
	made *answer
}

// Serve answers from memory, or has next answer: once for all who ask for the
// same meanwhile. Next must read nothing of the request that the key does not
// hold, and say with RestsOn what it reads of the database.
func (m *Cache) Serve(w http.ResponseWriter, r *http.Request, ask Ask, next http.HandlerFunc) {
	if !m.IsOn() {
		next(w, r)
		return
	}
	for round := range 2 {
		found, shared, leads := m.find(ask.Key)
		switch {
		case found != nil:
			found.join(r.Context())
			found.send(w, r, ask)
			return
		case leads:
			made := m.lead(shared, r, ask, next)
			made.send(w, r, ask)
			return
		case shared == nil:
			next(w, r)
			return
		}
		if m.cfg.Waits != nil {
			m.cfg.Waits(r.Context())
		}
		select {
		case <-shared.done:
		case <-r.Context().Done():
		}
		// What began before this request came is good for it only if nothing has
		// been written meanwhile; what began later is.
		if made := shared.made; isDone(shared) && made != nil && made.isKeepable() && (round > 0 || m.holds(made)) {
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

// find returns what is kept, or else the flight to wait for or to lead; neither
// of what is not worth waiting for.
func (m *Cache) find(key string) (*answer, *flight, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if found := m.kept.find(key); found != nil {
		if m.holds(found) {
			return found, nil, false
		}
		m.kept.drop(key)
	}
	if under := m.flights[key]; under != nil {
		return nil, under, false
	}
	if isUnkept, _ := m.unkept.Find(key); isUnkept {
		return nil, nil, false
	}
	leads := &flight{done: make(chan struct{})}
	m.flights[key] = leads
	return nil, leads, true
}

// lead makes the answer that others wait for, and keeps it if nothing it rests
// on has changed since before it was read.
func (m *Cache) lead(f *flight, r *http.Request, ask Ask, next http.HandlerFunc) *answer {
	defer func() {
		m.mu.Lock()
		delete(m.flights, ask.Key)
		m.mu.Unlock()
		close(f.done)
	}()
	g := m.gather()
	made := &answer{header: http.Header{}}
	next(made, g.plain(r))
	made.finish(g)
	made.join(r.Context())
	f.made = made
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case made.isNever:
		m.unkept.Keep(ask.Key, true)
	case made.isKeepable() && m.holds(made):
		m.kept.keep(ask.Key, made)
	}
	return made
}

// holds reports that an answer still says what the database would.
func (m *Cache) holds(a *answer) bool {
	if !m.IsOn() || a.epoch != m.epoch.Load() || !m.cfg.Now().Before(a.until) {
		return false
	}
	for _, s := range a.rests {
		if !s.isUnchanged() {
			return false
		}
	}
	return true
}

// Has reports an answer that Serve would give from memory at the moment.
func (m *Cache) Has(key string) bool {
	if !m.IsOn() {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.kept.find(key)
	return found != nil && m.holds(found)
}

// IsOn reports that writes of others are heard. A process that was stopped for
// a while does not know what it has missed.
func (m *Cache) IsOn() bool {
	return m != nil && m.isListening.Load() && m.cfg.Now().Sub(m.began)-time.Duration(m.heardAt.Load()) < trustMax
}

// empty forgets everything, and what is being made is not kept.
func (m *Cache) empty() {
	m.epoch.Add(1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept = newStore(m.cfg.BytesMax)
	m.unkept = lru.New[bool](unkeptMax, nil)
}

// Bytes is how much is kept.
func (m *Cache) Bytes() int64 {
	if m == nil {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept.bytes
}
