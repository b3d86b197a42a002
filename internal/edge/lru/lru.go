// Package lru remembers values by key. A Map keeps a bounded number of keys in two generations:
// when the young generation is full it replaces the old one, so keys in use are kept and unused
// ones are dropped. An Order keeps keys in order of last use, for callers that drop one value at a
// time. The package knows nothing about the values.
package lru

import (
	"container/list"
	"iter"
)

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

// Order keeps values by key in order of last use. It has no bound: its owner knows the size of the
// values and drops the oldest. Its zero value is unusable: use NewOrder. It is not safe for
// concurrent use.
type Order[K comparable, V any] struct {
	byKey map[K]*list.Element
	used  *list.List
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// NewOrder returns an empty Order.
func NewOrder[K comparable, V any]() *Order[K, V] {
	return &Order[K, V]{byKey: map[K]*list.Element{}, used: list.New()}
}

// Find returns the value of a key, if there is one, and makes it the newest.
func (o *Order[K, V]) Find(key K) (value V, ok bool) {
	element, ok := o.byKey[key]
	if !ok {
		return value, false
	}
	o.used.MoveToFront(element)
	return at[K, V](element).value, true
}

// Keep stores the value of a key as the newest and replaces the value it had.
func (o *Order[K, V]) Keep(key K, value V) {
	o.Drop(key)
	o.byKey[key] = o.used.PushFront(&entry[K, V]{key, value})
}

// Drop removes a key and returns its value, if there was one.
func (o *Order[K, V]) Drop(key K) (value V, ok bool) {
	element, ok := o.byKey[key]
	if !ok {
		return value, false
	}
	return o.remove(element).value, true
}

// DropOldest removes the least recently used key, if there is one.
func (o *Order[K, V]) DropOldest() (key K, value V, ok bool) {
	element := o.used.Back()
	if element == nil {
		return key, value, false
	}
	gone := o.remove(element)
	return gone.key, gone.value, true
}

// Len returns the number of keys.
func (o *Order[K, V]) Len() int { return len(o.byKey) }

// All yields all values, newest first. The loop body may drop the key it is given.
func (o *Order[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for element := o.used.Front(); element != nil; {
			seen := at[K, V](element)
			element = element.Next()
			if !yield(seen.key, seen.value) {
				return
			}
		}
	}
}

func (o *Order[K, V]) remove(element *list.Element) *entry[K, V] {
	o.used.Remove(element)
	gone := at[K, V](element)
	delete(o.byKey, gone.key)
	return gone
}

func at[K comparable, V any](element *list.Element) *entry[K, V] {
	return element.Value.(*entry[K, V]) //nolint:forcetypeassert // only Keep puts something in
}
