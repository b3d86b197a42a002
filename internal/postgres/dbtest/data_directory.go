package dbtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

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
		return copyFolder(ctx, kept, config.Dir)
	}
	if err := migrate(ctx, config); err != nil {
		return err
	}
	others, err := filepath.Glob(filepath.Join(shelf, "*-*"))
	if err != nil {
		return err
	}
	for _, other := range others {
		if err := os.RemoveAll(other); err != nil {
			return fmt.Errorf("remove an older database of tests: %w", err)
		}
	}
	// Rename the copy only when it is complete, so that a killed program leaves no partial one.
	draft := filepath.Join(shelf, "draft-"+name)
	if err := copyFolder(ctx, config.Dir, draft); err != nil {
		return err
	}
	return os.Rename(draft, kept)
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
// and every file of the migrations.
func sources() (all []string, err error) {
	_, file, _, _ := runtime.Caller(0)
	here := filepath.Dir(file)
	for _, pattern := range []string{"*.go", "../*.go", "../cluster/*.go"} {
		paths, err := filepath.Glob(filepath.Join(here, pattern))
		if err != nil || len(paths) == 0 {
			return nil, errors.Join(err, fmt.Errorf("%s of %s are not there", pattern, here))
		}
		all = append(all, paths...)
	}
	err = filepath.WalkDir(filepath.Join(here, "../migrations"), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, path)
		}
		return err
	})
	return all, err
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

// copyFolder copies a data directory with its owner and modes.
func copyFolder(ctx context.Context, from, into string) error {
	if said, err := exec.CommandContext(ctx, "cp", "-a", from, into).CombinedOutput(); err != nil {
		return fmt.Errorf("copy the database of tests: %w: %s", err, said)
	}
	return nil
}
