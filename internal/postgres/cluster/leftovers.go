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
)

// pollEvery is how often a starting or stopping server is looked at.
const pollEvery = 5 * time.Millisecond

// orphanPatience is how long an orphan may take to shut down cleanly.
const orphanPatience = 5 * time.Second

// poll asks until the answer is yes or ctx ends; PostgreSQL offers nothing to
// wait on.
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

// clearLeftovers waits until no server process uses the directory any more,
// stopping an orphan whose supervisor was killed, and removes a pid file that
// would keep the next server from starting. No living supervisor is behind
// those processes: it would hold the directory's lock.
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

// askToLeave sends the signal where it means a shutdown of the whole server,
// which is its first process; the others end by themselves without it.
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

// removeStalePidFile removes a file that is empty, or whose process number
// belongs to a process that is no server of ours: PostgreSQL would take both
// for a running server. One that names a dead process is left to PostgreSQL,
// which also checks that its shared memory is gone.
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

// pidFile is what a server says of itself in postmaster.pid.
type pidFile struct {
	pid   int
	ready bool
}

// statusLine is where PostgreSQL writes its state (miscadmin.h,
// LOCK_FILE_LINE_PM_STATUS), counted from 0.
const statusLine = 7

// readPidFile returns zeros where there is no file or no sense in it.
func readPidFile(dir string) pidFile {
	content, _ := os.ReadFile(filepath.Join(dir, "postmaster.pid"))
	lines := strings.Split(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(lines[0]))
	if err != nil || pid <= 0 {
		return pidFile{}
	}
	return pidFile{pid: pid, ready: len(lines) > statusLine && strings.TrimSpace(lines[statusLine]) == "ready"}
}
