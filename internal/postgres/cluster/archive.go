package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Archive archives the server's whole write-ahead log (WAL) elsewhere, so that a moment between two
// backups can be restored.
type Archive struct {
	// Keep stores a finished WAL file in a safe place. Once Keep returns nil, the server deletes
	// its copy; after an error, Keep is called again. A file may be passed twice if the machine
	// fails in between.
	Keep func(ctx context.Context, id, name, path string) error
	// Every is the longest that written data waits before it is archived; 0 means ArchiveEvery.
	Every time.Duration
}

// ArchiveEvery leaves 20 seconds for the transfer of a file, so that losing the disk loses at most
// a minute of writes.
const ArchiveEvery = 40 * time.Second

const (
	// archiveLook is how often to look for finished files.
	archiveLook = 100 * time.Millisecond
	// archiveRetry and archiveWithin are the pause before a retry and the timeout per file.
	archiveRetry  = 5 * time.Second
	archiveWithin = time.Minute
	// archiveTellEvery limits how often the log reports a continuing failure.
	archiveTellEvery = time.Minute
)

// ArchiveID names the unbroken run of WAL that a data directory archives; "" if it archives none. A
// run ends when the server runs without an archive.
func ArchiveID(dir string) string {
	text, err := os.ReadFile(filepath.Join(archiveFolder(dir), "id"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

func archiveFolder(dir string) string { return dir + ".wal" }

// openArchive creates the folder for the marks of archived files. Without an archive in this start,
// it ends the run of WAL.
func (c *Cluster) openArchive() error {
	folder := archiveFolder(c.cfg.Dir)
	if c.cfg.Archive == nil {
		if err := os.RemoveAll(folder); err != nil {
			return fmt.Errorf("end the archive of WAL: %w", err)
		}
		return nil
	}
	if ArchiveID(c.cfg.Dir) != "" {
		return nil
	}
	err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o755))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "id"), []byte(strings.ToLower(rand.Text())+"\n"), 0o600)
	}
	if err != nil {
		return fmt.Errorf("begin an archive of WAL: %w", err)
	}
	return syncFolder(filepath.Dir(folder))
}

// archiveSettings make the server wait for the mark of each file. The wait runs in a shell, because
// the server's account may be unable to reach this program and its secrets.
func (c *Cluster) archiveSettings() map[string]string {
	if c.cfg.Archive == nil {
		return nil
	}
	mark := "'" + strings.ReplaceAll(strings.ReplaceAll(archiveFolder(c.cfg.Dir), "'", `'\''`), "%", "%%") + "'/%f"
	every := c.cfg.Archive.Every
	if every == 0 {
		every = ArchiveEvery
	}
	return map[string]string{
		"wal_level": "replica", "archive_mode": "on", "archive_timeout": strconv.Itoa(int(every.Seconds())),
		"archive_command": "i=0; until test -e " + mark + "; do i=$((i+1)); test $i -lt 100 || exit 1; sleep 0.1; done",
	}
}

// archive archives finished files until ctx ends. It outlives the server, because the last files
// appear while the server shuts down.
func (c *Cluster) archive(ctx context.Context) error {
	ticker := time.NewTicker(archiveLook)
	defer ticker.Stop()
	var told, again time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case now := <-ticker.C:
			if now.Before(again) {
				continue
			}
		}
		err := c.archiveFinished(ctx)
		if err == nil || ctx.Err() != nil {
			continue
		}
		again = time.Now().Add(archiveRetry)
		if time.Since(told) > archiveTellEvery {
			told = time.Now()
			state, _ := ReadArchive(c.cfg.Dir)
			c.cfg.Log.Error("WAL is not archived: it stays on this disk and fills it, and what is written since is in no backup", "cause", err, "files_waiting", state.Waiting)
		}
	}
}

// archiveFinished archives every finished file, oldest first, and removes the marks of files that
// the server no longer lists as finished.
func (c *Cluster) archiveFinished(ctx context.Context) error {
	waiting, err := finished(c.cfg.Dir)
	if err != nil {
		return err
	}
	folder := archiveFolder(c.cfg.Dir)
	marks, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("read the marks of WAL: %w", err)
	}
	isMarked := map[string]bool{}
	for _, mark := range marks {
		isMarked[mark.Name()] = true
	}
	id := ArchiveID(c.cfg.Dir)
	for _, name := range waiting {
		if isMarked[name] {
			delete(isMarked, name)
			continue
		}
		within, cancel := context.WithTimeout(ctx, archiveWithin)
		err := c.cfg.Archive.Keep(within, id, name, filepath.Join(c.cfg.Dir, "pg_wal", name))
		cancel()
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), nil, 0o644)
		}
		if err != nil {
			return fmt.Errorf("archive %s: %w", name, err)
		}
	}
	delete(isMarked, "id")
	for name := range isMarked {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("forget a mark of WAL: %w", err)
		}
	}
	return nil
}

const finishedSuffix = ".ready"

// finished lists the WAL files that are ready to be archived, oldest first.
func finished(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(dir, "pg_wal", "archive_status"))
	if err != nil {
		return nil, fmt.Errorf("look for finished WAL: %w", err)
	}
	var names []string
	for _, entry := range entries {
		if name, isFinished := strings.CutSuffix(entry.Name(), finishedSuffix); isFinished {
			names = append(names, name)
		}
	}
	return names, nil
}

// ArchiveState says how far a data directory's archive is behind.
type ArchiveState struct {
	// Waiting counts finished files that are not archived yet.
	Waiting int
	// Since is when the oldest of them was finished; zero if there is none.
	Since time.Time
}

// ReadArchive reads the archive state of a data directory, whether its server runs or not.
func ReadArchive(dir string) (state ArchiveState, err error) {
	names, err := finished(dir)
	if err != nil {
		return state, err
	}
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, "pg_wal", "archive_status", name+finishedSuffix))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return state, fmt.Errorf("look at finished WAL: %w", err)
		}
		state.Waiting++
		if state.Since.IsZero() || info.ModTime().Before(state.Since) {
			state.Since = info.ModTime()
		}
	}
	return state, nil
}
