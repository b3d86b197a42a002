package cluster_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/postgres/cluster"
)

// parentOf names the data directory that a copy of this test program serves until it is killed.
const parentOf = "CLUSTER_TEST_PARENT_OF"

func TestMain(m *testing.M) {
	if dir := os.Getenv(parentOf); dir != "" {
		serveUntilKilled(dir)
	}
	leaktest.Main(m)
}

func serveUntilKilled(dir string) {
	running, err := cluster.Start(context.Background(), cluster.Config{Dir: dir, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(running.PID(), running.URL("postgres", cluster.Superuser))
	select {}
}

// startParent runs a copy of this program, which logs into log, and returns it with the process id
// and the URL of its database server.
func startParent(t *testing.T, dir string, log io.Writer) (parent *exec.Cmd, serverPID int, url string) {
	t.Helper()
	parent = exec.Command(os.Args[0])
	parent.Stderr = log
	parent.Env = append(os.Environ(), parentOf+"="+dir)
	output, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = parent.Process.Kill() })
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	number, url, _ := strings.Cut(strings.TrimSpace(line), " ")
	serverPID, err = strconv.Atoi(number)
	if err != nil {
		t.Fatalf("the parent said %q", line)
	}
	return parent, serverPID, url
}

// folder returns a place for a data directory that any user may enter, unlike t.TempDir.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "automacao-cluster-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "data")
}

// stopped returns the data directory of a stopped server with one row.
func stopped(t *testing.T) (dir string) {
	t.Helper()
	dir = folder(t)
	first := start(t, cluster.Config{Dir: dir})
	run(t, first, `CREATE TABLE kept AS SELECT 'sim' AS answer`)
	stop(t, first)
	return dir
}

// copied returns a copy of a data directory, which takes less time than a new one.
func copied(t *testing.T, made string) (dir string) {
	t.Helper()
	dir = folder(t)
	if said, err := exec.Command("cp", "-a", made, dir).CombinedOutput(); err != nil {
		t.Fatalf("copy: %v: %s", err, said)
	}
	return dir
}

// patience bounds every wait. A passing test takes far less.
const patience = time.Minute

func start(t *testing.T, cfg cluster.Config) *cluster.Cluster {
	t.Helper()
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	running, err := cluster.Start(ctx, cfg)
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	t.Cleanup(func() { stop(t, running) })
	return running
}

// refused starts a cluster that must fail to start and returns the reason.
func refused(t *testing.T, cfg cluster.Config) string {
	t.Helper()
	cfg.Log = slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	running, err := cluster.Start(ctx, cfg)
	if err == nil {
		stop(t, running)
		t.Fatal("it started")
	}
	return err.Error()
}

func stop(t *testing.T, running *cluster.Cluster) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := running.Stop(ctx); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func connect(t *testing.T, running *cluster.Cluster) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), running.URL("postgres", cluster.Superuser))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func run(t *testing.T, running *cluster.Cluster, statement string) {
	t.Helper()
	if _, err := connect(t, running).Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func ask(t *testing.T, running *cluster.Cluster, query string) string {
	t.Helper()
	var answer string
	if err := connect(t, running).QueryRow(t.Context(), query).Scan(&answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// ear is a log handler that records messages and calls back on a certain one.
type ear struct {
	slog.Handler
	until string
	heard func()
}

func listenFor(message string, heard func()) (*slog.Logger, *safeBuilder) {
	text := &safeBuilder{}
	handler := slog.NewTextHandler(text, &slog.HandlerOptions{Level: slog.LevelDebug})
	return slog.New(&ear{Handler: handler, until: message, heard: heard}), text
}

func (e *ear) Handle(ctx context.Context, record slog.Record) error {
	if e.until != "" && strings.Contains(record.Message, e.until) {
		e.heard()
	}
	return e.Handler.Handle(ctx, record)
}

type safeBuilder struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *safeBuilder) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(line)
}

func (b *safeBuilder) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
