package dbtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"automacao/internal/files/disk"
	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

// startTimeout bounds starting the cluster and migrating the template, which several programs may
// wait for.
const startTimeout = 3 * time.Minute

// Template databases with and without the market.
const (
	template      = "template_migrated"
	templateAlone = "template_alone"
)

// start starts one cluster for all tests of a program. A package is not told when its program ends,
// so the system stops the server then and the janitor removes its files.
var start = sync.OnceValues(func() (*cluster.Cluster, error) {
	folder, err := os.MkdirTemp(place(), "automacao-test-")
	if err != nil {
		return nil, err
	}
	if err := hireJanitor(folder); err != nil {
		return nil, err
	}
	// PostgreSQL may run as another user than we do.
	if err := os.Chmod(folder, 0o711); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	config := cluster.Config{
		Dir: filepath.Join(folder, "d"), Throwaway: true, Log: slog.New(slog.DiscardHandler),
		// A zone whose offset is not a whole hour exposes code that confuses time zones.
		Settings: map[string]string{"timezone": "Asia/Kathmandu", "autovacuum": "off"},
	}
	if err := layOut(ctx, config); err != nil {
		return nil, err
	}
	return cluster.Start(ctx, config)
})

// place is the folder of the servers' files: in memory if there is enough, because every test
// clones a database, else the folder for temporary files.
func place() string {
	const memory, enough = "/dev/shm", 8 << 30
	if free, err := disk.FreeBytes(memory); err != nil || free < enough || os.Getenv("TMPDIR") != "" {
		return os.TempDir()
	}
	return memory
}

// janitor removes a folder when its standard input ends. The system closes that pipe when the test
// program is gone, however it ended. It retries, because a server that is still stopping may write.
const janitor = `cat; for try in 1 2 3 4 5; do rm -rf "$1" && exit; sleep 1; done`

// hireJanitor keeps the pipe open for as long as this program lives.
func hireJanitor(folder string) error {
	command := exec.Command("sh", "-c", janitor, "sh", folder)
	command.Dir = "/"
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	alive, err := command.StdinPipe()
	if err != nil {
		return fmt.Errorf("open the janitor's pipe: %w", err)
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("hire the janitor: %w", err)
	}
	pipes = append(pipes, alive)
	return nil
}

// pipes keeps the janitor's pipe from being garbage-collected and thereby closed.
var pipes []io.Closer

// layOut creates a data directory that contains the migrated template. The first program that needs
// one stores a copy in the user's cache. Other programs with the same migrations and PostgreSQL
// start from that copy, because migrating takes seconds each time.
func layOut(ctx context.Context, config cluster.Config) (err error) {
	shelf, err := shelf()
	if err != nil {
		return err
	}
	name, err := fingerprint()
	if err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(shelf, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("keep a database for tests: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return fmt.Errorf("wait for the kept database of tests: %w", err)
	}
	kept := filepath.Join(shelf, name)
	if _, err := os.Stat(kept); err == nil {
		return CopyFolder(ctx, kept, config.Dir)
	}
	if err := migrate(ctx, config); err != nil {
		return err
	}
	if err := prune(shelf); err != nil {
		return err
	}
	// Rename the copy only when it is complete, so that a killed program leaves no partial one.
	draft := filepath.Join(shelf, "draft-"+name)
	if err := CopyFolder(ctx, config.Dir, draft); err != nil {
		return err
	}
	return os.Rename(draft, kept)
}

// keptMax is how many older copies stay beside a new one: worktrees of one machine each need their own.
const keptMax = 3

// prune removes all but the newest copies, and unfinished ones.
func prune(shelf string) error {
	copies, err := filepath.Glob(filepath.Join(shelf, "migrated-*"))
	if err != nil {
		return err
	}
	drafts, err := filepath.Glob(filepath.Join(shelf, "draft-*"))
	if err != nil {
		return err
	}
	made := func(path string) time.Time {
		info, err := os.Stat(path)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortFunc(copies, func(a, b string) int { return made(b).Compare(made(a)) })
	for _, path := range append(drafts, copies[min(keptMax, len(copies)):]...) {
		if err := os.RemoveAll(path); err != nil {
			return fmt.Errorf("remove an older database of tests: %w", err)
		}
	}
	return nil
}

// shelf returns the cache folder of the copies. The files in a copy belong to the user that
// PostgreSQL runs as.
func shelf() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find a folder to keep a database for tests in: %w", err)
	}
	folder := filepath.Join(cache, "automacao", "tests")
	return folder, os.MkdirAll(folder, 0o700)
}

// fingerprint identifies what a copy was made from: the PostgreSQL programs and the sources that
// create the template.
func fingerprint() (string, error) {
	bin, err := cluster.FindServer()
	if err != nil {
		return "", err
	}
	version, err := exec.Command(filepath.Join(bin, "postgres"), "--version").Output()
	if err != nil {
		return "", fmt.Errorf("ask PostgreSQL for its version: %w", err)
	}
	sources, err := sources()
	if err != nil {
		return "", err
	}
	digest := sha256.New()
	_, _ = fmt.Fprintf(digest, "%s %s", bin, version)
	for _, path := range sources {
		content, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("read what makes the database of tests: %w", err)
		}
		_, _ = fmt.Fprintf(digest, "\n%s %d\n%s", filepath.Base(path), len(content), content)
	}
	return "migrated-" + hex.EncodeToString(digest.Sum(nil))[:16], nil
}

// sources lists the files that create the template: this package, package postgres, the cluster,
// and every file of the migrations, without tests.
func sources() (all []string, err error) {
	root, err := module()
	if err != nil {
		return nil, err
	}
	here := filepath.Join(root, "internal/postgres/dbtest")
	for _, pattern := range []string{"*.go", "../*.go", "../cluster/*.go"} {
		paths, err := filepath.Glob(filepath.Join(here, pattern))
		if err != nil || len(paths) == 0 {
			return nil, errors.Join(err, fmt.Errorf("%s of %s are not there", pattern, here))
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, "_test.go") {
				all = append(all, path)
			}
		}
	}
	err = filepath.WalkDir(filepath.Join(here, "../migrations"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.HasSuffix(path, "_test.go") {
			all = append(all, path)
		}
		return err
	})
	return all, err
}

// module returns the folder of go.mod, above the package whose tests run. The program does not know
// where it was compiled.
func module() (string, error) {
	folder, err := os.Getwd()
	for ; err == nil; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		if folder == filepath.Dir(folder) {
			break
		}
	}
	return "", errors.Join(err, errors.New("no go.mod is above the working directory"))
}

// migrate creates the data directory with its template, and stops the server.
func migrate(ctx context.Context, config cluster.Config) error {
	started, err := cluster.Start(ctx, config)
	if err != nil {
		return err
	}
	err = execute(started.URL("postgres", cluster.Superuser), "CREATE DATABASE "+template)
	if err == nil {
		err = postgres.Migrate(ctx, started.URL(template, cluster.Superuser), config.Log)
	}
	if err == nil {
		// A throwaway server stops at once and writes commits after it confirms them, so without a
		// checkpoint the copy would lack the last migrations.
		err = execute(started.URL("postgres", cluster.Superuser), "CHECKPOINT")
	}
	return errors.Join(err, started.Stop(ctx))
}

// CopyFolder copies a data directory with its owner and modes.
func CopyFolder(ctx context.Context, from, into string) error {
	if said, err := exec.CommandContext(ctx, "cp", "-a", from, into).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the database of tests: %w: %s", err, said)
	}
	return nil
}
