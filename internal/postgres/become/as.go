package become

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

// As runs work inside a transaction as another role with a statement timeout, then restores the
// previous role and timeout. If work fails, its changes are rolled back and the transaction remains
// usable.
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
