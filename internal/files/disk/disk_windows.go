package disk

import (
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// MovesOpenFiles says whether a file can be renamed while it is open.
const MovesOpenFiles = false

// FreeBytes returns the space that this user has on a folder's disk.
func FreeBytes(dir string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
}

// Lock locks the file for this process alone, or fails at once. The operating system releases the
// lock when the file is closed, also when the process ends.
func Lock(file *os.File) error { return lock(file, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// LockShared locks the file together with other readers. It fails at once if another process holds
// it alone.
func LockShared(file *os.File) error { return lock(file, 0) }

// lock locks the last byte that a file could have, because on Windows a lock keeps others from
// reading the bytes it covers.
func lock(file *os.File, kind uint32) error {
	at := windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	return windows.LockFileEx(windows.Handle(file.Fd()), kind|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
}
