package lru

import (
	"container/list"
	"iter"
)

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
