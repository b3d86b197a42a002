package backup_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/cluster"
)

// rolesOfReadme returns the statements with which docs/operate/deploy.md creates the roles and the
// database.
func rolesOfReadme(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/operate/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```sql\n(.*?)```").FindStringSubmatch(string(text))
	if block == nil || !strings.Contains(block[1], "market_owner") {
		t.Fatal("docs/operate/deploy.md makes no market_owner")
	}
	var statements []string
	for statement := range strings.SplitSeq(block[1], ";") {
		if statement = strings.TrimSpace(statement); statement != "" {
			statements = append(statements, statement)
		}
	}
	return statements
}

func server(t *testing.T) *cluster.Cluster {
	t.Helper()
	running, err := cluster.Start(t.Context(), cluster.Config{Dir: filepath.Join(folder(t), "data"), Throwaway: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = running.Stop(context.Background()) })
	return running
}

// folder returns a folder with a path short enough for a socket, which the database's user can
// enter.
func folder(t *testing.T) string {
	t.Helper()
	path, err := os.MkdirTemp("", "backup")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(path) })
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func execute(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	for _, statement := range statements {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

func TestTheOwnerThatReadmeMakesBacksUp(t *testing.T) {
	t.Parallel()
	first, second := server(t), server(t)
	execute(t, first.URL("postgres", cluster.Superuser), rolesOfReadme(t)...)
	owner := first.URL("market", "market_owner")
	if err := postgres.Migrate(t.Context(), owner, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	execute(t, first.URL("market", cluster.Superuser), `INSERT INTO storage.buckets (id, name) VALUES ('kept', 'kept')`)
	from := market(t, owner)
	if err := backup.Ready(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	place, err := backup.Make(t.Context(), from, target(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	execute(t, second.URL("postgres", cluster.Superuser), `CREATE DATABASE market`)
	if _, err := backup.Restore(t.Context(), place, market(t, second.URL("market", cluster.Superuser))); err != nil {
		t.Fatal(err)
	}
	restored, err := pgxpool.New(t.Context(), second.URL("market", "market_owner"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(restored.Close)
	if got := listed(t, restored, `SELECT string_agg(id, ' ') FROM storage.buckets WHERE id = 'kept'`); got != "kept" {
		t.Errorf("the owner reads %q", got)
	}
}

// TestABareMachineBacksUpAndRestores checks that a private database on a machine without pg_dump,
// such as npm's PostgreSQL, is backed up as files and restored.
func TestABareMachineBacksUpAndRestores(t *testing.T) {
	t.Parallel()
	running := server(t)
	execute(t, running.URL("postgres", cluster.Superuser), `CREATE DATABASE automacao`)
	url := running.URL("automacao", cluster.Superuser)
	if err := postgres.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	owner, err := pgxpool.New(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(owner.Close)
	from := market(t, url)
	from.IsPrivate = true
	from.HideTools()
	from.Recipients, from.Identities = key(t)
	execute(t, url, `INSERT INTO storage.buckets (id, name) VALUES ('kept', 'kept')`)
	if err := keep(t.Context(), from, owner, "before"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from.DataDir, "seal.json"), []byte("sealed"), 0o600); err != nil {
		t.Fatal(err)
	}
	place, err := backup.Make(t.Context(), from, target(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	made, err := backup.Verify(t.Context(), place, from.Identities, "")
	if err != nil || made.HasDump() {
		t.Fatalf("it has a dump, or %v", err)
	}
	into := market(t, "")
	into.Identities = from.Identities
	dir := filepath.Join(folder(t), "postgres")
	found, err := backup.RestoreBase(t.Context(), place, dir, into, func() (string, error) {
		started, err := cluster.Start(t.Context(), cluster.Config{Dir: dir, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return "", err
		}
		t.Cleanup(func() { _ = started.Stop(context.Background()) })
		return started.URL("automacao", cluster.Superuser), nil
	})
	if err != nil || len(found.Missing) > 0 || found.Files != 1 || found.Database.Rows["storage.objects"] != 1 {
		t.Fatalf("restored %d files, %v missing, %v", found.Files, found.Missing, err)
	}
	if got, err := os.ReadFile(filepath.Join(into.DataDir, "seal.json")); err != nil || string(got) != "sealed" {
		t.Errorf("the key is %q, %v", got, err)
	}
	outside := from
	outside.IsPrivate = false
	if err := backup.Ready(t.Context(), outside); err == nil || !strings.Contains(err.Error(), "postgresql-client") {
		t.Errorf("without tools another database is told %v", err)
	}
}
