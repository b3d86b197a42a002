package dbtest

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"automacao/internal/files/disk"
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
