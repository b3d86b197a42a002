package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// ErrNoTools says that pg_dump and pg_restore of a version are not on this machine.
var ErrNoTools = errors.New("install PostgreSQL's client programs (postgresql-client in Debian and Ubuntu; versions that the distribution lacks come from apt.postgresql.org) or name their folder in AUTOMACAO_PG_BIN")

// FindTools returns the folder of pg_dump and pg_restore of a major version. It looks in wanted,
// else in the installed folders, as for the server's programs.
func FindTools(wanted string, major int) (string, error) {
	for _, folder := range toolFolders(wanted) {
		if toolMajor(folder, "pg_dump") == major && toolMajor(folder, "pg_restore") == major {
			return folder, nil
		}
	}
	return "", fmt.Errorf("pg_dump and pg_restore of PostgreSQL %d were not found: %w", major, ErrNoTools)
}

// FindDump returns the folder of programs that can dump a major version, and their version: the
// same one, else the next newer one, because pg_dump reads older servers.
func FindDump(wanted string, major int) (folder string, of int, err error) {
	for _, candidate := range toolFolders(wanted) {
		found := toolMajor(candidate, "pg_dump")
		if found < major || found != toolMajor(candidate, "pg_restore") || of != 0 && found >= of {
			continue
		}
		folder, of = candidate, found
	}
	if of == 0 {
		return "", 0, fmt.Errorf("pg_dump and pg_restore of PostgreSQL %d or newer were not found: %w", major, ErrNoTools)
	}
	return folder, of, nil
}

func toolFolders(wanted string) []string {
	folders := candidates()
	if wanted = cmp.Or(wanted, os.Getenv("AUTOMACAO_PG_BIN")); wanted != "" {
		folders = append([]string{wanted}, folders...)
	}
	return folders
}

func toolMajor(folder, program string) int {
	said, err := exec.Command(filepath.Join(folder, program), "--version").Output()
	if err != nil {
		return 0
	}
	found := versionPattern.FindSubmatch(said)
	if found == nil {
		return 0
	}
	major, _ := strconv.Atoi(string(found[1]))
	return major
}
