package volume

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"iter"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"
)

// mark ends the key of every row of the volume, and of no other row: "volume" in ASCII, in the
// place of random bits of a version 7 UUID.
var mark = [6]byte{'v', 'o', 'l', 'u', 'm', 'e'}

const markText = "766f6c756d65"

// key returns the version 7 UUID of the n-th row of a table for a creation time. n takes the 26
// random bits that the mark leaves, so keys are unique.
func key(at time.Time, n int) uuid.UUID {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(at.UnixMilli())<<16|0x7000|uint64(n>>14&0xfff))
	binary.BigEndian.PutUint16(id[8:10], 0x8000|uint16(n&0x3fff))
	copy(id[10:], mark[:])
	return id
}

// chance returns the random source of one step. It is the same in each run, and independent of the
// number of rows in the other steps.
func chance(step uint64) *rand.Rand { return rand.New(rand.NewPCG(20_250_625, step)) }

// chanceOf returns the random source of one row, independent of the other rows.
func chanceOf(step uint64, n int) *rand.Rand { return chance(step<<32 | uint64(n)) }

// batchRows is the number of rows stored in one transaction.
const batchRows = 2000

// step is one kind of rows, with their tables and statements.
type step struct {
	name   string
	total  int
	tables []string
	// Rows are sent as JSON instead of by COPY, which row-level security forbids to an owner who is
	// not a superuser.
	statements []statement
}

// statement stores a batch of rows, which it reads as JSON from $1. arguments start at $2.
type statement struct {
	sql       string
	arguments []any
}

// store writes the rows that are not stored yet in batches. Each batch is one transaction, together
// with the record of its progress. While a batch is written, the next one is generated and
// prepared.
func store[Row any](ctx context.Context, l *loader, s step, rows iter.Seq[Row], prepare func(context.Context, []Row) error) error {
	group, ctx := errgroup.WithContext(ctx)
	made, ready := make(chan []Row, 1), make(chan []Row, 1)
	group.Go(func() error {
		defer close(made)
		return makeBatches(ctx, rows, l.run.stored[s.name], made)
	})
	group.Go(func() error {
		defer close(ready)
		for batch := range made {
			if prepare != nil {
				if err := prepare(ctx, batch); err != nil {
					return err
				}
			}
			select {
			case ready <- batch:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	group.Go(func() error {
		for batch := range ready {
			if err := l.write(ctx, s, len(batch), batch); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// makeBatches generates all rows, because each depends on the random source's earlier use, and
// passes on those that are not stored yet.
func makeBatches[Row any](ctx context.Context, rows iter.Seq[Row], stored int, made chan<- []Row) error {
	var batch []Row
	pass := func() error {
		select {
		case made <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for row := range rows {
		if stored > 0 {
			stored--
			continue
		}
		if batch = append(batch, row); len(batch) == batchRows {
			if err := pass(); err != nil {
				return err
			}
		}
	}
	if len(batch) == 0 {
		return nil
	}
	return pass()
}

func (l *loader) write(ctx context.Context, s step, count int, batch any) error {
	document, err := json.Marshal(batch)
	if err != nil {
		return err
	}
	stored := l.run.stored[s.name] + count
	err = l.withoutTriggers(ctx, s.tables, func(tx pgx.Tx) error {
		for _, next := range s.statements {
			if _, err := tx.Exec(ctx, next.sql, append([]any{string(document)}, next.arguments...)...); err != nil {
				return err
			}
		}
		return l.advance(ctx, tx, s.name, stored)
	})
	if err != nil {
		return err
	}
	l.run.stored[s.name] = stored
	l.progress(s.name, stored, s.total)
	return nil
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }

// between returns a duration of at least low and less than high.
func between(random *rand.Rand, low, high time.Duration) time.Duration {
	return low + time.Duration(random.Int64N(int64(high-low)))
}
