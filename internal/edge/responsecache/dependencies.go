package responsecache

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
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

// knownMax bounds a generation of statements whose dependencies are known.
const knownMax = 512

// rowDependencies is what a statement depends on.
type rowDependencies struct {
	tables []string
	// oneRow is a table of which the statement reads only the row that it names, and whose
	// announcements name the written rows.
	oneRow string
	// isTimed says that the result depends on the current time, isUnknowable that it depends on
	// something whose changes are not announced.
	isTimed, isUnknowable bool
}

// dependenciesOf follows a statement through views, functions and the policies of its tables.
func (r *rules) dependenciesOf(read Read) rowDependencies {
	key := read.Table + " " + read.Column + " " + read.SQL
	r.knownMu.Lock()
	known, ok := r.known.Find(key)
	r.knownMu.Unlock()
	if !ok {
		known = r.follow(read)
		r.knownMu.Lock()
		r.known.Keep(key, known)
		r.knownMu.Unlock()
	}
	for _, param := range read.Params {
		// The parameters now and today depend on the time, too.
		known.isTimed = known.isTimed || timed.Match(param)
	}
	return known
}

// walk is the state of following a statement.
type walk struct {
	rules  *rules
	seen   map[visit]bool
	tables map[string]int // how often each is named by a view, policy or function
	found  rowDependencies
}

// visit is a name seen with the rights of a role.
type visit struct{ name, role string }

func (r *rules) follow(read Read) rowDependencies {
	w := &walk{rules: r, seen: map[visit]bool{}, tables: map[string]int{}}
	names := r.namesIn(read.SQL, read.IsOurs)
	if !read.IsOurs {
		w.scan(read.SQL)
	}
	for _, name := range names {
		w.tables[name] += 0
		w.enter(name, r.role)
	}
	for name := range w.tables {
		if r.relations[name] == nil || r.relations[name].IsView {
			delete(w.tables, name)
		}
	}
	w.found.tables = slices.Sorted(maps.Keys(w.tables))
	if table := r.relations[read.Table]; table != nil && table.RowsBy != "" && table.RowsBy == read.Column && w.tables[read.Table] == 0 && slices.Index(names, read.Table) >= 0 &&
		!slices.Contains(names[slices.Index(names, read.Table)+1:], read.Table) {
		w.found.oneRow = read.Table
	}
	return w.found
}

// scan looks for expressions that depend on the time or on something unknowable.
func (w *walk) scan(text string) {
	text = strings.ToLower(text)
	w.found.isTimed = w.found.isTimed || timed.MatchString(text)
	w.found.isUnknowable = w.found.isUnknowable || unknowable.MatchString(text)
}

// enter follows everything that has the name, with the rights of a role.
func (w *walk) enter(name, role string) {
	if w.seen[visit{name, role}] {
		return
	}
	w.seen[visit{name, role}] = true
	if relation := w.rules.relations[name]; relation != nil {
		w.relation(name, role, relation)
	}
	for _, function := range w.rules.functions[name] {
		runsAs := role
		if function.IsDefiner {
			runsAs = function.Owner
		}
		w.text(function.Text, runsAs, function.IsQualified)
	}
}

func (w *walk) relation(name, role string, relation *relation) {
	if relation.IsView {
		// A view runs with its owner's rights, or with the reader's if it is a security_invoker.
		// Both are followed.
		w.text(relation.Text, relation.Owner, true)
		w.text(relation.Text, role, true)
		return
	}
	w.found.isUnknowable = w.found.isUnknowable || !relation.IsAnnounced
	if slices.Contains(w.rules.exempt, role) {
		return
	}
	for _, rule := range w.rules.policies[name] {
		if slices.Contains(rule.Roles, role) {
			w.text(rule.Text, role, true)
		}
	}
}

// text follows the text of a policy, view or function.
func (w *walk) text(text, role string, isQualified bool) {
	w.scan(text)
	for _, name := range w.rules.namesIn(text, isQualified) {
		w.tables[name]++
		w.enter(name, role)
	}
}
