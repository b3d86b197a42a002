package disk

import (
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// MovesOpenFiles says whether a file can be renamed while it is open.
const MovesOpenFiles = false

// FreeBytes is the room that this user has at a folder.
func FreeBytes(dir string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
}

// Lock takes the file for this process alone, or fails at once. The system lets
// go of it when the file is closed, also by the process's end.
func Lock(file *os.File) error { return lock(file, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// LockShared fails at once where somebody else holds the file alone.
func LockShared(file *os.File) error { return lock(file, 0) }

// lock takes the last byte that a file could have: a lock keeps others from
// reading what it covers.
func lock(file *os.File, kind uint32) error {
	at := windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxInt32}
	return windows.LockFileEx(windows.Handle(file.Fd()), kind|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
}
