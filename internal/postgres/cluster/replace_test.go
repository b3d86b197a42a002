package cluster_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"automacao/internal/postgres/cluster"
)

// written creates the files that identify a data directory of a version.
func written(t *testing.T, dir, major string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "global"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"PG_VERSION": major + "\n", "global/pg_control": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOneDataDirectoryTakesAnothersPlace(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "postgres")
	holds := func(want, kept string) {
		t.Helper()
		for path, major := range map[string]string{dir: want, cluster.KeptDir(dir): kept} {
			if text, err := os.ReadFile(filepath.Join(path, "PG_VERSION")); err != nil || strings.TrimSpace(string(text)) != major {
				t.Errorf("%s holds %q, %v; want %s", path, text, err, major)
			}
		}
	}
	written(t, dir, "15")
	if err := cluster.Exchange(t.Context(), dir); err == nil {
		t.Error("there was nothing to change with")
	}
	written(t, dir+".new", "17")
	if err := cluster.Replace(t.Context(), dir, dir+".new"); err != nil {
		t.Fatal(err)
	}
	holds("17", "15")
	written(t, dir+".new", "18")
	if err := cluster.Replace(t.Context(), dir, dir+".new"); err == nil || !strings.Contains(err.Error(), "confirm") {
		t.Errorf("over one that is kept: %v", err)
	}
	holds("17", "15")
	if err := cluster.Exchange(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	holds("15", "17")
}

func TestNoNewerProgramsAreFoundWhereThereAreNone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "postgres")
	if _, _, _, err := cluster.FindNewer("", dir); err == nil || !strings.Contains(err.Error(), "no database") {
		t.Errorf("without a database: %v", err)
	}
	written(t, dir, "98")
	if _, from, _, err := cluster.FindNewer("", dir); err == nil || from != 98 || !strings.Contains(err.Error(), "no newer") {
		t.Errorf("version %d: %v", from, err)
	}
}
