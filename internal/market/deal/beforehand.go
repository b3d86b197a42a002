package deal

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Beforehand makes the checks of a step and then releases the locks that they took: it runs check
// in a savepoint and rolls it back. A step that reads from the object store, which may be slow,
// first makes its checks so, then reads, and then makes the same checks again to take its locks.
// What check found may have changed by then, so the step compares.
func Beforehand(ctx context.Context, tx pgx.Tx, check func(pgx.Tx) error) error {
	savepoint, err := tx.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin the checks of a step: %w", err)
	}
	return errors.Join(check(savepoint), savepoint.Rollback(ctx))
}
