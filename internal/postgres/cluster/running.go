package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"automacao/internal/files/disk"
)

// pollEvery is how often the state of a starting or stopping server is checked.
const pollEvery = 5 * time.Millisecond

// orphanPatience is how long an orphaned server may take to shut down cleanly.
const orphanPatience = 5 * time.Second

// poll checks a condition until it holds or ctx ends, because PostgreSQL offers no event to wait
// for.
func poll(ctx context.Context, settled func() bool) bool {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for !settled() {
		select {
		case <-ctx.Done():
			return false
		case <-ticker.C:
		}
	}
	return true
}

// clearLeftovers waits until no server process uses the directory any more. It stops an orphan
// whose supervisor was killed, and removes a pid file that would keep the next server from
// starting. Those processes have no living supervisor, because it would hold the directory's lock.
func (c *Cluster) clearLeftovers(ctx context.Context, dir string) error {
	if len(usersOf(dir)) > 0 {
		c.cfg.Log.Warn("a database server whose parent is gone still uses the data directory; stopping it", "dir", dir)
	}
	for _, ask := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		if c.askToLeave(ctx, dir, ask) {
			return removeStalePidFile(dir)
		}
	}
	return fmt.Errorf("process %v still uses %s: stop it first", usersOf(dir), dir)
}

// askToLeave sends the signal to the server's first process, where it shuts down the whole server;
// the other processes then end by themselves.
func (c *Cluster) askToLeave(ctx context.Context, dir string, ask syscall.Signal) bool {
	ctx, cancel := context.WithTimeout(ctx, orphanPatience)
	defer cancel()
	users := usersOf(dir)
	if main := readPidFile(dir).pid; slices.Contains(users, main) {
		users = []int{main}
	}
	if len(users) == 1 || ask == syscall.SIGQUIT {
		for _, pid := range users {
			_ = tell(pid, ask)
		}
	}
	return poll(ctx, func() bool { return len(usersOf(dir)) == 0 })
}

// removeStalePidFile removes a file that is empty or whose process id belongs to a process that is
// not our server: PostgreSQL would take either for a running server. A file that names a dead
// process is left to PostgreSQL, which also checks that the shared memory is gone.
func removeStalePidFile(dir string) error {
	pid := readPidFile(dir).pid
	if pid > 0 && errors.Is(tell(pid, 0), syscall.ESRCH) {
		return nil
	}
	err := os.Remove(filepath.Join(dir, "postmaster.pid"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove stale pid file: %w", err)
	}
	return nil
}

// pidFile is what a server writes in postmaster.pid.
type pidFile struct {
	pid   int
	ready bool
}

// statusLine is the line where PostgreSQL writes its state, counted from 0 (miscadmin.h,
// LOCK_FILE_LINE_PM_STATUS).
const statusLine = 7

// readPidFile returns zero values if the file is missing or cannot be parsed.
func readPidFile(dir string) pidFile {
	content, _ := os.ReadFile(filepath.Join(dir, "postmaster.pid"))
	lines := strings.Split(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 0 {
		return pidFile{}
	}
	return pidFile{pid: pid, ready: len(lines) > statusLine && strings.TrimSpace(lines[statusLine]) == "ready"}
}

// Beside is a cluster that another process supervises.
type Beside struct{ socket string }

// attachPatience bounds the wait for a server that is starting: its first start creates the data
// directory.
const attachPatience = 20 * time.Second

// Attach finds the cluster that another process supervises in a data directory and waits until it
// accepts connections. It returns nil if no process supervises one.
func Attach(ctx context.Context, dir string) (*Beside, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("resolve data directory: %w", err)
	}
	if supervised, err := isSupervised(dir); err != nil || !supervised {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, attachPatience)
	defer cancel()
	socket := socketFolder(dir)
	gone := false
	ready := poll(ctx, func() bool {
		supervised, err := isSupervised(dir)
		gone = err == nil && !supervised
		_, errSocket := os.Stat(socketFile(socket))
		return gone || readPidFile(dir).ready && errSocket == nil
	})
	switch {
	case gone:
		return nil, nil //nolint:nilnil // nobody supervises it any more
	case !ready:
		return nil, fmt.Errorf("the automacao that runs in %s has no database that answers yet: wait until it is ready", filepath.Dir(dir))
	}
	return &Beside{socket: socket}, nil
}

// URL returns the URL, through the cluster's socket, of a database for a role.
func (b *Beside) URL(database, role string) string { return socketURL(b.socket, database, role) }

// isSupervised reports whether another process holds the directory's lock. It creates nothing. It
// takes a shared lock, so that two processes that check at once do not mistake each other for a
// supervisor.
func isSupervised(dir string) (bool, error) {
	file, err := os.Open(dir + ".lock")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.Is(err, fs.ErrPermission):
		return false, fmt.Errorf("%s belongs to another user: run this as the one that the server runs as", filepath.Dir(dir))
	case err != nil:
		return false, fmt.Errorf("open lock: %w", err)
	}
	err = disk.LockShared(file)
	return err != nil, file.Close()
}

// Exists reports whether a data directory contains a cluster, running or not.
func Exists(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "PG_VERSION"))
	return err == nil || errors.Is(err, fs.ErrPermission)
}
