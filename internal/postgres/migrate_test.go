package postgres_test

import (
	"io/fs"
	"log/slog"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/migrations"
)

var silence = slog.New(slog.DiscardHandler)

func migration(statements string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte("-- +goose Up\n" + statements)}
}

func poolOf(t *testing.T, url string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func tables(t *testing.T, pool *pgxpool.Pool) string {
	t.Helper()
	var names string
	err := pool.QueryRow(t.Context(), `SELECT coalesce(string_agg(tablename, ' ' ORDER BY tablename), '') FROM pg_tables WHERE schemaname = 'public'`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestMigrateFiles(t *testing.T) {
	t.Parallel()

	t.Run("AFailingMigrationLeavesNothingBehind", func(t *testing.T) {
		t.Parallel()
		pool := dbtest.Empty(t)
		files := fstest.MapFS{
			"00001_first.sql":  migration("CREATE TABLE first ();"),
			"00002_second.sql": migration("CREATE TABLE second ();\nCREATE TABLE third ();\nSELECT 1 / 0;"),
		}
		err := postgres.MigrateFiles(t.Context(), pool.Config().ConnString(), files, silence)
		if err == nil || !strings.Contains(err.Error(), "00002_second.sql") {
			t.Errorf("got %v", err)
		}
		if got := tables(t, pool); got != "first" {
			t.Errorf("there are now %q", got)
		}

		files["00002_second.sql"] = migration("CREATE TABLE second ();")
		if err := postgres.MigrateFiles(t.Context(), pool.Config().ConnString(), files, silence); err != nil {
			t.Fatal(err)
		}
		if got := tables(t, pool); got != "first second" {
			t.Errorf("after the mend there are %q", got)
		}
	})

	t.Run("ServersThatStartTogetherMigrateOnce", func(t *testing.T) {
		t.Parallel()
		pool := dbtest.Empty(t)
		files := fstest.MapFS{"00001_first.sql": migration("SELECT pg_sleep(0.05);\nCREATE TABLE first ();")}
		var servers errgroup.Group
		for range 4 {
			servers.Go(func() error {
				return postgres.MigrateFiles(t.Context(), pool.Config().ConnString(), files, silence)
			})
		}
		if err := servers.Wait(); err != nil {
			t.Error(err)
		}
		if got := tables(t, pool); got != "first" {
			t.Errorf("there are %q", got)
		}
	})

	t.Run("TheEnginesHearOfANewSchema", func(t *testing.T) {
		t.Parallel()
		pool := dbtest.Empty(t)
		listener, err := pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Release()
		if _, err := listener.Exec(t.Context(), `LISTEN pgrst`); err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{"00001_first.sql": migration("CREATE TABLE first ();")}
		if err := postgres.MigrateFiles(t.Context(), pool.Config().ConnString(), files, silence); err != nil {
			t.Fatal(err)
		}
		heard, err := listener.Conn().WaitForNotification(t.Context())
		if err != nil || heard.Payload != "reload schema" {
			t.Errorf("got %v, %v", heard, err)
		}
	})
}

func TestSchema(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)

	t.Run("MigratingTwiceChangesNothing", func(t *testing.T) {
		t.Parallel()
		if err := postgres.Migrate(t.Context(), db.OwnerURL, silence); err != nil {
			t.Fatal(err)
		}
	})

	for fact, query := range map[string]string{
		"EveryTableForcesRowLevelSecurityAndHasAPolicy": `
			SELECT c.oid::regclass::text
			FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'private', 'auth', 'storage', 'realtime')
			  AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))`,
		"EveryForeignKeyHasAnIndexThatStartsWithIt": `
			SELECT c.conrelid::regclass || '.' || c.conname
			FROM pg_constraint c
			WHERE c.contype = 'f' AND NOT EXISTS (
			  SELECT FROM pg_index i
			  WHERE i.indrelid = c.conrelid AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
		"EverythingOfferedSaysWhatItIs": `
			SELECT c.oid::regclass::text FROM pg_class c
			WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = 'public'::regnamespace AND obj_description(c.oid, 'pg_class') IS NULL
			UNION ALL
			SELECT c.oid::regclass || '.' || a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
			WHERE c.relkind IN ('r', 'p', 'v', 'm') AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
			  AND col_description(c.oid, a.attnum) IS NULL
			UNION ALL
			SELECT p.oid::regprocedure::text FROM pg_proc p
			WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype AND obj_description(p.oid, 'pg_proc') IS NULL`,
		"EveryFunctionWithItsOwnersRightsPinsItsSearchPath": `
			SELECT p.oid::regprocedure::text
			FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
			WHERE p.prosecdef AND n.nspname IN ('public', 'private', 'auth', 'storage', 'realtime')
			  AND NOT coalesce(p.proconfig::text LIKE '%search_path=%', false)`,
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			var offenders []string
			err := db.Owner.QueryRow(t.Context(), `SELECT array(`+query+`)`).Scan(&offenders)
			if err != nil {
				t.Fatal(err)
			}
			for _, offender := range offenders {
				t.Errorf("%s does not", offender)
			}
		})
	}
}

func TestEveryMigrationRunsInATransaction(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(migrations.Product.Files, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d migrations: %v", len(names), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Product.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"+goose NO TRANSACTION", "+goose Down"} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s says %q", name, word)
			}
		}
	}
}
