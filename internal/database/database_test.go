package database_test

import (
	"context"
	"log/slog"
	"testing"

	"automacao/internal/database"
	"automacao/internal/database/dbtest"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db := dbtest.Open(t)

	t.Run("MigratingTwiceChangesNothing", func(t *testing.T) {
		t.Parallel()
		if err := database.Migrate(ctx, db.OwnerURL, slog.New(slog.DiscardHandler)); err != nil {
			t.Fatal(err)
		}
	})

	t.Run("EveryTableForcesRowLevelSecurityAndHasAPolicy", func(t *testing.T) {
		t.Parallel()
		rows, err := db.Owner.Query(ctx, `
			SELECT n.nspname || '.' || c.relname
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'private', 'auth', 'storage', 'realtime')
			  AND c.relname <> 'schema_migrations'
			  AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var table string
			if err := rows.Scan(&table); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s is open: force row-level security and write its policies", table)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	})

	t.Run("EveryForeignKeyHasAnIndex", func(t *testing.T) {
		t.Parallel()
		rows, err := db.Owner.Query(ctx, `
			SELECT c.conrelid::regclass || '.' || c.conname
			FROM pg_constraint c
			WHERE c.contype = 'f' AND NOT EXISTS (
			  SELECT FROM pg_index i
			  WHERE i.indrelid = c.conrelid AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var key string
			if err := rows.Scan(&key); err != nil {
				t.Fatal(err)
			}
			t.Errorf("%s has no index that starts with its columns", key)
		}
	})
}
