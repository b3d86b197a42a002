package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// WriteOut makes what was written to the file survive a power cut, except its timestamps.
func WriteOut(file *os.File) error { return unix.Fdatasync(int(file.Fd())) }
