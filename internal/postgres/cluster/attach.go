package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"automacao/internal/files/disk"
)

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
