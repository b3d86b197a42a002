// Package lru remembers values by key. A Map keeps a bounded number of keys in two generations:
// when the young generation is full it replaces the old one, so keys in use are kept and unused
// ones are dropped. An Order keeps keys in order of last use, for callers that drop one value at a
// time. The package knows nothing about the values.
package lru

// Map is a bounded map. Its zero value is unusable: use New. It is not safe for concurrent use: its
// owner locks it together with the values in it.
type Map[V any] struct {
	max        int
	fresh      func() V
	young, old map[string]V
}

// New returns a map of two generations of at most max keys each. fresh makes the value of an
// unknown key for Of; it may be nil if Of is never called.
func New[V any](max int, fresh func() V) *Map[V] {
	return &Map[V]{max: max, fresh: fresh, young: map[string]V{}}
}

// Of returns the value of a key, and makes one if there is none.
func (m *Map[V]) Of(key string) V {
	value, ok := m.Find(key)
	if !ok {
		value = m.fresh()
		m.Keep(key, value)
	}
	return value
}

// Find returns the value of a key, if there is one.
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

// Keep stores the value of a key.
func (m *Map[V]) Keep(key string, value V) {
	if len(m.young) >= m.max {
		m.old, m.young = m.young, map[string]V{}
	}
	m.young[key] = value
}

// Len returns the number of keys. A key that is in both generations counts twice.
func (m *Map[V]) Len() int { return len(m.young) + len(m.old) }
