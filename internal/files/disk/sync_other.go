//go:build !linux

package disk

import "os"

// WriteOut makes what was written to the file survive a power cut.
func WriteOut(file *os.File) error { return file.Sync() }
