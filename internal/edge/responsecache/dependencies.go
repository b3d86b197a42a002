package responsecache

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// dependencies collects what an answer depends on while it is made.
type dependencies struct {
	cache *Cache
	epoch uint64

	mu       sync.Mutex
	versions []version
	// began is when the answer was started, before the first read.
	began time.Time
	life  time.Duration
	// hasRead says that the dependencies are known. isRefused says that this answer must not be
	// kept, isNever that no answer for its key can be kept under the current rules.
	hasRead, isRefused, isNever bool
}

type dependenciesKey struct{}

func from(ctx context.Context) *dependencies {
	deps, _ := ctx.Value(dependenciesKey{}).(*dependencies)
	return deps
}

func (c *Cache) newDependencies() *dependencies {
	return &dependencies{cache: c, epoch: c.epoch.Load(), began: c.cfg.Now(), life: lifeMax}
}

// plain returns the request from which an answer for everybody is made: GET, so that there is a
// body, unconditional and uncompressed.
func (deps *dependencies) plain(r *http.Request) *http.Request {
	asked := r.Clone(context.WithValue(r.Context(), dependenciesKey{}, deps))
	asked.Method = http.MethodGet
	for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since", "If-Range"} {
		asked.Header.Del(name)
	}
	return asked
}

// Read is a statement that is about to be run.
type Read struct {
	SQL    string
	Params [][]byte
	// Table, Column and Key are set if the statement reads no other row of Table than the one whose
	// Column equals Key.
	Table, Column, Key string
	// IsOurs says that the REST engine wrote the SQL: its names are qualified and quoted, and it
	// depends on the time only through its parameters.
	IsOurs bool
}

// RestsOn registers a statement as a dependency of the answer that is being made. It must be called
// before the statement starts.
func RestsOn(ctx context.Context, read Read) {
	deps := from(ctx)
	if deps == nil {
		return
	}
	deps.mu.Lock()
	defer deps.mu.Unlock()
	deps.hasRead = true
	known := deps.cache.rules.Load()
	if known == nil {
		deps.isRefused = true
		return
	}
	found := known.dependenciesOf(read)
	if found.isUnknowable {
		deps.isRefused, deps.isNever = true, true
		return
	}
	if found.isTimed {
		deps.life = min(deps.life, lifeTimed)
	}
	for _, name := range found.tables {
		row := allRows
		if name == read.Table && found.oneRow == name && read.Key != "" {
			row = rowOf(read.Key)
		}
		deps.versions = append(deps.versions, deps.cache.table(name).version(row))
	}
}

// Refuse says that the answer being made is for this client alone.
func Refuse(ctx context.Context) {
	if deps := from(ctx); deps != nil {
		deps.mu.Lock()
		defer deps.mu.Unlock()
		deps.isRefused = true
	}
}

// join makes the dependencies of this answer part of those of the answer that contains it.
func (a *answer) join(ctx context.Context) {
	deps := from(ctx)
	if deps == nil {
		return
	}
	deps.mu.Lock()
	defer deps.mu.Unlock()
	deps.hasRead = true
	deps.versions = append(deps.versions, a.versions...)
	deps.isRefused = deps.isRefused || a.isRefused || a.epoch != deps.epoch
	deps.isNever = deps.isNever || a.isNever
	deps.life = min(deps.life, a.until.Sub(deps.began))
}
