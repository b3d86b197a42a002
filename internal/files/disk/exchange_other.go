//go:build !linux

package disk

import "os"

// Exchange has two files or folders change their places, one after the other: where
// the program dies in between, the first lies beside its place with .exchanged after its name.
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
