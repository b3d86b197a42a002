package responsecache

import "automacao/internal/edge/lru"

// shareMax: one answer may take at most 1/shareMax of the store.
const shareMax = 8

// overhead is the approximate size of an answer besides its texts, in bytes.
const overhead = 1024

// newShare: once the store is full, answers that were requested only once keep at most 1/newShare
// of it, so that many new keys do not evict those that are requested again and again.
const newShare = 5

// store holds answers within a bound. It evicts the least recently used, those that were requested
// only once first (a segmented cache; Karedla, Love and Wherry 1994).
type store struct {
	bytes, newBytes, max int64
	once, again          *lru.Order[string, stored]
}

type stored struct {
	bytes  int64
	answer *answer
}

func newStore(max int64) store {
	return store{max: max, once: lru.NewOrder[string, stored](), again: lru.NewOrder[string, stored]()}
}

func (s *store) find(key string) *answer {
	if found, ok := s.again.Find(key); ok {
		return found.answer
	}
	found, ok := s.once.Drop(key)
	if !ok {
		return nil
	}
	s.newBytes -= found.bytes
	s.again.Keep(key, found)
	return found.answer
}

func (s *store) keep(key string, a *answer) {
	s.drop(key)
	size := int64(len(key)) + a.size() + overhead
	if size > s.max/shareMax {
		return
	}
	s.once.Keep(key, stored{size, a})
	s.newBytes += size
	for s.bytes += size; s.bytes > s.max; {
		s.dropLast()
	}
}

// dropLast evicts one answer.
func (s *store) dropLast() {
	if s.newBytes > s.max/newShare || s.again.Len() == 0 {
		if _, gone, ok := s.once.DropOldest(); ok {
			s.bytes -= gone.bytes
			s.newBytes -= gone.bytes
			return
		}
	}
	_, gone, _ := s.again.DropOldest()
	s.bytes -= gone.bytes
}

func (s *store) drop(key string) {
	if gone, ok := s.once.Drop(key); ok {
		s.bytes -= gone.bytes
		s.newBytes -= gone.bytes
	}
	if gone, ok := s.again.Drop(key); ok {
		s.bytes -= gone.bytes
	}
}
