//go:build !linux

package disk

import "os"

// WriteOut makes what was written to the file survive a power cut.
func WriteOut(file *os.File) error { return file.Sync() }

// Exchange swaps two files or folders in several steps. If the process dies in between, the first
// is left beside its place with .exchanged after its name.
func Exchange(a, b string) error {
	aside := a + ".exchanged"
	if err := os.Rename(a, aside); err != nil {
		return err
	}
	if err := os.Rename(b, a); err != nil {
		return err
	}
	return os.Rename(aside, b)
}
