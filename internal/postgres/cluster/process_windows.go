package cluster

import (
	"errors"
	"os"
	"syscall"
)

// RunsHere always returns an error: a private cluster needs a private Unix socket, a child that
// ends with its parent and a clean stop by signal, and Windows has none of them.
func RunsHere() error {
	return errors.New("there is no private database on Windows: set DATABASE_URL to a PostgreSQL 15 or newer, or run automacao under WSL or in a container")
}

// The rest only satisfies the compiler, because no server ever starts.

func ownerOf(os.FileInfo) (uid, gid uint32) { return 0, 0 }

func (a *account) processes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

func endWithParent(*syscall.SysProcAttr, bool) {}

func syncDisk(*os.File) error { return errors.ErrUnsupported }

func usersOf(string) []int { return nil }

func tell(int, syscall.Signal) error { return errors.ErrUnsupported }
