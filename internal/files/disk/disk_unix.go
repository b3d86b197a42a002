//go:build unix

package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// MovesOpenFiles says whether a file can be renamed while it is open.
const MovesOpenFiles = true

// FreeBytes is the room that an unprivileged user has at a folder.
func FreeBytes(dir string) (uint64, error) {
	var found unix.Statfs_t
	if err := unix.Statfs(dir, &found); err != nil {
		return 0, err
	}
	return uint64(found.Bavail) * uint64(found.Bsize), nil //nolint:gosec,unconvert // a block has a size; systems differ in the type
}

// Lock takes the file for this process alone, or fails at once. The system lets
// go of it when the file is closed, also by the process's end.
func Lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// LockShared fails at once where somebody else holds the file alone.
func LockShared(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB) }
