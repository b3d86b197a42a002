package responsecache

import (
	"maps"
	"slices"
	"strings"
)

// basesMax bounds a generation of the statements whose basis is known.
const basesMax = 512

// rowDependencies is what a statement rests on.
type rowDependencies struct {
	tables []string
	// oneRow is a table of which nothing else is read than the statement's own
	// rows, and whose writes say which rows they are of.
	oneRow string
	// isTimed says that the time decides too, isUnknowable that something does
	// which nobody announces.
	isTimed, isUnknowable bool
}

// dependenciesOf follows a statement through views, functions and the rules of its
// tables.
func (r *rules) dependenciesOf(read Read) rowDependencies {
	key := read.Table + " " + read.Column + " " + read.SQL
	r.basesMu.Lock()
	known, ok := r.basesKnown.Find(key)
	r.basesMu.Unlock()
	if !ok {
		known = r.follow(read)
		r.basesMu.Lock()
		r.basesKnown.Keep(key, known)
		r.basesMu.Unlock()
	}
	for _, param := range read.Params {
		// now and today are values of a time, too.
		known.isTimed = known.isTimed || timed.Match(param)
	}
	return known
}

// walk is how far a statement has been followed.
type walk struct {
	rules  *rules
	seen   map[visit]bool
	tables map[string]int // how often each is named
	found  rowDependencies
}

// visit is of a name under the rights of a role.
type visit struct{ name, role string }

func (r *rules) follow(read Read) rowDependencies {
	w := &walk{rules: r, seen: map[visit]bool{}, tables: map[string]int{}}
	names := r.namesIn(read.SQL, read.IsOurs)
	if !read.IsOurs {
		w.judge(read.SQL)
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
	if one := r.relations[read.Table]; one != nil && one.RowsBy != "" && one.RowsBy == read.Column && w.tables[read.Table] == 0 && slices.Index(names, read.Table) >= 0 &&
		!slices.Contains(names[slices.Index(names, read.Table)+1:], read.Table) {
		w.found.oneRow = read.Table
	}
	return w.found
}

// judge takes in what a text says besides names.
func (w *walk) judge(text string) {
	text = strings.ToLower(text)
	w.found.isTimed = w.found.isTimed || timed.MatchString(text)
	w.found.isUnknowable = w.found.isUnknowable || unknowable.MatchString(text)
}

// enter follows what a name is under the rights of a role.
func (w *walk) enter(name, role string) {
	if w.seen[visit{name, role}] {
		return
	}
	w.seen[visit{name, role}] = true
	if relation := w.rules.relations[name]; relation != nil {
		w.relation(name, role, relation)
	}
	for _, function := range w.rules.functions[name] {
		as := role
		if function.IsDefiner {
			as = function.Owner
		}
		w.text(function.Text, as, function.IsQualified)
	}
}

func (w *walk) relation(name, role string, relation *relation) {
	if relation.IsView {
		// Under the owner's rights, or where it says so under the reader's.
		w.text(relation.Text, relation.Owner, true)
		w.text(relation.Text, role, true)
		return
	}
	w.found.isUnknowable = w.found.isUnknowable || !relation.IsAnnounced
	if slices.Contains(w.rules.above, role) {
		return
	}
	for _, rule := range w.rules.policies[name] {
		if slices.Contains(rule.Roles, role) {
			w.text(rule.Text, role, true)
		}
	}
}

// text follows what a rule, a view or a function reads.
func (w *walk) text(text, role string, isQualified bool) {
	w.judge(text)
	for _, name := range w.rules.namesIn(text, isQualified) {
		w.tables[name]++
		w.enter(name, role)
	}
}
