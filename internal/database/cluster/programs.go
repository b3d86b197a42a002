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

// errNoPrograms names every way to mend a machine without PostgreSQL.
var errNoPrograms = fmt.Errorf("no PostgreSQL %d or newer was found: install it (apt-get install postgresql), name its folder in AUTOMACAO_PG_BIN, or set DATABASE_URL", oldestMajor)

// findPrograms returns the folder of the server programs: the one asked for,
// else the newest installed, else the copy in the user's cache.
func findPrograms(wanted string) (string, error) {
	if wanted != "" {
		if major := majorOf(wanted); major < oldestMajor {
			return "", fmt.Errorf("AUTOMACAO_PG_BIN %s holds no PostgreSQL %d or newer", wanted, oldestMajor)
		}
		return wanted, nil
	}
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(majorOf(b), majorOf(a)) })
	if onPath, err := exec.LookPath("postgres"); err == nil {
		if real, err := filepath.EvalSymlinks(onPath); err == nil {
			folders = append(folders, filepath.Dir(real))
		}
	}
	if cache, err := os.UserCacheDir(); err == nil {
		folders = append(folders, filepath.Join(cache, "automacao", "postgresql", "native", "bin"))
	}
	for _, folder := range folders {
		if majorOf(folder) >= oldestMajor {
			return folder, nil
		}
	}
	return "", errNoPrograms
}

var versionPattern = regexp.MustCompile(`PostgreSQL\) (\d+)`)

// majorOf asks a folder's server program for its version; 0 when there is none.
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

// checkMajor refuses a data directory that another major version wrote.
func (c *Cluster) checkMajor() error {
	written, err := os.ReadFile(filepath.Join(c.cfg.Dir, "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is not empty and holds no database: choose another AUTOMACAO_DATA or move it away", c.cfg.Dir)
	}
	if err != nil {
		return fmt.Errorf("read PG_VERSION: %w", err)
	}
	major := majorOf(c.bin)
	if version := string(trimSpace(written)); version != strconv.Itoa(major) {
		return fmt.Errorf("%s was written by PostgreSQL %s but %s is %d: name the folder of version %s in AUTOMACAO_PG_BIN, or dump with it and restore into a new data directory",
			c.cfg.Dir, version, c.bin, major, version)
	}
	return nil
}
