package postgres_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/migrations"
)

// bridged returns a history without its baseline: every migration since the first.
func bridged(history migrations.History) migrations.History {
	return migrations.History{Files: history.Files}
}

func migrateHistory(t testing.TB, url string, history migrations.History) {
	t.Helper()
	if err := postgres.MigrateHistory(t.Context(), url, history, silence); err != nil {
		t.Fatal(err)
	}
}

// TestTheBaselineIsWhatTheBridgeMakes compares whole databases: as a superuser, and as the owner
// that docs/operate/deploy.md creates.
func TestTheBaselineIsWhatTheBridgeMakes(t *testing.T) {
	t.Parallel()
	t.Run("Product", func(t *testing.T) {
		t.Parallel()
		fresh, older := dbtest.Empty(t), dbtest.Empty(t)
		migrateHistory(t, fresh.Config().ConnString(), migrations.Product)
		migrateHistory(t, older.Config().ConnString(), bridged(migrations.Product))
		sameDatabases(t, older, fresh)
	})
	// On servers of their own, because service_role passes policies there.
	t.Run("Protocols", func(t *testing.T) {
		t.Parallel()
		var pools []*pgxpool.Pool
		for _, history := range []migrations.History{bridged(migrations.Protocols), migrations.Protocols} {
			_, above := managedServer(t)
			migrateHistory(t, above, history)
			pools = append(pools, poolOf(t, above))
		}
		sameDatabases(t, pools[0], pools[1])
	})
	t.Run("OfAnOwnerThatIsNoSuperuser", func(t *testing.T) {
		t.Parallel()
		var pools []*pgxpool.Pool
		for _, history := range []migrations.History{bridged(migrations.Product), migrations.Product} {
			owner, above := managedServer(t)
			migrateHistory(t, owner, history)
			pools = append(pools, poolOf(t, above))
		}
		sameDatabases(t, pools[0], pools[1])
	})
}

// ofTheDayBefore returns a database as the last program from before the baseline left it.
var ofTheDayBefore = dbtest.EmptyTemplate(func(t testing.TB, url string) {
	t.Helper()
	history := migrations.Product
	history.Files = copied(t, history.Files, func(name string) bool { return name < fmt.Sprintf("%05d", migrations.LastOfBridge+1) })
	migrateHistory(t, url, history)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), fmt.Sprintf(`
		ALTER FUNCTION migrations.notify_schema_change() SET SCHEMA private;
		DELETE FROM migrations.applied WHERE version_id = %d`, migrations.LastOfBridge))
	if err := errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
})

// copied returns those migrations whose name is wanted.
func copied(t testing.TB, from fs.FS, isWanted func(name string) bool) fstest.MapFS {
	t.Helper()
	into := fstest.MapFS{}
	names, err := fs.Glob(from, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if !isWanted(name) {
			continue
		}
		text, err := fs.ReadFile(from, name)
		if err != nil {
			t.Fatal(err)
		}
		into[name] = &fstest.MapFile{Data: text}
	}
	return into
}

// TestOlderDatabasesGoOverTheBridge migrates a database of the newest version and one of the day
// before the baseline, both with rows, and compares their schema with a fresh one.
func TestOlderDatabasesGoOverTheBridge(t *testing.T) {
	t.Parallel()
	fresh := dbtest.Open(t).Owner
	for name, older := range map[string]func(t testing.TB) *pgxpool.Pool{
		"OfTheNewestVersion": ofBefore,
		"OfTheDayBefore":     ofTheDayBefore,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pool := older(t)
			fillBusy(t, pool)
			migrateOn(t, pool)
			sameSchemas(t, pool, fresh)
			for table := range busyRows {
				if count := textOf(t, pool, `SELECT count(*)::text FROM `+table); count != fmt.Sprint(busyCount) {
					t.Errorf("%s has %s rows of %d", table, count, busyCount)
				}
			}
		})
	}
}

func TestALaterMigrationRunsAfterBaselineAndBridge(t *testing.T) {
	t.Parallel()
	later, files := migrations.Product, copied(t, migrations.Product.Files, func(string) bool { return true })
	files["90000_later.sql"] = migration("CREATE TABLE public.later ();")
	later.Files = files
	fresh := dbtest.Empty(t)
	for name, pool := range map[string]*pgxpool.Pool{"fresh": fresh, "older": ofTheDayBefore(t)} {
		for range 2 { // The second time there is nothing to do.
			migrateHistory(t, pool.Config().ConnString(), later)
		}
		if found := textOf(t, pool, `SELECT to_regclass('public.later')::text`); found != "later" && found != "public.later" {
			t.Errorf("%s: there is %q", name, found)
		}
	}
	if ahead, err := postgres.IsAhead(t.Context(), fresh); err != nil || !ahead {
		t.Errorf("a program without the migration is told %v, %v", ahead, err)
	}
}

// small is a history of one migration that its baseline includes.
func small(statements string) migrations.History {
	return migrations.History{
		Files:    fstest.MapFS{"00001_first.sql": migration("SELECT 1 / 0;"), "02001_second.sql": migration("CREATE TABLE second ();")},
		Baseline: []migrations.File{{Path: "first.sql", SQL: "CREATE TABLE first ();"}, {Path: "rest.sql", SQL: statements}},
	}
}

