package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"automacao/internal/spawn"
)

// readmeBlock are the commands that README gives under a heading.
func readmeBlock(t *testing.T, heading string) []string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "\n"+heading+"\n")
	_, after, _ = strings.Cut(after, "```\n")
	block, _, isWhole := strings.Cut(after, "```\n")
	if !isWhole {
		t.Fatalf("README has no commands under %q", heading)
	}
	return strings.Split(strings.TrimSpace(block), "\n")
}

// TestTheBackupsOfREADME runs its commands as they stand, on other folders, beside
// a running market, and restores what came of them.
func TestTheBackupsOfREADME(t *testing.T) {
	t.Parallel()
	folder, err := spawn.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	safe, backups := filepath.Join(folder, "safe"), filepath.Join(folder, "backups")
	if err := os.Mkdir(safe, 0o700); err != nil {
		t.Fatal(err)
	}
	data, recipient, made := "market", "", ""
	says := func(line string) string {
		words := strings.Fields(strings.NewReplacer("/safe", safe, "/backups/automacao-20261123T030000.000Z", made, "/backups", backups, "age1…", recipient).Replace(line))
		command := exec.Command(os.Args[0], words[1:]...)
		command.Env = append(os.Environ(), asProgram+"=1", "DATABASE_URL=", "AUTOMACAO_DATA="+filepath.Join(folder, data))
		var problems strings.Builder
		command.Stderr = &problems
		said, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", line, err, &problems)
		}
		return strings.TrimSpace(string(said))
	}

	addr, err := spawn.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	log := &heard{}
	server := exec.Command(os.Args[0], "serve", "--addr", addr)
	server.Env = append(os.Environ(), asProgram+"=1", "DATABASE_URL=", "AUTOMACAO_DATA="+filepath.Join(folder, data))
	server.Stdout, server.Stderr = log, log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	go func() {
		ended <- server.Wait()
		cancel()
	}()
	t.Cleanup(func() { _ = server.Process.Kill() })
	if err := spawn.AwaitReady(ctx, "http://"+addr); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	says("automacao admin create ana@exemplo.test --password comprida-e-boa-77")

	for _, line := range readmeBlock(t, "## Backup and restore") {
		switch said := says(line); strings.Fields(line)[1] + " " + strings.Fields(line)[2] {
		case "backup key":
			recipient = said
		case "backup --to":
			made = said
			if !strings.HasPrefix(made, backups) {
				t.Fatalf("%s says %q", line, said)
			}
			if err := server.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := <-ended; err != nil {
				t.Errorf("the server ends with %v", err)
			}
			data = "restored"
		case "backup verify":
			if !strings.HasPrefix(said, "the backup is whole: ") {
				t.Errorf("%s says %q", line, said)
			}
			if said := says("automacao backup verify --from /backups/automacao-20261123T030000.000Z"); !strings.Contains(said, "name the file of its key") {
				t.Errorf("without the key it says %q", said)
			}
		case "restore --from":
			if !strings.HasPrefix(said, "the market is restored: ") {
				t.Errorf("%s says %q", line, said)
			}
		default:
			t.Errorf("nobody looks at %s", line)
		}
	}
	if said := says("automacao admin list"); !strings.Contains(said, "ana@exemplo.test") {
		t.Errorf("the restored market says %q", said)
	}
}
