package responsecache

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// dependencies is what an answer in the making rests on.
type dependencies struct {
	memory *Cache
	epoch  uint64

	mu    sync.Mutex
	rests []rest
	// began is before the first read.
	began time.Time
	life  time.Duration
	// hasRead is set once it is known what is read; isRefused of what must not be
	// kept, isNever of what never may under the rules in force.
	hasRead, isRefused, isNever bool
}

type gatheringKey struct{}

func from(ctx context.Context) *dependencies {
	g, _ := ctx.Value(gatheringKey{}).(*dependencies)
	return g
}

func (m *Cache) gather() *dependencies {
	return &dependencies{memory: m, epoch: m.epoch.Load(), began: m.cfg.Now(), life: lifeMax}
}

// plain is the request as it is answered for everybody: whole, as it is, and
// with its body.
func (g *dependencies) plain(r *http.Request) *http.Request {
	asked := r.Clone(context.WithValue(r.Context(), gatheringKey{}, g))
	asked.Method = http.MethodGet
	for _, name := range []string{"Accept-Encoding", "If-None-Match", "If-Modified-Since", "If-Range"} {
		asked.Header.Del(name)
	}
	return asked
}

// Read is a statement that is about to be read.
type Read struct {
	SQL    string
	Params [][]byte
	// Table, Column and Key are given where it reads no other row of a table than
	// the one that has the key in the column.
	Table, Column, Key string
	// IsOurs says that SQL was put together by the engine: names in it are
	// qualified and quoted, and it asks for the time only in its parameters.
	IsOurs bool
}

// RestsOn says before a statement begins that the answer in the making is to
// rest on it.
func RestsOn(ctx context.Context, read Read) {
	g := from(ctx)
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hasRead = true
	known := g.memory.rules.Load()
	if known == nil {
		g.isRefused = true
		return
	}
	found := known.dependenciesOf(read)
	if found.isUnknowable {
		g.isRefused, g.isNever = true, true
		return
	}
	if found.isTimed {
		g.life = min(g.life, lifeTimed)
	}
	for _, name := range found.tables {
		row := allRows
		if name == read.Table && found.oneRow == name && read.Key != "" {
			row = rowOf(read.Key)
		}
		g.rests = append(g.rests, g.memory.table(name).rest(row))
	}
}

// Refuse says that the answer in the making is for whoever asked alone.
func Refuse(ctx context.Context) {
	if g := from(ctx); g != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.isRefused = true
	}
}

// join has the answer that one in the making is made of be part of what that
// rests on.
func (a *answer) join(ctx context.Context) {
	g := from(ctx)
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hasRead = true
	g.rests = append(g.rests, a.rests...)
	g.isRefused = g.isRefused || a.isRefused || a.epoch != g.epoch
	g.isNever = g.isNever || a.isNever
	g.life = min(g.life, a.until.Sub(g.began))
}
