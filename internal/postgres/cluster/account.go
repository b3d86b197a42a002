package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
)

// account is the unprivileged user that PostgreSQL runs as when the program runs as root, because
// PostgreSQL refuses to run as root. If nil, it runs as the program's user.
type account struct {
	name     string
	uid, gid uint32
}

// findAccount returns the owner of an existing data directory, because PostgreSQL serves only its
// own user's directory, else the system user postgres, else nobody.
func findAccount(dir string) (*account, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	if info, err := os.Stat(dir); err == nil {
		if uid, gid := ownerOf(info); uid != 0 {
			return &account{name: "number " + strconv.Itoa(int(uid)), uid: uid, gid: gid}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.ParseUint(found.Uid, 10, 32)
		gid, errGID := strconv.ParseUint(found.Gid, 10, 32)
		if errUID == nil && errGID == nil {
			return &account{name: name, uid: uint32(uid), gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("PostgreSQL does not run as root and there is no user postgres or nobody: start the server as another user")
}

// give changes the owner of a file or folder to the account.
func (a *account) give(path string) error {
	if a == nil {
		return nil
	}
	if err := os.Chown(path, int(a.uid), int(a.gid)); err != nil {
		return fmt.Errorf("give %s to user %s: %w", path, a.name, err)
	}
	return nil
}

// checkReaches refuses a folder that the account cannot reach, and names the folder to open up.
// Setting is the name of the setting that moves the folder elsewhere.
func (a *account) checkReaches(folder, setting string) error {
	if a == nil {
		return nil
	}
	for ; ; folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		if err != nil {
			return fmt.Errorf("check folder: %w", err)
		}
		if !a.enters(info) {
			return fmt.Errorf("PostgreSQL runs as user %s, who cannot enter %s: run chmod o+x %s, or choose another %s",
				a.name, folder, folder, setting)
		}
		if folder == filepath.Dir(folder) {
			return nil
		}
	}
}

func (a *account) enters(info os.FileInfo) bool {
	mode := info.Mode().Perm()
	switch uid, gid := ownerOf(info); {
	case uid == a.uid:
		return mode&0o100 != 0
	case gid == a.gid:
		return mode&0o010 != 0
	default:
		return mode&0o001 != 0
	}
}

// command prepares a server program that runs as the account and ends with its parent. The program
// does not inherit our environment, which holds secrets and may hold PGDATA and the like. It also
// gets none of the terminal's signals: on Ctrl-C we must end it only after the last request.
func (c *Cluster) command(program string, arguments ...string) *exec.Cmd {
	command := exec.Command(filepath.Join(c.bin, program), arguments...)
	command.Dir = "/"
	command.Env = []string{"PATH=" + c.bin + ":/usr/bin:/bin", "LC_ALL=C", "TZ=UTC"}
	command.SysProcAttr = c.account.processes()
	endWithParent(command.SysProcAttr, c.cfg.Throwaway)
	return command
}
