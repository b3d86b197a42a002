package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTheVersionIsThatOfTheTag(t *testing.T) {
	script, err := filepath.Abs("../../scripts/version.sh")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	in := func(program string, arguments ...string) string {
		t.Helper()
		command := exec.Command(program, arguments...)
		command.Dir = folder
		command.Env = append(os.Environ(), "GIT_AUTHOR_NAME=Marina", "GIT_AUTHOR_EMAIL=marina@exemplo.test", "GIT_COMMITTER_NAME=Marina", "GIT_COMMITTER_EMAIL=marina@exemplo.test", "GIT_CONFIG_GLOBAL=/dev/null")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v: %s", program, arguments, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if got := in(script); got != "0.0.0-dev" {
		t.Errorf("outside of a repository: %s", got)
	}
	in("git", "init", "-q")
	in("git", "commit", "-q", "--allow-empty", "-m", "First")
	if got, want := in(script), "0.0.0-dev+g"+in("git", "rev-parse", "--short", "HEAD"); got != want {
		t.Errorf("before a tag: %s, not %s", got, want)
	}
	in("git", "tag", "-a", "v0.3.1", "-m", "0.3.1")
	if got := in(script); got != "0.3.1" {
		t.Errorf("at a tag: %s", got)
	}
	in("git", "commit", "-q", "--allow-empty", "-m", "Second")
	// In semantic version order it is after 0.3.1 and before 0.3.2.
	if got, want := in(script), "0.3.2-dev.1+g"+in("git", "rev-parse", "--short", "HEAD"); got != want {
		t.Errorf("past a tag: %s, not %s", got, want)
	}
}

func TestVersionSaysWhatItWasBuiltFrom(t *testing.T) {
	if got := command(t, "version"); !strings.HasPrefix(got.out, "automacao 0.0.0-dev\ncommit    unknown\n") {
		t.Errorf("got %s", got.out)
	}
	var said map[string]string
	if err := json.Unmarshal([]byte(command(t, "version", "--json").out), &said); err != nil || said["version"] != "0.0.0-dev" || said["platform"] == "" {
		t.Errorf("got %v, %v", said, err)
	}
}

func TestTheLogWritesDurationsWithTheirUnit(t *testing.T) {
	for _, isText := range []bool{true, false} {
		var out bytes.Buffer
		log := logTo(&out, slog.LevelInfo, isText).With("every", 40*time.Second)
		log.Info("lost", "retry_in", 1500*time.Millisecond, slog.Group("pool", slog.Duration("waited", 20*time.Microsecond)))
		for _, want := range []string{"1.5s", "40s", "20µs"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s is missing in %s", want, out.String())
			}
		}
	}
}
