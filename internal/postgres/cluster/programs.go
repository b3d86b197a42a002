package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// oldestMajor is the first PostgreSQL version the schema runs on.
const oldestMajor = 15

// findPrograms returns the folder of the server programs: the wanted one, else the newest installed
// one, else a copy in the user's cache. An existing data directory restricts the choice to the
// version that wrote it (0: no directory yet).
func findPrograms(wanted, dir string, written int) (string, error) {
	wanted = cmp.Or(wanted, os.Getenv("AUTOMACAO_PG_BIN"))
	found := candidates()
	if wanted != "" {
		if majorOf(wanted) < oldestMajor {
			return "", fmt.Errorf("AUTOMACAO_PG_BIN %s holds no PostgreSQL %d or newer", wanted, oldestMajor)
		}
		found = []string{wanted}
	}
	newest := 0
	for _, folder := range found {
		major := majorOf(folder)
		if major >= oldestMajor && (written == 0 || major == written) {
			return folder, nil
		}
		newest = max(newest, major)
	}
	if written > 0 && newest > 0 {
		return "", fmt.Errorf("%s was written by PostgreSQL %d and this machine has %d: install version %d or name its folder in AUTOMACAO_PG_BIN; `automacao upgrade-cluster` then moves the database to the newer one",
			dir, written, newest, written)
	}
	return "", fmt.Errorf("no PostgreSQL %d or newer was found: install it (apt-get install postgresql), name its folder in AUTOMACAO_PG_BIN, or set DATABASE_URL", oldestMajor)
}

// FindServer returns the folder of the programs that would create a new data directory.
func FindServer() (string, error) { return findPrograms("", "", 0) }

// candidates lists folders that may hold the programs, best first: installed ones from new to old,
// then downloaded copies (npm's @embedded-postgres packages unpack to native/bin).
func candidates() []string {
	installed, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if onPath, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(onPath); err == nil {
			installed = append(installed, filepath.Dir(real))
		}
	}
	slices.SortStableFunc(installed, func(a, b string) int { return cmp.Compare(majorOf(b), majorOf(a)) })
	var caches []string
	if own, err := os.UserCacheDir(); err == nil {
		caches = append(caches, own)
	}
	// The user that PostgreSQL runs as cannot read root's own cache.
	if os.Geteuid() == 0 {
		caches = slices.Insert(caches, 0, "/var/cache")
	}
	for _, cache := range caches {
		for _, layout := range []string{"native/bin", "*/native/bin"} {
			copies, _ := filepath.Glob(filepath.Join(cache, "automacao", "postgresql", layout))
			// Glob sorts by name; the newest version should come first.
			slices.Reverse(copies)
			installed = append(installed, copies...)
		}
	}
	return installed
}

var versionPattern = regexp.MustCompile(`PostgreSQL\) (\d+)`)

// majorOf returns the major version of a folder's server program; 0 if there is none.
func majorOf(folder string) int {
	if _, err := os.Stat(filepath.Join(folder, "initdb")); err != nil {
		return 0
	}
	said, err := exec.Command(filepath.Join(folder, "postgres"), "--version").Output()
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
