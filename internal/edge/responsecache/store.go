package responsecache

import (
	"hash/maphash"
	"slices"
	"sync/atomic"

	"automacao/internal/edge/lru"
)

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

// rowsMax is the number of row counters of a table. Rows that share a counter are invalidated
// together.
const rowsMax = 256

// table counts the writes to a table. An answer that depends on all rows compares any. One that
// depends on a single row compares that row's counter, and whole, which counts the writes to
// unknown rows.
type table struct {
	any, whole atomic.Uint64
	rows       [rowsMax]atomic.Uint64
	// open counts the transactions of this process that have written to the table and are not over.
	// Until then the table is read from the database.
	open atomic.Int64
}

var seed = maphash.MakeSeed()

func rowOf(key string) int { return int(maphash.String(seed, key) % rowsMax) }

// wrote counts a write to the rows with the keys, or to unknown rows if there are none.
func (t *table) wrote(keys []string) {
	if len(keys) == 0 {
		t.whole.Add(1)
	}
	for _, key := range keys {
		t.rows[rowOf(key)].Add(1)
	}
	t.any.Add(1)
}

// version is the state of a table's counters before a read began.
type version struct {
	table      *table
	row        int // the row of a read of one row, else allRows
	any, whole uint64
	wasOpen    bool
}

const allRows = -1

func (t *table) version(row int) version {
	seen := version{table: t, row: row, wasOpen: t.open.Load() > 0, any: t.any.Load(), whole: t.whole.Load()}
	if row != allRows {
		seen.any = t.rows[row].Load()
	}
	return seen
}

func (r version) isUnchanged() bool {
	if r.wasOpen || r.table.open.Load() > 0 {
		return false
	}
	if r.row == allRows {
		return r.table.any.Load() == r.any
	}
	return r.table.whole.Load() == r.whole && r.table.rows[r.row].Load() == r.any
}

// table returns the counters of a table. They survive every change of the schema.
func (c *Cache) table(name string) *table {
	c.tablesMu.Lock()
	defer c.tablesMu.Unlock()
	known := c.tables[name]
	if known == nil {
		known = &table{}
		c.tables[name] = known
	}
	return known
}

// write is what a transaction has written to a table. Without keys the rows are unknown.
type write struct {
	Table string   `json:"table"`
	Keys  []string `json:"keys"`
	// Echo is set in the notice with which checkNotices tests a connection.
	Echo string `json:"echo"`
}

// add merges a further write to the same table.
func (w *write) add(more write) {
	if len(w.Keys) == 0 || len(more.Keys) == 0 {
		w.Keys = nil
		return
	}
	w.Keys = slices.Concat(w.Keys, more.Keys)
	if len(w.Keys) > rowsMax {
		w.Keys = nil
	}
}
