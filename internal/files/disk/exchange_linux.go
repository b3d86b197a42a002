package disk

import "golang.org/x/sys/unix"

// Exchange has two files or folders change their places, at once.
func Exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
