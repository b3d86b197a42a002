package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// WriteOut makes what was written to the file survive a power cut, except its timestamps.
func WriteOut(file *os.File) error { return unix.Fdatasync(int(file.Fd())) }

// Exchange swaps two files or folders atomically.
func Exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
