package responsecache

import "automacao/internal/edge/lru"

// shareMax is the part of the memory that one answer may take.
const shareMax = 8

// overhead is about what an answer takes besides its texts.
const overhead = 1024

// newShare is the part of a full memory that is for what was asked for once: so
// many ever new things push nothing out that is asked for again and again.
const newShare = 5

// store holds answers within a bound; what was not asked for longest goes first,
// and what was asked for once before all else (a segmented cache; Karedla, Love
// and Wherry 1994).
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

// dropLast drops what goes first.
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
