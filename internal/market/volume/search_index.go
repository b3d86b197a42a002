package volume

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// searchIndex is a GIN index, which collects new entries in a pending list until it is full. Limit
// is the index's own limit of that list; nil means that the session's limit applies.
type searchIndex struct {
	Name  string
	Limit *string
}

// gathering runs work with a pending list large enough for a whole batch, and then merges the list
// at once. With the product's short limit, every hundred rows would trigger a merge through all
// words.
func gathering(ctx context.Context, tx pgx.Tx, tables []string, work func() error) error {
	rows, err := tx.Query(ctx, `
		SELECT i.indexrelid::regclass::text AS name,
		       (SELECT option_value FROM pg_options_to_table(c.reloptions) WHERE option_name = 'gin_pending_list_limit') AS limit
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
		WHERE a.amname = 'gin' AND i.indrelid = ANY ($1::regclass[]) ORDER BY 1`, tables)
	if err != nil {
		return err
	}
	indexes, err := pgx.CollectRows(rows, pgx.RowToStructByName[searchIndex])
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `SET LOCAL gin_pending_list_limit = '256MB'`); err != nil {
		return err
	}
	for _, index := range indexes {
		if index.Limit != nil {
			if _, err := tx.Exec(ctx, fmt.Sprintf(`ALTER INDEX %s SET (gin_pending_list_limit = 262144)`, index.Name)); err != nil {
				return err
			}
		}
	}
	if err := work(); err != nil {
		return err
	}
	for _, index := range indexes {
		if _, err := tx.Exec(ctx, `SELECT gin_clean_pending_list($1::regclass)`, index.Name); err != nil {
			return err
		}
		if index.Limit != nil {
			if _, err := tx.Exec(ctx, fmt.Sprintf(`ALTER INDEX %s SET (gin_pending_list_limit = %s)`, index.Name, *index.Limit)); err != nil {
				return err
			}
		}
	}
	return nil
}
