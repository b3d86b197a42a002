package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"

	"automacao/internal/postgres/migrations"
)

// createBaseline creates the schema of the history's baseline in a database without one, and reports
// whether it did. It records the migrations that the baseline includes as applied, in the same
// transaction: nobody applies them again, an interrupted start leaves nothing, and a program from
// before the baseline finds what it knows.
func createBaseline(ctx context.Context, db *sql.DB, provider *goose.Provider, history migrations.History, log *slog.Logger) (isCreated bool, err error) {
	if len(history.Baseline) == 0 {
		return false, nil
	}
	// This also creates the table of applied migrations, which the baseline grants.
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return false, fmt.Errorf("read the applied migrations: %w", err)
	}
	if version > 0 {
		return false, nil
	}
	began := time.Now()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, fmt.Errorf("create the schema: %w", err)
	}
	defer func() {
		if failure := tx.Rollback(); !errors.Is(failure, sql.ErrTxDone) {
			err = errors.Join(err, failure)
		}
	}()
	if err := runBaseline(ctx, tx, history); err != nil {
		return false, fmt.Errorf("create the schema: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return false, fmt.Errorf("create the schema: %w", err)
	}
	log.Info("created the schema", "duration_ms", time.Since(began).Milliseconds())
	return true, nil
}

func runBaseline(ctx context.Context, tx *sql.Tx, history migrations.History) error {
	// Bodies of functions name tables of later files. A whole file is one statement to a timeout.
	if _, err := tx.ExecContext(ctx, `SET LOCAL check_function_bodies = off; SET LOCAL statement_timeout = 0`); err != nil {
		return err
	}
	for name, content := range history.Data {
		if _, err := tx.ExecContext(ctx, `SELECT set_config($1, $2, true)`, name, content); err != nil {
			return err
		}
	}
	for _, file := range history.Baseline {
		if _, err := tx.ExecContext(ctx, file.SQL); err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
	}
	numbers, err := numbersOf(history.Files)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO `+appliedTable+` (version_id, is_applied) SELECT n, true FROM unnest($1::bigint[]) n WHERE n <= $2 ORDER BY n`, numbers, migrations.LastOfBridge)
	return err
}
