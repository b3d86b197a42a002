package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

// WriteOut makes what was written to the file outlast a power cut; its times need not.
func WriteOut(file *os.File) error { return unix.Fdatasync(int(file.Fd())) }
