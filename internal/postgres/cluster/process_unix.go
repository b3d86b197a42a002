//go:build unix

package cluster

import (
	"os"
	"syscall"
)

// RunsHere returns an error if a private cluster cannot run on this system.
func RunsHere() error { return nil }

func ownerOf(info os.FileInfo) (uid, gid uint32) {
	owner, isOwned := info.Sys().(*syscall.Stat_t)
	if !isOwned {
		return 0, 0
	}
	return owner.Uid, owner.Gid
}

// processes makes programs run as the account, in their own process group.
func (a *account) processes() *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setpgid: true}
	if a != nil {
		attributes.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return attributes
}

// tell sends a signal to a process; signal 0 only checks that the process exists.
func tell(pid int, what syscall.Signal) error { return syscall.Kill(pid, what) }
