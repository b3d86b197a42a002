package lru

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestWhatIsUsedGoesOnBeingKnown(t *testing.T) {
	t.Parallel()
	const maxKeys = 10
	made := 0
	m := New(maxKeys, func() *int { made++; return new(int) })
	*m.Of("used") = 7
	for i := range 5 * maxKeys {
		if i%maxKeys == 0 && *m.Of("used") != 7 {
			t.Fatalf("a key in use is forgotten after %d others", i)
		}
		m.Of(strconv.Itoa(i))
		if m.Len() > 2*maxKeys {
			t.Fatalf("%d keys are remembered", m.Len())
		}
	}
	if before := made; *m.Of("0") != 0 || made != before+1 {
		t.Error("an unused key is still known")
	}
}

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestTheOldestGoesFirst(t *testing.T) {
	t.Parallel()
	o := NewOrder[string, int]()
	for i, key := range []string{"a", "b", "c", "d"} {
		o.Keep(key, i)
	}
	if value, ok := o.Find("a"); !ok || value != 0 {
		t.Errorf("a is %d, %t", value, ok)
	}
	o.Keep("b", 9)
	if _, ok := o.Find("e"); ok {
		t.Error("Find returns a key that was never kept")
	}
	if value, ok := o.Drop("d"); !ok || value != 3 {
		t.Errorf("d was %d, %t", value, ok)
	}
	if _, ok := o.Drop("d"); ok {
		t.Error("d is dropped twice")
	}
	if got := slices.Collect(maps.Keys(maps.Collect(o.All()))); len(got) != 3 || o.Len() != 3 {
		t.Errorf("the keys are %v", got)
	}
	var gone []string
	for key, value, ok := o.DropOldest(); ok; key, value, ok = o.DropOldest() {
		if key == "b" && value != 9 {
			t.Errorf("b was %d", value)
		}
		gone = append(gone, key)
	}
	if !slices.Equal(gone, []string{"c", "a", "b"}) || o.Len() != 0 {
		t.Errorf("dropped in the order %v, %d are left", gone, o.Len())
	}
}

func TestWhatIsSeenMayBeDropped(t *testing.T) {
	t.Parallel()
	o := NewOrder[int, int]()
	for i := range 10 {
		o.Keep(i, i)
	}
	for key := range o.All() {
		if key%2 == 0 {
			o.Drop(key)
		}
	}
	if o.Len() != 5 {
		t.Errorf("%d are left", o.Len())
	}
}
