// Package lru remembers values by key. A Map does so within a bound, by two
// generations: a full young one replaces the old, so that whatever is used goes
// on being known, and nothing is kept of what is not. An Order knows what was used
// last, for who drops one value at a time. It knows nothing of what it remembers.
package lru

// Map is a bounded memory. Its zero value is none: use New. It is not safe for
// concurrent use: whoever has one locks it together with what it holds.
type Map[V any] struct {
	max        int
	fresh      func() V
	young, old map[string]V
}

// New returns a memory of two generations of at most max keys each, whose
// unknown keys have what fresh returns; nil where none is asked for by Of.
func New[V any](max int, fresh func() V) *Map[V] {
	return &Map[V]{max: max, fresh: fresh, young: map[string]V{}}
}

// Of returns what is remembered of a key, and remembers it from now on.
func (m *Map[V]) Of(key string) V {
	value, ok := m.Find(key)
	if !ok {
		value = m.fresh()
		m.Keep(key, value)
	}
	return value
}

// Find returns what is remembered of a key, if anything is.
func (m *Map[V]) Find(key string) (V, bool) {
	if value, ok := m.young[key]; ok {
		return value, true
	}
	value, ok := m.old[key]
	if ok {
		m.Keep(key, value)
	}
	return value, ok
}

// Keep remembers a value from now on.
func (m *Map[V]) Keep(key string, value V) {
	if len(m.young) >= m.max {
		m.old, m.young = m.young, map[string]V{}
	}
	m.young[key] = value
}

// Len is how many keys are remembered, those of both generations twice.
func (m *Map[V]) Len() int { return len(m.young) + len(m.old) }
