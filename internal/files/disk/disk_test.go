package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"automacao/internal/files/disk"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func open(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func TestALockedFileIsNobodyElses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	mine, other := open(t, path), open(t, path)
	if err := disk.Lock(mine); err != nil {
		t.Fatal(err)
	}
	if disk.Lock(other) == nil || disk.LockShared(other) == nil {
		t.Error("another process gets the lock, too")
	}
	if _, err := mine.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteOut(mine); err != nil {
		t.Error(err)
	}
	if read, err := os.ReadFile(path); err != nil || string(read) != "text" {
		t.Errorf("another process reads %q, %v", read, err)
	}
	if err := mine.Close(); err != nil {
		t.Fatal(err)
	}
	third := open(t, path)
	if disk.LockShared(other) != nil || disk.LockShared(third) != nil || disk.Lock(third) == nil {
		t.Error("after it is closed, two cannot share it or one still gets it alone")
	}
}

func TestThereIsRoom(t *testing.T) {
	t.Parallel()
	if free, err := disk.FreeBytes(t.TempDir()); err != nil || free == 0 {
		t.Errorf("%d bytes, %v", free, err)
	}
	if _, err := disk.FreeBytes(filepath.Join(t.TempDir(), "nothing")); !os.IsNotExist(err) {
		t.Errorf("a folder that does not exist: %v", err)
	}
}
