package responsecache

import (
	"fmt"
	"testing"

	"automacao/internal/edge/lru"
)

// Many new keys do not evict the answers that others request repeatedly.
func TestNewThingsPushOutNoneThatAreAskedForAgain(t *testing.T) {
	t.Parallel()
	s := newStore(100 * overhead)
	small := &answer{}
	for i := range 40 {
		key := fmt.Sprintf("hot %d", i)
		s.keep(key, small)
		s.find(key)
	}
	for i := range 10_000 {
		s.keep(fmt.Sprintf("new %d", i), small)
		if s.bytes > s.max {
			t.Fatalf("%d bytes are kept of %d", s.bytes, s.max)
		}
	}
	for i := range 40 {
		if s.find(fmt.Sprintf("hot %d", i)) == nil {
			t.Errorf("hot %d is gone", i)
		}
	}
	if s.find("new 9999") == nil || s.find("new 0") != nil {
		t.Error("the latest answers are not the ones kept")
	}
}

// Answers that are requested repeatedly are evicted too, so that the bound holds.
func TestWhatIsAskedForAgainIsBounded(t *testing.T) {
	t.Parallel()
	s := newStore(100 * overhead)
	for i := range 1000 {
		key := fmt.Sprintf("key %d", i)
		s.keep(key, &answer{})
		s.find(key)
	}
	if s.find("key 999") == nil || s.find("key 0") != nil || s.bytes > s.max {
		t.Errorf("%d bytes are kept of %d", s.bytes, s.max)
	}
	for _, order := range []*lru.Order[string, stored]{s.once, s.again} {
		for key := range order.All() {
			s.drop(key)
		}
	}
	if s.bytes != 0 || s.newBytes != 0 || s.once.Len() != 0 || s.again.Len() != 0 {
		t.Errorf("an empty store holds %d bytes, %d of them new", s.bytes, s.newBytes)
	}
}
