//go:build unix && !linux

package cluster

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// syncDisk writes all pending data of all disks.
func syncDisk(*os.File) error {
	syscall.Sync()
	return nil
}

// endWithParent does nothing: only Linux can end a child with its parent. On other systems the next
// start stops the orphan.
func endWithParent(*syscall.SysProcAttr, bool) {}

// usersOf lists the server that the directory's pid file names, if it is alive.
func usersOf(dir string) []int {
	pid := readPidFile(dir).pid
	if pid == 0 {
		return nil
	}
	line, err := exec.Command("ps", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil || !strings.Contains(string(line), dir) {
		return nil
	}
	return []int{pid}
}
