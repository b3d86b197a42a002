package cluster

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// FindTools returns the folder of pg_dump and pg_restore of a major version,
// looked for where the server's programs are: wanted, else what is installed.
func FindTools(wanted string, major int) (string, error) {
	folders := candidates()
	if wanted = cmp.Or(wanted, os.Getenv("AUTOMACAO_PG_BIN")); wanted != "" {
		folders = append([]string{wanted}, folders...)
	}
	for _, folder := range folders {
		if toolMajor(folder, "pg_dump") == major && toolMajor(folder, "pg_restore") == major {
			return folder, nil
		}
	}
	return "", fmt.Errorf("pg_dump and pg_restore of PostgreSQL %[1]d were not found: install them (apt-get install postgresql-%[1]d) or name their folder in AUTOMACAO_PG_BIN", major)
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