func TestABaselineIsCreatedWholeAndOnce(t *testing.T) {
	t.Parallel()
	pool := dbtest.Empty(t)
	url := pool.Config().ConnString()
	err := postgres.MigrateHistory(t.Context(), url, small("SELECT 1 / 0;"), silence)
	if err == nil || !strings.Contains(err.Error(), "rest.sql") {
		t.Errorf("got %v", err)
	}
	if got := tables(t, pool); got != "" {
		t.Errorf("an interrupted start leaves %q", got)
	}
	var servers errgroup.Group
	for range 4 {
		servers.Go(func() error {
			return postgres.MigrateHistory(t.Context(), url, small("SELECT count(*) FROM generate_series(1, 100000); CREATE TABLE third ();"), silence)
		})
	}
	if err := servers.Wait(); err != nil {
		t.Error(err)
	}
	if got := tables(t, pool); got != "first second third" {
		t.Errorf("there are %q", got)
	}
}

// TestDatabasesOfOneServerAreCreatedTogether creates them on a server without the roles, which all
// of its databases share.
func TestDatabasesOfOneServerAreCreatedTogether(t *testing.T) {
	t.Parallel()
	_, first := managedServer(t)
	second := strings.Replace(first, "/shop?", "/second?", 1)
	if _, err := poolOf(t, first).Exec(t.Context(), `CREATE DATABASE second`); err != nil || second == first {
		t.Fatalf("%s and %s: %v", first, second, err)
	}
	var servers errgroup.Group
	for _, url := range []string{first, second} {
		servers.Go(func() error { return postgres.Migrate(t.Context(), url, silence) })
	}
	if err := servers.Wait(); err != nil {
		t.Error(err)
	}
}

// TestAProgramFromBeforeTheBaselineStarts covers a rollback: the program finds its migrations
// applied in a database that it did not create.
func TestAProgramFromBeforeTheBaselineStarts(t *testing.T) {
	t.Parallel()
	digests := newestVersion(t)
	earlier := copied(t, migrations.Product.Files, func(name string) bool { return digests[name] != "" })
	pool := dbtest.Open(t).Owner
	if err := postgres.MigrateFiles(t.Context(), pool.Config().ConnString(), earlier, silence); err != nil {
		t.Error(err)
	}
}

// sameDatabases compares the schemas of two databases and the rows that migrations write.
func sameDatabases(t *testing.T, want, got *pgxpool.Pool) {
	t.Helper()
	sameSchemas(t, want, got)
	differ(t, rowsOf(t, want), rowsOf(t, got))
}

func sameSchemas(t *testing.T, want, got *pgxpool.Pool) {
	t.Helper()
	differ(t, dumpOf(t, want), dumpOf(t, got))
}

func differ(t *testing.T, want, got []string) {
	t.Helper()
	tell := func(what string, these, others []string) {
		known := map[string]bool{}
		for _, one := range others {
			known[one] = true
		}
		for _, one := range these {
			if !known[one] {
				t.Errorf("%s: %s", what, one)
			}
		}
	}
	tell("missing", want, got)
	tell("more", got, want)
}

// dumpOf returns what pg_dump says of each object of a database.
func dumpOf(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	var version int
	if err := pool.QueryRow(t.Context(), `SELECT current_setting('server_version_num')::int / 10000`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	folder, _, err := cluster.FindDump("", version)
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(t.Context(), filepath.Join(folder, "pg_dump"), "--schema-only", "--dbname="+pool.Config().ConnString()).Output()
	if err != nil {
		failed, _ := errors.AsType[*exec.ExitError](err)
		t.Fatalf("pg_dump: %v: %s", err, failed.Stderr)
	}
	text, _, _ := strings.Cut(string(said), "\n--\n-- PostgreSQL database dump complete")
	objects := strings.Split(text, "\n--\n-- Name: ")[1:]
	for i, object := range objects {
		lines := strings.FieldsFunc(object, func(r rune) bool { return r == '\n' })
		// Grants have no order. The protocols' first migration made two columns of users earlier than
		// the product's.
		if title := lines[0]; strings.Contains(title, "Type: ACL;") || strings.HasPrefix(title, "users; Type: TABLE; Schema: auth;") {
			slices.Sort(lines)
		}
		objects[i] = strings.Join(lines, "\n")
	}
	return objects
}

// rowsOf returns the rows of every table but the migrations' own, without the moments when they
// were written.
func rowsOf(t *testing.T, pool *pgxpool.Pool) []string {
	t.Helper()
	rows, err := pool.Query(t.Context(), `
		SELECT format('SELECT %L || (to_jsonb(x) - ''created_at'' - ''updated_at'' - ''changed_at'')::text FROM %s x', c.oid::regclass::text || ' ', c.oid::regclass)
		FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime')`)
	if err != nil {
		t.Fatal(err)
	}
	queries, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	rows, err = pool.Query(t.Context(), strings.Join(queries, " UNION ALL "))
	if err != nil {
		t.Fatal(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return found
}
