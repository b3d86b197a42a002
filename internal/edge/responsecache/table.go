package responsecache

import (
	"hash/maphash"
	"slices"
	"sync/atomic"
)

// rowsMax is how many rows of a table are told apart. Those that fall together
// are forgotten together.
const rowsMax = 256

// table counts the writes to one. What rests on all of it looks at any; what
// rests on one row, at that row and at the writes of which no rows are known.
type table struct {
	any, whole atomic.Uint64
	rows       [rowsMax]atomic.Uint64
	// open are the transactions of this process that have written to it and are
	// not over: until then it is read in the database.
	open atomic.Int64
}

var seed = maphash.MakeSeed()

func rowOf(key string) int { return int(maphash.String(seed, key) % rowsMax) }

// wrote counts a write to the rows with the keys, or to nobody knows which.
func (t *table) wrote(keys []string) {
	if len(keys) == 0 {
		t.whole.Add(1)
	}
	for _, key := range keys {
		t.rows[rowOf(key)].Add(1)
	}
	t.any.Add(1)
}

// rest is what a read found a table to be like before it began.
type rest struct {
	table      *table
	row        int // of a read of one row, else allRows
	any, whole uint64
	wasOpen    bool
}

const allRows = -1

func (t *table) rest(row int) rest {
	seen := rest{table: t, row: row, wasOpen: t.open.Load() > 0, any: t.any.Load(), whole: t.whole.Load()}
	if row != allRows {
		seen.any = t.rows[row].Load()
	}
	return seen
}

func (r rest) isUnchanged() bool {
	if r.wasOpen || r.table.open.Load() > 0 {
		return false
	}
	if r.row == allRows {
		return r.table.any.Load() == r.any
	}
	return r.table.whole.Load() == r.whole && r.table.rows[r.row].Load() == r.any
}

// table returns the counts of a table, which outlive every change of the schema.
func (m *Cache) table(name string) *table {
	m.tablesMu.Lock()
	defer m.tablesMu.Unlock()
	known := m.tables[name]
	if known == nil {
		known = &table{}
		m.tables[name] = known
	}
	return known
}

// write is what a transaction has written to a table; without keys it is not
// known to which rows.
type write struct {
	Table string   `json:"table"`
	Keys  []string `json:"keys"`
	// Echo is set in what this process tells itself.
	Echo string `json:"echo"`
}

// add joins a further write to the same table.
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
