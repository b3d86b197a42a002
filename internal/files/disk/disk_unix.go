//go:build unix

package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// MovesOpenFiles says whether a file can be renamed while it is open.
const MovesOpenFiles = true

// FreeBytes returns the space that an unprivileged user has on a folder's disk.
func FreeBytes(dir string) (uint64, error) {
	var found unix.Statfs_t
	if err := unix.Statfs(dir, &found); err != nil {
		return 0, err
	}
	return uint64(found.Bavail) * uint64(found.Bsize), nil //nolint:gosec,unconvert // a block has a size; systems differ in the type
}

// Lock locks the file for this process alone, or fails at once. The operating system releases the
// lock when the file is closed, also when the process ends.
func Lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// LockShared locks the file together with other readers. It fails at once if another process holds
// it alone.
func LockShared(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_SH|unix.LOCK_NB) }
