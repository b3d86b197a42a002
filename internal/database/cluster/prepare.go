package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// socketPathMax is the longest path a unix socket may have, in bytes.
const socketPathMax = 107

// runAs is the unprivileged user PostgreSQL runs as when the program is root,
// because PostgreSQL refuses to run as root. Nil: run as ourselves.
type runAs struct {
	name     string
	uid, gid uint32
}

func unprivileged() (*runAs, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		found, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.ParseUint(found.Uid, 10, 32)
		gid, errGID := strconv.ParseUint(found.Gid, 10, 32)
		if errUID == nil && errGID == nil {
			return &runAs{name: name, uid: uint32(uid), gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("PostgreSQL does not run as root and there is no user postgres or nobody: start the server as another user")
}

// give hands a file or folder to the user PostgreSQL runs as.
func (u *runAs) give(path string) error {
	if u == nil {
		return nil
	}
	return os.Chown(path, int(u.uid), int(u.gid))
}

// prepare leaves a complete data directory of our own version and a folder
// for the socket.
func (c *Cluster) prepare(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Dir(c.cfg.Dir), 0o755); err != nil {
		return fmt.Errorf("make data directory: %w", err)
	}
	if err := c.checkReachable(); err != nil {
		return err
	}
	if err := c.takeLock(); err != nil {
		return err
	}
	entries, err := os.ReadDir(c.cfg.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0:
		if err := c.initialise(ctx); err != nil {
			return err
		}
	case err != nil:
		return fmt.Errorf("read data directory: %w", err)
	}
	if err := c.checkMajor(); err != nil {
		return err
	}
	return c.makeSocketFolder()
}

// takeLock keeps a second supervisor off the data directory. The system lets
// go of it when this process ends, however it ends.
func (c *Cluster) takeLock() error {
	file, err := os.OpenFile(c.cfg.Dir+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("open lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return errors.Join(fmt.Errorf("%s is in use by another automacao: stop it, or choose another AUTOMACAO_DATA", c.cfg.Dir), file.Close())
	}
	c.lock = file
	return nil
}

// checkReachable refuses a data directory that the user PostgreSQL runs as
// cannot walk to, and names the folder to open.
func (c *Cluster) checkReachable() error {
	if c.user == nil {
		return nil
	}
	for folder := filepath.Dir(c.cfg.Dir); ; folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		if err != nil {
			return fmt.Errorf("check data directory: %w", err)
		}
		owner, _ := info.Sys().(*syscall.Stat_t)
		open := info.Mode().Perm()&0o001 != 0 ||
			owner != nil && owner.Uid == c.user.uid && info.Mode().Perm()&0o100 != 0
		if !open {
			return fmt.Errorf("PostgreSQL runs as user %s, who cannot enter %s: run chmod o+x %s, or choose another AUTOMACAO_DATA", c.user.name, folder, folder)
		}
		if folder == filepath.Dir(folder) {
			return nil
		}
	}
}

// initialise makes the data directory beside its place and moves it there
// when it is complete, so that a half-made one is never taken for a database.
func (c *Cluster) initialise(ctx context.Context) error {
	draft := c.cfg.Dir + ".new"
	if err := os.RemoveAll(draft); err != nil {
		return fmt.Errorf("remove half-made data directory: %w", err)
	}
	if err := os.Mkdir(draft, 0o700); err != nil {
		return fmt.Errorf("make data directory: %w", err)
	}
	if err := c.user.give(draft); err != nil {
		return fmt.Errorf("give data directory to %s: %w", c.user.name, err)
	}
	arguments := []string{"--pgdata", draft, "--username", Superuser, "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C.UTF-8", "--data-checksums"}
	if c.cfg.Throwaway {
		arguments = append(arguments, "--no-sync")
	}
	command := exec.CommandContext(ctx, filepath.Join(c.bin, "initdb"), arguments...)
	c.drop(command)
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, bytes.TrimSpace(said))
	}
	if err := os.Remove(c.cfg.Dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("replace empty data directory: %w", err)
	}
	return os.Rename(draft, c.cfg.Dir)
}

// makeSocketFolder keeps the socket beside the data, or in the system's
// folder for short-lived files when that path would be too long for a socket.
func (c *Cluster) makeSocketFolder() error {
	c.socket = c.cfg.Dir + ".socket"
	if len(filepath.Join(c.socket, ".s.PGSQL."+port)) > socketPathMax {
		short, err := os.MkdirTemp("", "automacao-pg-")
		if err != nil {
			return fmt.Errorf("make socket folder: %w", err)
		}
		c.socket = short
	}
	if err := os.MkdirAll(c.socket, 0o700); err != nil {
		return fmt.Errorf("make socket folder: %w", err)
	}
	return c.user.give(c.socket)
}

// drop makes a command run as the unprivileged user, in a folder he may enter.
func (c *Cluster) drop(command *exec.Cmd) {
	command.Dir = "/"
	command.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TZ=UTC")
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if c.user != nil {
		command.SysProcAttr.Credential = &syscall.Credential{Uid: c.user.uid, Gid: c.user.gid}
	}
}

func trimSpace(text []byte) []byte { return bytes.TrimSpace(text) }
