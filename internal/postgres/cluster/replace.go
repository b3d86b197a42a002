package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"automacao/internal/files/disk"
)

// KeptDir returns where Replace keeps the data directory that it took out of use.
func KeptDir(dir string) string { return dir + ".kept" }

// FindNewer finds the programs of the newest major version above the one that wrote a data
// directory, in the wanted folder or among the installed ones. It returns both versions.
func FindNewer(wanted, dir string) (bin string, from, to int, err error) {
	if from, err = writtenBy(dir); err != nil {
		return "", 0, 0, err
	}
	if from == 0 {
		return "", 0, 0, fmt.Errorf("there is no database in %s", dir)
	}
	found := candidates()
	if wanted != "" {
		found = []string{wanted}
	}
	for _, folder := range found {
		if major := majorOf(folder); major > max(from, to) {
			bin, to = folder, major
		}
	}
	if bin == "" {
		return "", from, 0, fmt.Errorf("%s was written by PostgreSQL %d, and no newer one was found: install it, have scripts/fetch-postgres.sh fetch one, or name its folder in --to-bin", dir, from)
	}
	return bin, from, to, nil
}

// Replace moves a data directory created elsewhere to dir in one step, and keeps the previous one
// at KeptDir. Neither may have a running server, and none may start meanwhile.
func Replace(ctx context.Context, dir, with string) error {
	kept := KeptDir(dir)
	if _, err := os.Lstat(kept); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is still there: confirm the upgrade before it, or move it away", kept)
	}
	// First move it next to its destination, so that a single atomic step makes the change visible.
	if err := os.Rename(with, kept); err != nil {
		return fmt.Errorf("move the new data directory beside the old one: %w", err)
	}
	return Exchange(ctx, dir)
}

// Exchange puts the kept data directory back into use and keeps the current one instead.
func Exchange(ctx context.Context, dir string) (err error) {
	c := &Cluster{cfg: Config{Dir: dir}}
	if err := c.takeLock(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.lock.Close()) }()
	if _, err := os.Stat(filepath.Join(KeptDir(dir), "PG_VERSION")); err != nil {
		return fmt.Errorf("%s holds no database to change with", KeptDir(dir))
	}
	// The WAL of this directory does not continue what was archived from the other.
	if err := os.RemoveAll(archiveFolder(dir)); err != nil {
		return fmt.Errorf("end the archive of WAL: %w", err)
	}
	if err := disk.Exchange(dir, KeptDir(dir)); err != nil {
		return fmt.Errorf("exchange the data directories: %w", err)
	}
	return syncFolder(filepath.Dir(dir))
}
