package cluster

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// syncDisk writes all pending data of the file's disk.
func syncDisk(file *os.File) error { return unix.Syncfs(int(file.Fd())) }

// endWithParent makes the system stop the program when the thread that started it ends: with a
// clean shutdown, or at once if nothing is worth keeping.
func endWithParent(attributes *syscall.SysProcAttr, atOnce bool) {
	attributes.Pdeathsig = syscall.SIGINT
	if atOnce {
		attributes.Pdeathsig = syscall.SIGQUIT
	}
}

// usersOf lists the server processes whose working directory is the data directory. All of
// PostgreSQL's processes work there, whatever the pid file says.
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
		// A shell may have the same working directory.
		if name, _ := os.ReadFile(filepath.Join(process, "comm")); string(name) == "postgres\n" {
			pid, _ := strconv.Atoi(filepath.Base(process))
			users = append(users, pid)
		}
	}
	return users
}
