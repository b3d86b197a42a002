package postgres_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/postgres/migrations"
)

// keepVersion records a version's migrations when it is tagged.
var keepVersion = flag.String("keep", "", "version whose migrations are those of now, such as 0.2.0")

// versionsFolder has a file for each version, with the digests and names of its migrations.
const versionsFolder = "testdata/versions"

// explainedLocks are migrations that make writers of a busy table wait during a scan or rewrite,
// with the duration for a million rows and the reason.
var explainedLocks = map[string]string{
	"01010_phones.sql":       "0.6 s: the index on the new column phone, which nobody has yet, reads auth.users once and writes nothing; a number must be one account's from its first row on",
	"02003_technologies.sql": "2 s for each of profiles and projects: the index on the new column technologies, which nobody has yet, reads the table once and writes nothing",
}

// contracted is what a migration removed from the previous version's schema, with the version that
// no longer used it.
var contracted = map[string]string{
	"function private.notify_schema_change() event_trigger": "0.1.0: only event triggers call it, which follow it into the schema migrations",
	"function private.check_skills(text[]) void":            "0.1.0: only triggers of the schema called it, which are replaced with it",
}

func files(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(migrations.Product.Files, "*.sql")
	if err != nil || len(names) == 0 {
		t.Fatalf("found %d migrations: %v", len(names), err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(migrations.Product.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

func digest(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// released returns the digests of each version's migrations.
func released(t testing.TB) map[string]map[string]string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(versionsFolder, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("found %d versions: %v", len(paths), err)
	}
	versions := map[string]map[string]string{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		digests := map[string]string{}
		for line := range strings.Lines(string(text)) {
			sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
			digests[name] = sum
		}
		versions[strings.TrimSuffix(filepath.Base(path), ".txt")] = digests
	}
	return versions
}

// newestVersion returns the digests of the version with the most migrations.
func newestVersion(t testing.TB) map[string]string {
	t.Helper()
	var most map[string]string
	for _, digests := range released(t) {
		if len(digests) > len(most) {
			most = digests
		}
	}
	return most
}

func TestReleasedMigrationsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	now := files(t)
	if *keepVersion != "" {
		var lines strings.Builder
		for _, name := range sortedKeys(now) {
			fmt.Fprintf(&lines, "%s  %s\n", digest(now[name]), name)
		}
		if err := os.WriteFile(filepath.Join(versionsFolder, *keepVersion+".txt"), []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for version, digests := range released(t) {
		last := ""
		for name, sum := range digests {
			last = max(last, name)
			if digest(now[name]) != sum {
				t.Errorf("%s is no longer what version %s has migrated with: write another migration instead", name, version)
			}
		}
		for name := range now {
			if digests[name] == "" && name < last {
				t.Errorf("%s comes before %s, which version %s already has: give it a higher number", name, last, version)
			}
		}
	}
}

func sortedKeys[V any](of map[string]V) []string {
	var keys []string
	for key := range of {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// ofBefore returns a database as the newest version left it.
var ofBefore = dbtest.EmptyTemplate(func(t testing.TB, url string) {
	t.Helper()
	digests := newestVersion(t)
	earlier := copied(t, migrations.Product.Files, func(name string) bool { return digests[name] != "" })
	if err := postgres.MigrateFiles(t.Context(), url, earlier, silence); err != nil {
		t.Fatal(err)
	}
})

// addedSince returns the migrations added since that version.
func addedSince(t *testing.T) (since []string) {
	t.Helper()
	digests := newestVersion(t)
	for _, name := range sortedKeys(files(t)) {
		if digests[name] == "" {
			since = append(since, name)
		}
	}
	return since
}

// busyRows inserts rows into the tables that users write to all the time, without row triggers.
var busyRows = map[string]string{
	"auth.users":           `INSERT INTO auth.users (id) SELECT md5('person' || n)::uuid FROM generate_series(1, 50) n`,
	"public.profiles":      `INSERT INTO public.profiles (id, role, name) SELECT md5('person' || n)::uuid, 'professional', 'Pessoa ' || n FROM generate_series(1, 50) n`,
	"public.accounts":      `INSERT INTO public.accounts (profile_id, email) SELECT md5('person' || n)::uuid, n || '@exemplo.test' FROM generate_series(1, 50) n`,
	"public.projects":      `INSERT INTO public.projects (id, company_id, title, description, budget, deadline, skills) SELECT md5('project' || n)::uuid, md5('person1')::uuid, 'Linha ' || n, 'Texto', 'A combinar', '30 dias', '{retrofit}' FROM generate_series(1, 50) n`,
	"public.proposals":     `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) SELECT md5('project' || n)::uuid, md5('person2')::uuid, 100, 'Texto' FROM generate_series(1, 50) n`,
	"public.messages":      `INSERT INTO public.messages (from_id, to_id, content) SELECT md5('person1')::uuid, md5('person2')::uuid, 'Texto ' || n FROM generate_series(1, 50) n`,
	"public.notifications": `INSERT INTO public.notifications (profile_id, kind, title, subject_kind) SELECT md5('person1')::uuid, 'message', 'Novidade ' || n, 'conversation' FROM generate_series(1, 50) n`,
}

const busyCount = 50

func fillBusy(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `SET LOCAL session_replication_role = replica`); err != nil {
			return err
		}
		for table, rows := range busyRows {
			if _, err := tx.Exec(t.Context(), rows); err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// askTouched returns for each busy table how many rows this transaction has read and changed, and
// whether it holds a lock that makes writers wait until it ends.
const askTouched = `
SELECT c.oid::regclass::text,
       pg_stat_get_xact_tuples_returned(c.oid) + pg_stat_get_xact_tuples_fetched(c.oid),
       pg_stat_get_xact_tuples_updated(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid),
       EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation = c.oid
               AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'))
FROM pg_class c WHERE c.oid::regclass::text = ANY ($1) OR c.oid::regclass::text = ANY ($2)`

type touch struct {
	read, changed int64
	isLocked      bool
}

func touchedBusy(t *testing.T, tx pgx.Tx) map[string]touch {
	t.Helper()
	names := sortedKeys(busyRows)
	var short []string
	for _, name := range names {
		short = append(short, strings.TrimPrefix(name, "public."))
	}
	rows, err := tx.Query(t.Context(), askTouched, names, short)
	if err != nil {
		t.Fatal(err)
	}
	touches := map[string]touch{}
	var name string
	var one touch
	_, err = pgx.ForEachRow(rows, []any{&name, &one.read, &one.changed, &one.isLocked}, func() error {
		touches[strings.TrimPrefix(name, "public.")] = one
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return touches
}

// waits describes whom the statements, run in a transaction, make wait for as long as they process
// a busy table; "" for nobody. It measures no time: a statement that scans a table of fifty rows
// also scans one of a million.
func waits(t *testing.T, tx pgx.Tx, statements string) string {
	t.Helper()
	// The counts of an earlier transaction on this connection may not be published yet.
	before := touchedBusy(t, tx)
	if _, err := tx.Exec(t.Context(), statements, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
	var through, changed, locked []string
	for name, now := range touchedBusy(t, tx) {
		if now.read-before[name].read >= busyCount {
			through = append(through, name)
		}
		if now.changed-before[name].changed >= busyCount {
			changed = append(changed, name)
		}
		if now.isLocked {
			locked = append(locked, name)
		}
	}
	switch {
	case len(changed) > 0:
		return fmt.Sprintf("changes every row of %v, so writers of a row wait", changed)
	case len(through) > 0 && len(locked) > 0:
		return fmt.Sprintf("goes through %v while nobody can write to %v", through, locked)
	}
	return ""
}

// TestNewMigrationsKeepNobodyWaiting runs the migrations since the newest version, unchanged, on
// tables that have rows.
func TestNewMigrationsKeepNobodyWaiting(t *testing.T) {
	t.Parallel()
	pool, since := ofBefore(t), addedSince(t)
	fillBusy(t, pool)
	now := files(t)
	for _, name := range since {
		err := pgx.BeginFunc(t.Context(), pool, func(tx pgx.Tx) error {
			found := waits(t, tx, now[name])
			switch why := explainedLocks[name]; {
			case found != "" && why == "":
				t.Errorf("%s %s: add what it needs NOT VALID first and go through it in a migration of its own, or say in explainedLocks why it must", name, found)
			case found == "" && why != "":
				t.Errorf("%s keeps nobody waiting: take it off explainedLocks", name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}

	for statements, want := range map[string]bool{
		`ALTER TABLE public.messages ADD COLUMN extra text`:                                                              false,
		`ALTER TABLE public.messages ADD COLUMN extra text NOT NULL DEFAULT 'x'`:                                         false,
		`ALTER TABLE public.messages ADD CONSTRAINT extra CHECK (length(content) < 9999) NOT VALID`:                      false,
		`CREATE TABLE public.extra (message_id uuid REFERENCES public.messages)`:                                         false,
		`SELECT count(*) FROM public.messages`:                                                                           false,
		`UPDATE public.messages SET automatic = true WHERE content = 'Texto 7'`:                                          false,
		`ALTER TABLE public.messages ADD CONSTRAINT extra CHECK (length(content) < 9999)`:                                true,
		`ALTER TABLE public.messages ALTER COLUMN files_count TYPE bigint`:                                               true,
		`ALTER TABLE public.messages ALTER COLUMN thread SET NOT NULL`:                                                   true,
		`ALTER TABLE public.messages ADD COLUMN extra timestamptz NOT NULL DEFAULT clock_timestamp()`:                    true,
		`CREATE INDEX extra ON public.notifications (title)`:                                                             true,
		`UPDATE public.projects SET title = title || '.'`:                                                                true,
		`LOCK TABLE public.accounts IN EXCLUSIVE MODE; SELECT count(*) FROM public.messages`:                             true,
		`ALTER TABLE public.proposals ADD COLUMN extra uuid; CREATE TABLE public.extra AS SELECT * FROM public.messages`: true,
	} {
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if found := waits(t, tx, statements); (found != "") != want {
			t.Errorf("the lint of %s is %q", statements, found)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// askUsed lists what a program may rely on: columns with their types, functions with their
// arguments and results.
const askUsed = `
SELECT 'column ' || c.oid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime') AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT 'function ' || p.oid::regprocedure || ' ' || pg_get_function_result(p.oid)
FROM pg_proc p WHERE p.pronamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime')`

// askDemanded lists columns that an insert must supply and that an older program does not know.
const askDemanded = `
SELECT 'must be given: ' || c.oid::regclass || '.' || a.attname
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace::regnamespace::text IN ('public', 'private', 'auth', 'storage', 'realtime') AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
  AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''`

// forms are the objects a program may use, the columns it must supply, and the tables.
type forms struct{ used, demanded, tables []string }

func formsOf(t *testing.T, tx pgx.Tx) (found forms) {
	t.Helper()
	for query, into := range map[string]*[]string{askUsed: &found.used, askDemanded: &found.demanded,
		`SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind IN ('r', 'p')`: &found.tables} {
		rows, err := tx.Query(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		if *into, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// breaks lists what a program of the previous schema no longer finds, and what it would newly have
// to supply.
func breaks(before, after forms) (broken []string) {
	for _, one := range before.used {
		if !slices.Contains(after.used, one) {
			broken = append(broken, one)
		}
	}
	for _, one := range after.demanded {
		table := strings.TrimPrefix(one[:strings.LastIndex(one, ".")], "must be given: ")
		isNew := !slices.Contains(before.tables, table)
		if !isNew && !slices.Contains(before.demanded, one) {
			broken = append(broken, one)
		}
	}
	return broken
}

// TestNewMigrationsOnlyExpand checks that the current schema still serves a program of the previous
// version, as far as names and types show.
func TestNewMigrationsOnlyExpand(t *testing.T) {
	t.Parallel()
	pool, since := ofBefore(t), addedSince(t)
	now := files(t)
	change := func(statements []string) (broken []string) {
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		before := formsOf(t, tx)
		for _, one := range statements {
			if _, err := tx.Exec(t.Context(), one, pgx.QueryExecModeSimpleProtocol); err != nil {
				t.Fatalf("%s: %v", one, err)
			}
		}
		after := formsOf(t, tx)
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
		return breaks(before, after)
	}
	var texts []string
	for _, name := range since {
		texts = append(texts, now[name])
	}
	broken := change(texts)
	for _, one := range broken {
		if contracted[one] == "" {
			t.Errorf("the version before still uses %q: leave it for a version, or say in contracted which no longer did", one)
		}
	}
	for one := range contracted {
		if !slices.Contains(broken, one) {
			t.Errorf("%q is there, or was never there: take it off contracted", one)
		}
	}
	for statement, want := range map[string]string{
		`ALTER TABLE public.messages ADD COLUMN extra text`:                     "",
		`ALTER TABLE public.messages ADD COLUMN extra text NOT NULL DEFAULT ''`: "",
		`CREATE TABLE public.extra (id uuid PRIMARY KEY)`:                       "",
		`ALTER TABLE public.messages ADD COLUMN extra text NOT NULL`:            "must be given: messages.extra",
		`ALTER TABLE public.messages ALTER COLUMN actor_name SET NOT NULL`:      "must be given: messages.actor_name",
		`ALTER TABLE public.messages RENAME COLUMN actor_name TO name_of_actor`: "column messages.actor_name text",
		`ALTER TABLE public.messages ALTER COLUMN files_count TYPE integer`:     "column messages.files_count smallint",
		`ALTER FUNCTION private.uuid_v7() RENAME TO uuid_v8`:                    "function private.uuid_v7() uuid",
		`ALTER TABLE auth.users ADD COLUMN extra_1 text NOT NULL`:               "must be given: auth.users.extra_1",
	} {
		if got := strings.Join(change([]string{statement}), ", "); got != want {
			t.Errorf("%s breaks %q", statement, got)
		}
	}
}

// TestAnOlderProgramStartsOnANewerSchema covers a rollback to the previous version.
func TestAnOlderProgramStartsOnANewerSchema(t *testing.T) {
	t.Parallel()
	pool := dbtest.Empty(t)
	url := pool.Config().ConnString()
	older := fstest.MapFS{"00001_first.sql": migration("CREATE TABLE first ();")}
	newer := fstest.MapFS{"00001_first.sql": older["00001_first.sql"], "00002_second.sql": migration("CREATE TABLE second ();")}
	for _, program := range []fstest.MapFS{older, newer, older, newer} {
		if err := postgres.MigrateFiles(t.Context(), url, program, silence); err != nil {
			t.Fatal(err)
		}
	}
	if got := tables(t, pool); got != "first second" {
		t.Errorf("there are %q", got)
	}
}
