package cluster

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"automacao/internal/files/disk"
)

// Unpack creates a data directory from a base backup, the tar archive that the server sends, and a
// folder next to it for AddWAL. It returns the size of the data in bytes.
func Unpack(dir string, base io.Reader) (bytes int64, err error) {
	return unpack(dir, base, dir, recoveredWAL(dir))
}

// UnpackWhole is Unpack for a base backup that includes the WAL it needs.
func UnpackWhole(dir string, base io.Reader) (bytes int64, err error) { return unpack(dir, base, dir) }

func unpack(dir string, base io.Reader, folders ...string) (bytes int64, err error) {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return 0, fmt.Errorf("make a folder for the database: %w", err)
	}
	owner, err := findAccount(dir)
	if err != nil {
		return 0, err
	}
	for _, folder := range folders {
		if err := errors.Join(os.Mkdir(folder, 0o700), owner.give(folder)); err != nil {
			return 0, fmt.Errorf("make a folder for the database: %w", err)
		}
	}
	archive := tar.NewReader(base)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return bytes, nil
		}
		if err != nil {
			return bytes, fmt.Errorf("read the base backup: %w", err)
		}
		if err := unpackOne(dir, owner, header, archive); err != nil {
			return bytes, err
		}
		bytes += header.Size
	}
}

func unpackOne(dir string, owner *account, header *tar.Header, content io.Reader) error {
	name := filepath.Clean(header.Name)
	if name == "." {
		return nil
	}
	if !filepath.IsLocal(name) {
		return fmt.Errorf("the base backup holds a file outside its folder: %q", header.Name)
	}
	path := filepath.Join(dir, name)
	var err error
	switch header.Typeflag {
	case tar.TypeDir:
		err = os.MkdirAll(path, 0o700)
	case tar.TypeReg:
		err = writeFile(path, content)
	default:
		return fmt.Errorf("the base backup holds %q, which is no file and no folder", header.Name)
	}
	if err != nil {
		return fmt.Errorf("unpack the base backup: %w", err)
	}
	return owner.give(path)
}

func writeFile(path string, content io.Reader) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return errors.Join(err, file.Close())
}

func recoveredWAL(dir string) string { return dir + ".recover" }

// AddWAL puts a WAL file where the recovery of an unpacked directory finds it. Zero blocks, which
// are most of a file if little was written, become holes and take no disk space.
func AddWAL(dir, name string, content io.Reader) (err error) {
	owner, err := findAccount(dir)
	if err != nil {
		return err
	}
	path := filepath.Join(recoveredWAL(dir), filepath.Base(name))
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("put WAL in its place: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var size int64
	block := make([]byte, 8<<10)
	for {
		n, failed := io.ReadFull(content, block)
		if strings.Trim(string(block[:n]), "\x00") != "" {
			if _, err := file.WriteAt(block[:n], size); err != nil {
				return fmt.Errorf("put WAL in its place: %w", err)
			}
		}
		size += int64(n)
		if errors.Is(failed, io.EOF) || errors.Is(failed, io.ErrUnexpectedEOF) {
			return errors.Join(file.Truncate(size), owner.give(path))
		}
		if failed != nil {
			return fmt.Errorf("read WAL: %w", failed)
		}
	}
}

// ErrWALEnds says that the archive ends before the requested moment.
var ErrWALEnds = errors.New("the archive of WAL ends before that moment")

// Recover restores an unpacked directory to a moment: it then holds what was committed by that
// moment, and nothing later. From then on it is a database of its own.
func Recover(ctx context.Context, cfg Config, at time.Time) error {
	signal := filepath.Join(cfg.Dir, "recovery.signal")
	owner, err := findAccount(cfg.Dir)
	if err == nil {
		err = os.WriteFile(signal, nil, 0o600)
	}
	if err == nil {
		err = owner.give(signal)
	}
	if err != nil {
		return fmt.Errorf("prepare the recovery: %w", err)
	}
	folder := "'" + strings.ReplaceAll(strings.ReplaceAll(recoveredWAL(cfg.Dir), "'", `'\''`), "%", "%%") + "'"
	settings := map[string]string{
		"restore_command": "cp " + folder + `/%f "%p"`, "recovery_target_time": at.UTC().Format("2006-01-02 15:04:05.999999+00"),
		// No client reads before recovery ends, so the server accepts connections only then.
		"recovery_target_action": "promote", "recovery_target_timeline": "current", "hot_standby": "off",
	}
	for name, value := range cfg.Settings {
		settings[name] = value
	}
	cfg.Settings = settings
	recovered, err := Start(ctx, cfg)
	if err != nil {
		if strings.Contains(err.Error(), "recovery ended before configured recovery target was reached") {
			return ErrWALEnds
		}
		return fmt.Errorf("recover the database: %w", err)
	}
	return errors.Join(recovered.Stop(ctx), os.RemoveAll(recoveredWAL(cfg.Dir)))
}

// KeptDir returns where Replace keeps the data directory that it took out of use.
func KeptDir(dir string) string { return dir + ".kept" }

// FindNewer finds the programs of the newest major version above the one that wrote a data
// directory, in the wanted folder or among the installed ones. It returns both versions.
func FindNewer(wanted, dir string) (bin string, from, to int, err error) {
	if from, err = writtenBy(dir); err != nil {
		return "", 0, 0, err
	}
	if from == 0 {
		return "", 0, 0, fmt.Errorf("there is no database in %s", dir)
	}
	found := candidates()
	if wanted != "" {
		found = []string{wanted}
	}
	for _, folder := range found {
		if major := majorOf(folder); major > max(from, to) {
			bin, to = folder, major
		}
	}
	if bin == "" {
		return "", from, 0, fmt.Errorf("%s was written by PostgreSQL %d, and no newer one was found: install it, have scripts/fetch-postgres.sh fetch one, or name its folder in --to-bin", dir, from)
	}
	return bin, from, to, nil
}

// Replace moves a data directory created elsewhere to dir in one step, and keeps the previous one
// at KeptDir. Neither may have a running server, and none may start meanwhile.
func Replace(ctx context.Context, dir, with string) error {
	kept := KeptDir(dir)
	if _, err := os.Lstat(kept); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is still there: confirm the upgrade before it, or move it away", kept)
	}
	// First move it next to its destination, so that a single atomic step makes the change visible.
	if err := os.Rename(with, kept); err != nil {
		return fmt.Errorf("move the new data directory beside the old one: %w", err)
	}
	return Exchange(ctx, dir)
}

// Exchange puts the kept data directory back into use and keeps the current one instead.
func Exchange(ctx context.Context, dir string) (err error) {
	c := &Cluster{cfg: Config{Dir: dir}}
	if err := c.takeLock(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.lock.Close()) }()
	if _, err := os.Stat(filepath.Join(KeptDir(dir), "PG_VERSION")); err != nil {
		return fmt.Errorf("%s holds no database to change with", KeptDir(dir))
	}
	// The WAL of this directory does not continue what was archived from the other.
	if err := os.RemoveAll(archiveFolder(dir)); err != nil {
		return fmt.Errorf("end the archive of WAL: %w", err)
	}
	if err := disk.Exchange(dir, KeptDir(dir)); err != nil {
		return fmt.Errorf("exchange the data directories: %w", err)
	}
	return syncFolder(filepath.Dir(dir))
}
