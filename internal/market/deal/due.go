package deal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
)

// pageSize is how many due rows are listed at a time.
const pageSize = 100

// Due is work that becomes due at a date. List is a query for the keys after $1 of the rows due at
// $2, in order and $3 at most. Do checks again, under the lock, that the row is due.
type Due struct {
	List string
	Do   func(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error
}

// Run does what is due at a moment. Each row gets its own transaction, so that a row that fails
// does not stop the others. It returns the joined errors of the rows that failed.
func (d Due) Run(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	var failed []error
	for last := uuid.Nil; ; {
		rows, err := pool.Query(ctx, d.List, last, at, pageSize)
		if err != nil {
			return fmt.Errorf("list what is due: %w", err)
		}
		page, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			return fmt.Errorf("list what is due: %w", err)
		}
		if len(page) == 0 {
			return errors.Join(failed...)
		}
		for _, id := range page {
			if err := postgres.InTx(ctx, pool, func(tx pgx.Tx) error { return d.Do(ctx, tx, id, at) }); err != nil {
				failed = append(failed, fmt.Errorf("due %s: %w", id, err))
			}
			last = id
		}
	}
}
