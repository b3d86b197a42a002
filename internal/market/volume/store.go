package volume

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
)

// mark ends the key of every row of the volume and of no other: "volume" in
// ASCII where a version 7 key has random bits.
var mark = [6]byte{'v', 'o', 'l', 'u', 'm', 'e'}

const markText = "766f6c756d65"

// key returns the version 7 key of the n-th row of a table, made at a time.
// The number stands in the 26 bits that the mark leaves, so keys are unique.
func key(at time.Time, n int) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16|0x7000|uint64(n>>14&0xfff))
	binary.BigEndian.PutUint16(id[8:10], 0x8000|uint16(n&0x3fff))
	copy(id[10:], mark[:])
	return id
}

// chance returns the random source of one step: the same for each run, and
// untouched by how many rows the other steps make.
func chance(step uint64) *rand.Rand { return rand.New(rand.NewPCG(20_250_625, step)) }

// chunkRows is how many rows travel in one statement.
const chunkRows = 1000

// statement stores a chunk of rows, which it reads as JSON from $1; the other
// arguments follow.
type statement struct {
	sql       string
	arguments []any
}

// store sends the rows to the statements in chunks. As JSON and not by COPY,
// which row-level security forbids to an owner who is no superuser.
func store[Row any](ctx context.Context, l *loader, step string, total int, rows iter.Seq[Row], statements ...statement) error {
	chunk, done := make([]Row, 0, chunkRows), 0
	send := func() error {
		document, err := json.Marshal(chunk)
		if err != nil {
			return err
		}
		for _, next := range statements {
			if _, err := l.tx.Exec(ctx, next.sql, append([]any{string(document)}, next.arguments...)...); err != nil {
				return err
			}
		}
		done += len(chunk)
		chunk = chunk[:0]
		l.progress(step, done, max(total, done+1))
		return nil
	}
	for row := range rows {
		if chunk = append(chunk, row); len(chunk) == chunkRows {
			if err := send(); err != nil {
				return err
			}
		}
	}
	if len(chunk) > 0 {
		if err := send(); err != nil {
			return err
		}
	}
	// How many rows there would be was an estimate until here.
	if done > 0 {
		l.progress(step, done, done)
	}
	return nil
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// between returns a duration of at least low and less than high.
func between(random *rand.Rand, low, high time.Duration) time.Duration {
	return low + time.Duration(random.Int64N(int64(high-low)))
}
