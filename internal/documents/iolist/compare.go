package iolist

import (
	"fmt"
	"strings"
)

// Change counts by kind what a later version of a list has more and less than an earlier one.
type Change struct{ Added, Removed map[Kind]int }

// Compare compares two versions of a list. A signal is the same if its tag is, or else if its address
// is, so that a renamed tag is no change. A signal of another kind counts as one removed and one
// added.
func Compare(before, after List) Change {
	change := Change{Added: map[Kind]int{}, Removed: map[Kind]int{}}
	old, recent := change.match(before.Signals, after.Signals, func(s Signal) string { return s.Tag })
	old, recent = change.match(old, recent, func(s Signal) string { return s.Address })
	for _, signal := range old {
		change.Removed[signal.Kind]++
	}
	for _, signal := range recent {
		change.Added[signal.Kind]++
	}
	return change
}

// match pairs signals with the same key, and returns those that have no partner, in their order.
func (c Change) match(before, after []Signal, key func(Signal) string) (old, recent []Signal) {
	waiting := map[string][]int{}
	for i, signal := range after {
		name := strings.ToUpper(key(signal))
		waiting[name] = append(waiting[name], i)
	}
	delete(waiting, "")
	isPaired := make([]bool, len(after))
	for _, signal := range before {
		name := strings.ToUpper(key(signal))
		if len(waiting[name]) == 0 {
			old = append(old, signal)
			continue
		}
		partner := waiting[name][0]
		waiting[name], isPaired[partner] = waiting[name][1:], true
		if kind := after[partner].Kind; kind != signal.Kind {
			c.Removed[signal.Kind]++
			c.Added[kind]++
		}
	}
	for i, signal := range after {
		if !isPaired[i] {
			recent = append(recent, signal)
		}
	}
	return old, recent
}

// String says the change to people, as "+12 ED, −2 EA" in the order of Kinds, "" if there is none.
func (c Change) String() string {
	var parts []string
	for _, kind := range Kinds {
		if added := c.Added[kind]; added > 0 {
			parts = append(parts, fmt.Sprintf("+%d %s", added, kind.words(added)))
		}
		if removed := c.Removed[kind]; removed > 0 {
			parts = append(parts, fmt.Sprintf("−%d %s", removed, kind.words(removed)))
		}
	}
	return strings.Join(parts, ", ")
}

// words names a number of signals of a kind.
func (k Kind) words(count int) string {
	noun := "sinais"
	if count == 1 {
		noun = "sinal"
	}
	switch {
	case k == Safety:
		return noun + " de segurança"
	case k == Fast && count == 1:
		return noun + " rápido"
	case k == Fast:
		return noun + " rápidos"
	}
	return string(k)
}
