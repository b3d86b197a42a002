package memory

import "container/list"

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
	byKey                map[string]*list.Element
	once, again          *list.List
}

type stored struct {
	key    string
	bytes  int64
	answer *answer
	isNew  bool
}

func newStore(max int64) store {
	return store{max: max, byKey: map[string]*list.Element{}, once: list.New(), again: list.New()}
}

func (s *store) find(key string) *answer {
	element := s.byKey[key]
	if element == nil {
		return nil
	}
	found := element.Value.(*stored) //nolint:forcetypeassert // only keep puts something in
	if found.isNew {
		s.once.Remove(element)
		found.isNew = false
		s.newBytes -= found.bytes
		s.byKey[key] = s.again.PushFront(found)
	} else {
		s.again.MoveToFront(element)
	}
	return found.answer
}

func (s *store) keep(key string, a *answer) {
	s.drop(key)
	size := int64(len(key)) + a.size() + overhead
	if size > s.max/shareMax {
		return
	}
	s.byKey[key] = s.once.PushFront(&stored{key, size, a, true})
	s.newBytes += size
	for s.bytes += size; s.bytes > s.max; {
		s.remove(s.last())
	}
}

// last is what goes first.
func (s *store) last() *list.Element {
	if oldest := s.once.Back(); oldest != nil && (s.newBytes > s.max/newShare || s.again.Len() == 0) {
		return oldest
	}
	return s.again.Back()
}

func (s *store) drop(key string) {
	if element := s.byKey[key]; element != nil {
		s.remove(element)
	}
}

func (s *store) remove(element *list.Element) {
	gone := element.Value.(*stored) //nolint:forcetypeassert // only keep puts something in
	if gone.isNew {
		s.once.Remove(element)
		s.newBytes -= gone.bytes
	} else {
		s.again.Remove(element)
	}
	delete(s.byKey, gone.key)
	s.bytes -= gone.bytes
}
