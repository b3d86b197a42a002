package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"automacao/internal/files/disk"
)

// socketPathMax is the longest path that a Unix socket may have, in bytes.
const socketPathMax = 107

// prepare leaves a complete data directory, the programs of the version that wrote it, and a socket
// folder, all of them used by this process only.
func (c *Cluster) prepare(ctx context.Context) error {
	if err := RunsHere(); err != nil {
		return err
	}
	parent := filepath.Dir(c.cfg.Dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("make data directory: %w", err)
	}
	var err error
	if c.account, err = findAccount(c.cfg.Dir); err != nil {
		return err
	}
	if err := c.account.checkReaches(parent, "AUTOMACAO_DATA"); err != nil {
		return err
	}
	if err := c.takeLock(ctx); err != nil {
		return err
	}
	written, err := writtenBy(c.cfg.Dir)
	if err != nil {
		return err
	}
	if c.bin, err = findPrograms(c.cfg.BinDir, c.cfg.Dir, written); err != nil {
		return err
	}
	if err := c.account.checkReaches(c.bin, "AUTOMACAO_PG_BIN"); err != nil {
		return err
	}
	if written == 0 {
		if err := c.initialise(ctx); err != nil {
			return err
		}
	}
	if err := c.clearLeftovers(ctx, c.cfg.Dir); err != nil {
		return err
	}
	return c.makeSocketFolder()
}

// lockPatience covers a killed server's process that the system has not fully removed yet.
const lockPatience = time.Second

// takeLock keeps a second supervisor away from the data directory. The system releases the lock
// when this process ends, however it ends.
func (c *Cluster) takeLock(ctx context.Context) error {
	file, err := os.OpenFile(c.cfg.Dir+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("open lock: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	taken := func() bool { return disk.Lock(file) == nil }
	if !poll(ctx, taken) {
		return errors.Join(fmt.Errorf("%s is in use by another automacao: stop it, or choose another AUTOMACAO_DATA", c.cfg.Dir), file.Close())
	}
	c.lock = file
	return nil
}

// writtenBy returns the major version that wrote a data directory; 0 if there is none yet. It
// refuses a folder that holds something else and leaves it alone.
func writtenBy(dir string) (major int, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read data directory: %w", err)
	}
	content, errVersion := os.ReadFile(filepath.Join(dir, "PG_VERSION"))
	_, errControl := os.Stat(filepath.Join(dir, "global", "pg_control"))
	major, errNumber := strconv.Atoi(string(bytes.TrimSpace(content)))
	if errors.Join(errVersion, errControl, errNumber) != nil {
		return 0, fmt.Errorf("%s is not empty and holds no complete database: move it away, or choose another AUTOMACAO_DATA", dir)
	}
	return major, nil
}

// initialise creates the data directory under a temporary name and renames it when it is complete,
// so that an incomplete one is never taken for a database.
func (c *Cluster) initialise(ctx context.Context) error {
	draft := c.cfg.Dir + ".new"
	if err := c.clearLeftovers(ctx, draft); err != nil {
		return err
	}
	// Code point order is the same everywhere, so indexes survive a system upgrade. A query that
	// needs Portuguese order names the collation itself.
	err := c.initdb(ctx, draft, "C.UTF-8")
	if err != nil && strings.Contains(err.Error(), "invalid locale name") {
		err = c.initdb(ctx, draft, "C")
	}
	if err != nil {
		return err
	}
	if err := c.writeOut(draft); err != nil {
		return err
	}
	if err := os.Remove(c.cfg.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replace empty data directory: %w", err)
	}
	if err := os.Rename(draft, c.cfg.Dir); err != nil {
		return fmt.Errorf("move data directory to its place: %w", err)
	}
	return syncFolder(filepath.Dir(c.cfg.Dir))
}

func (c *Cluster) initdb(ctx context.Context, dir, locale string) error {
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("remove half-made data directory: %w", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("make data directory: %w", err)
	}
	if err := c.account.give(dir); err != nil {
		return err
	}
	arguments := []string{"--pgdata", dir, "--username", Superuser, "--auth-local", "trust", "--auth-host", "reject",
		"--encoding", "UTF8", "--locale", locale, "--lc-messages", "C", "--data-checksums", "--no-sync"}
	command := c.command("initdb", arguments...)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	// server.run says why the thread is locked.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := command.Start(); err != nil {
		return fmt.Errorf("start initdb: %w", err)
	}
	cancel := context.AfterFunc(ctx, func() { _ = command.Process.Signal(syscall.SIGTERM) })
	defer cancel()
	if err := command.Wait(); err != nil {
		return fmt.Errorf("initdb: %w: %s", errors.Join(err, ctx.Err()), lastLines(said.String()))
	}
	return nil
}

// writeOut makes the new directory survive a power cut. It syncs the whole disk once, which takes a
// fiftieth of the time of initdb's own sync of each file.
func (c *Cluster) writeOut(dir string) error {
	if c.cfg.Throwaway {
		return nil
	}
	folder, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	if err := errors.Join(syncDisk(folder), folder.Close()); err != nil {
		return fmt.Errorf("write out data directory: %w", err)
	}
	return nil
}

// syncFolder makes a rename inside the folder survive a power cut.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// socketFolder is next to the data directory. If that path is too long for a socket, or contains a
// comma, which separates hosts in a client's URL, it is in /tmp under a name derived from the path,
// so that the next start finds it again.
func socketFolder(dir string) string {
	folder := dir + ".socket"
	if len(socketFile(folder)) > socketPathMax || strings.Contains(folder, ",") {
		return filepath.Join("/tmp", fmt.Sprintf("automacao-%x", sha256.Sum256([]byte(dir)))[:26])
	}
	return folder
}

func socketFile(folder string) string { return filepath.Join(folder, ".s.PGSQL."+port) }

func (c *Cluster) makeSocketFolder() error {
	c.socket = socketFolder(c.cfg.Dir)
	// Removing the folder and then requiring Mkdir to create it keeps out a folder that another
	// user prepared under this name.
	if err := os.RemoveAll(c.socket); err != nil {
		return fmt.Errorf("remove old socket folder: %w", err)
	}
	if err := os.Mkdir(c.socket, 0o700); err != nil {
		return fmt.Errorf("make socket folder: %w", err)
	}
	return c.account.give(c.socket)
}
