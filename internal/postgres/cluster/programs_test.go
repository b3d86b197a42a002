package cluster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// programs creates a folder that looks like an installed PostgreSQL.
func programs(t *testing.T, major string) string {
	t.Helper()
	folder := t.TempDir()
	script := "#!/bin/sh\necho 'postgres (PostgreSQL) " + major + ".1 (Debian)'\n"
	for _, name := range []string{"postgres", "initdb"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestFindPrograms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fact, major string
		written     int
		why         string
	}{
		{"ANewerOneIsTaken", "17", 0, ""},
		{"TheOneThatWroteTheDataIsTaken", "16", 16, ""},
		{"AnOldOneIsRefused", "14", 0, "holds no PostgreSQL 15 or newer"},
		{"OneThatDidNotWriteTheDataIsRefused", "17", 15, "was written by PostgreSQL 15 and this machine has 17"},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			folder := programs(t, c.major)
			found, err := findPrograms(folder, "/data", c.written)
			switch {
			case c.why == "" && (err != nil || found != folder):
				t.Errorf("got %q, %v", found, err)
			case c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)):
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestClosedFolderIsNamed(t *testing.T) {
	t.Parallel()
	closed := filepath.Join(t.TempDir(), "closed")
	if err := os.MkdirAll(filepath.Join(closed, "open"), 0o700); err != nil {
		t.Fatal(err)
	}
	stranger := &account{name: "stranger", uid: 4_000_000_000, gid: 4_000_000_000}
	err := stranger.checkReaches(closed, "AUTOMACAO_DATA")
	if err == nil || !strings.Contains(err.Error(), "chmod o+x "+closed) {
		t.Errorf("got %v", err)
	}
}

// TestDownloadedCopyIsFound changes the environment, so it cannot run in parallel.
func TestDownloadedCopyIsFound(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	for _, layout := range []string{"native/bin", "18.4.0/native/bin"} {
		folder := filepath.Join(cache, "automacao", "postgresql", layout)
		if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(programs(t, "99"), folder); err != nil {
			t.Fatal(err)
		}
		// No installed version matches such data, so only the copy can be found.
		if found, err := findPrograms("", "/data", 99); err != nil || found != folder {
			t.Errorf("got %q, %v", found, err)
		}
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
	}
}
