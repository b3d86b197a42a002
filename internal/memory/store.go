package memory

import "container/list"

// shareMax is the part of the memory that one answer may take.
const shareMax = 8

// overhead is about what an answer takes besides its texts.
const overhead = 1024

// store holds answers within a bound; what was not asked for longest goes first.
type store struct {
	bytes, max int64
	byKey      map[string]*list.Element
	recent     *list.List
}

type stored struct {
	key    string
	bytes  int64
	answer *answer
}

func newStore(max int64) store {
	return store{max: max, byKey: map[string]*list.Element{}, recent: list.New()}
}

func (s *store) find(key string) *answer {
	element := s.byKey[key]
	if element == nil {
		return nil
	}
	s.recent.MoveToFront(element)
	return element.Value.(*stored).answer //nolint:forcetypeassert // only keep puts something in
}

func (s *store) keep(key string, a *answer) {
	s.drop(key)
	size := int64(len(key)) + a.size() + overhead
	if size > s.max/shareMax {
		return
	}
	s.byKey[key] = s.recent.PushFront(&stored{key, size, a})
	for s.bytes += size; s.bytes > s.max; {
		s.remove(s.recent.Back())
	}
}

func (s *store) drop(key string) {
	if element := s.byKey[key]; element != nil {
		s.remove(element)
	}
}

func (s *store) remove(element *list.Element) {
	gone, _ := s.recent.Remove(element).(*stored)
	delete(s.byKey, gone.key)
	s.bytes -= gone.bytes
}
