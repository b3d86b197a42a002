package become

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// As runs work within a transaction as another role, each of its statements for a
// bounded time, and goes back to what was in force. What work fails at is undone and
// leaves the transaction usable.
func As(ctx context.Context, tx pgx.Tx, role string, timeout time.Duration, work func(pgx.Tx) error) error {
	const set = `SELECT current_setting('role'), current_setting('statement_timeout'), set_config('role', $1, true), set_config('statement_timeout', $2, true)`
	return pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		var before, bound, ignored string
		if err := tx.QueryRow(ctx, set, role, strconv.FormatInt(timeout.Milliseconds(), 10)).Scan(&before, &bound, &ignored, &ignored); err != nil {
			return err
		}
		if err := work(tx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, set, before, bound)
		return err
	})
}
