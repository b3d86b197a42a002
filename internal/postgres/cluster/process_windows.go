package cluster

import (
	"errors"
	"os"
	"syscall"
)

// RunsHere refuses: a socket of one's own, ending with the parent and a clean
// stop by signal are what a private cluster rests on, and Windows has none of them.
func RunsHere() error {
	return errors.New("there is no private database on Windows: set DATABASE_URL to a PostgreSQL 15 or newer, or run automacao under WSL or in a container")
}

// What follows is never asked for, as nothing starts.

func ownerOf(os.FileInfo) (uid, gid uint32) { return 0, 0 }

func (a *account) processes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

func endWithParent(*syscall.SysProcAttr, bool) {}

func syncDisk(*os.File) error { return errors.ErrUnsupported }

func usersOf(string) []int { return nil }

func tell(int, syscall.Signal) error { return errors.ErrUnsupported }
