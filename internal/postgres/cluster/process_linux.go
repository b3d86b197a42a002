package cluster

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// syncDisk writes out everything on the disk that holds the file.
func syncDisk(file *os.File) error { return unix.Syncfs(int(file.Fd())) }

// endWithParent has the system end the program when the thread that started
// it ends: cleanly, or at once where nothing is worth keeping.
func endWithParent(attributes *syscall.SysProcAttr, atOnce bool) {
	attributes.Pdeathsig = syscall.SIGINT
	if atOnce {
		attributes.Pdeathsig = syscall.SIGQUIT
	}
}

// usersOf lists the servers' processes that work in the data directory, as all
// of PostgreSQL's do, whatever the pid file says.
func usersOf(dir string) []int {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	links, _ := filepath.Glob("/proc/[0-9]*/cwd")
	var users []int
	for _, link := range links {
		process := filepath.Dir(link)
		if target, err := os.Readlink(link); err != nil || target != dir {
			continue
		}
		// Somebody's shell may stand in the folder as well.
		if name, _ := os.ReadFile(filepath.Join(process, "comm")); string(name) == "postgres\n" {
			pid, _ := strconv.Atoi(filepath.Base(process))
			users = append(users, pid)
		}
	}
	return users
}
