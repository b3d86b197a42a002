package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"automacao/verify/spawn"
)

// TestTheBackupsOfREADME runs the commands under "In short" in docs/operate/backup.md in other
// folders, next to a running market, and restores the resulting backup.
func TestTheBackupsOfREADME(t *testing.T) {
	emptyMarket.announce(t)
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
	emptyMarket.layOut(t, filepath.Join(folder, data))
	says := func(line string) string {
		words := strings.Fields(strings.NewReplacer("/safe", safe, "/restored", filepath.Join(folder, "restored"), "/backups/automacao-20261123T030000.000Z", made, "/backups", backups, "age1…", recipient).Replace(line))
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

	for _, line := range strings.Split(block(t, "docs/operate/backup.md", "## In short"), "\n") {
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
			t.Errorf("the test does not check %s", line)
		}
	}
	if said := says("automacao admin list"); !strings.Contains(said, "ana@exemplo.test") {
		t.Errorf("the restored market says %q", said)
	}
}

// TestTheBackupsOfOPERATE serves with the settings of docs/operate/backup.md until the server has
// made a backup by itself, and runs the document's commands in a shell meanwhile.
func TestTheBackupsOfOPERATE(t *testing.T) {
	emptyMarket.announce(t)
	t.Parallel()
	folder, err := spawn.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	here := strings.NewReplacer("/safe", filepath.Join(folder, "safe"), "/backups", filepath.Join(folder, "backups"), "/restored", filepath.Join(folder, "restored"))
	bin := filepath.Join(folder, "bin")
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "safe"), 0o700), os.Mkdir(bin, 0o755), os.Symlink(os.Args[0], filepath.Join(bin, "automacao"))); err != nil {
		t.Fatal(err)
	}
	env := []string{asProgram + "=1", "DATABASE_URL=", "PATH=" + bin + ":" + os.Getenv("PATH")}
	shell := func(heading string) string {
		command := exec.Command("sh", "-eu", "-c", here.Replace(block(t, "docs/operate/backup.md", heading)))
		command.Env = append(os.Environ(), env...)
		var problems strings.Builder
		command.Stderr = &problems
		said, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v: %s", heading, err, &problems)
		}
		return string(said)
	}
	public := strings.TrimSpace(shell("## Create a key"))
	settings := filepath.Join(folder, "settings")
	text := strings.ReplaceAll(here.Replace(block(t, "docs/operate/backup.md", "## Scheduled backups")), "age1…", public)
	if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(folder, "market")
	emptyMarket.layOut(t, data)
	env = append(env, "AUTOMACAO_CONFIG="+settings, "AUTOMACAO_DATA="+data)
	serving(t, env)
	if said := shell("## On-demand backups"); !strings.Contains(said, "the backup is whole: ") || !strings.Contains(said, "the market is restored: ") {
		t.Errorf("the commands say %q", said)
	}
}
