package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/verify/spawn"
)

// TestTheDatabaseMovesToANewerPostgreSQL moves it there and back, if the machine has two versions.
func TestTheDatabaseMovesToANewerPostgreSQL(t *testing.T) {
	emptyMarket.announce(t)
	t.Parallel()
	folder, err := spawn.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	data := filepath.Join(folder, "a market")
	run := func(line string) (said string, failed error) {
		command := exec.Command(os.Args[0], strings.Fields(line)[1:]...)
		command.Env = append(os.Environ(), asProgram+"=1", "DATABASE_URL=", "AUTOMACAO_PG_BIN=", "AUTOMACAO_DATA="+data)
		text, err := command.CombinedOutput()
		return string(text), err
	}
	says := func(line, wanted string) {
		t.Helper()
		if said, err := run(line); err != nil || !strings.Contains(said, wanted) {
			t.Fatalf("%s: %v: %s", line, err, said)
		}
	}
	lies := func(of string) string {
		written, err := os.ReadFile(filepath.Join(of, "PG_VERSION"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(written))
	}

	emptyMarket.layOut(t, data)
	says("automacao admin create ana@exemplo.test --password comprida-e-boa-77", "")
	dir := postgres.ClusterDir(data)
	kept := cluster.KeptDir(dir)
	old := lies(dir)
	if _, _, _, err := cluster.FindNewer("", dir); err != nil {
		t.Skip(err)
	}

	moves := block(t, "docs/operate/upgrade.md", "## A newer PostgreSQL")
	says(moves, "PostgreSQL "+old+" is now ")
	if lies(dir) == old || lies(kept) != old {
		t.Errorf("%s is in use and %s kept", lies(dir), lies(kept))
	}
	says("automacao admin list", "ana@exemplo.test")
	newer := lies(dir)

	if said, err := run(moves); err == nil || !strings.Contains(said, "is still kept") {
		t.Errorf("before the first is confirmed: %v: %s", err, said)
	}
	says(moves+" --back", "in use again")
	if lies(dir) != old || lies(kept) != newer {
		t.Errorf("%s is in use again and %s kept", lies(dir), lies(kept))
	}
	says("automacao admin list", "ana@exemplo.test")
	says(moves+" --confirm", "is removed")
	if lies(kept) != "" || lies(dir) != old {
		t.Errorf("confirmed, %s is kept and %s in use", lies(kept), lies(dir))
	}
	if said, err := run(moves + " --confirm"); err == nil || !strings.Contains(said, "no upgrade waits") {
		t.Errorf("confirmed twice: %v: %s", err, said)
	}
}
