package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// server is one run of the postgres program.
type server struct {
	command *exec.Cmd
	exited  chan struct{}
	cause   error
}

func (s *server) pid() int { return s.command.Process.Pid }

// stop asks for a fast shutdown, and for an immediate one when ctx ends first.
func (s *server) stop(ctx context.Context) error {
	_ = s.command.Process.Signal(syscall.SIGINT)
	select {
	case <-s.exited:
		return nil
	case <-ctx.Done():
		_ = s.command.Process.Signal(syscall.SIGQUIT)
		<-s.exited
		return fmt.Errorf("stop database server: %w", ctx.Err())
	}
}

// launch starts the server and waits until it answers.
func (c *Cluster) launch(ctx context.Context) (*server, error) {
	if err := c.clearPidFile(ctx); err != nil {
		return nil, err
	}
	command := exec.Command(filepath.Join(c.bin, "postgres"), c.arguments()...)
	c.drop(command)
	output, input, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open log pipe: %w", err)
	}
	command.Stdout, command.Stderr = input, input
	s := &server{command: command, exited: make(chan struct{})}
	started := make(chan error, 1)
	go s.run(started)
	err = <-started
	_ = input.Close()
	if err != nil {
		_ = output.Close()
		return nil, fmt.Errorf("start database server: %w", err)
	}
	tail := &logTail{log: c.cfg.Log}
	go tail.follow(output)
	if err := c.awaitReady(ctx, s); err != nil {
		_ = s.command.Process.Signal(syscall.SIGQUIT)
		<-s.exited
		return nil, fmt.Errorf("%w; it last said: %s", err, tail.last())
	}
	return s, nil
}

// run holds on to one system thread for the server's whole life: the signal
// that ends the server with its parent is sent when the thread that started
// it ends, not when the process does.
func (s *server) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := s.command.Start(); err != nil {
		started <- err
		return
	}
	started <- nil
	s.cause = s.command.Wait()
	close(s.exited)
}

func (c *Cluster) arguments() []string {
	settings := map[string]string{
		"listen_addresses":                  "",
		"port":                              port,
		"unix_socket_directories":           c.socket,
		"unix_socket_permissions":           "0700",
		"max_connections":                   "200",
		"shared_buffers":                    "128MB",
		"fsync":                             "on",
		"synchronous_commit":                "on",
		"full_page_writes":                  "on",
		"data_sync_retry":                   "off",
		"timezone":                          "UTC",
		"log_timezone":                      "UTC",
		"log_line_prefix":                   "",
		"log_min_messages":                  "warning",
		"log_parameter_max_length":          "0",
		"log_parameter_max_length_on_error": "0",
		"log_min_error_statement":           "panic",
		"jit":                               "off",
	}
	if c.cfg.Throwaway {
		maps.Copy(settings, map[string]string{
			"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
			"max_connections": "400", "timezone": "Asia/Kathmandu",
		})
	}
	maps.Copy(settings, c.cfg.Settings)
	arguments := []string{"-D", c.cfg.Dir}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		arguments = append(arguments, "-c", name+"="+settings[name])
	}
	return arguments
}

// pollEvery is how often a starting or stopping server is looked at.
const pollEvery = 5 * time.Millisecond

// awaitReady waits until our own child, and not an orphan on the same socket,
// answers a query.
func (c *Cluster) awaitReady(ctx context.Context, s *server) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for {
		if pid, _ := c.pidFile(); pid == s.pid() && c.answers(ctx) == nil {
			return nil
		}
		select {
		case <-s.exited:
			return fmt.Errorf("database server exited while starting: %w", errors.Join(s.cause, errExited))
		case <-ctx.Done():
			return fmt.Errorf("wait for database server: %w", ctx.Err())
		case <-ticker.C:
		}
	}
}

var errExited = errors.New("exited")

func (c *Cluster) answers(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres", Superuser))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// pidFile returns the process number the data directory says serves it;
// fs.ErrNotExist where no file is.
func (c *Cluster) pidFile() (int, error) {
	content, err := os.ReadFile(filepath.Join(c.cfg.Dir, "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return 0, fmt.Errorf("read postmaster.pid: %w", err)
	}
	return pid, nil
}

// clearPidFile waits for an orphan of a killed server to end, and removes a
// file that names no server of this directory: an empty one, or one whose
// process number now belongs to somebody else.
func (c *Cluster) clearPidFile(ctx context.Context) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	asked := false
	for {
		pid, err := c.pidFile()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !c.serves(pid) {
			return os.Remove(filepath.Join(c.cfg.Dir, "postmaster.pid"))
		}
		if !asked {
			asked = true
			c.cfg.Log.Warn("a database server is still running on the data directory; stopping it", "pid", pid)
			_ = syscall.Kill(pid, syscall.SIGINT)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("process %d still uses %s: stop it first", pid, c.cfg.Dir)
		case <-ticker.C:
		}
	}
}

// serves reports whether a live process is a postgres on this directory. Its
// supervisor is gone: a living one would hold the directory's lock.
func (c *Cluster) serves(pid int) bool {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	if err != nil {
		return false
	}
	arguments := strings.Split(string(line), "\x00")
	return filepath.Base(arguments[0]) == "postgres" && slices.Contains(arguments, c.cfg.Dir)
}

// logTail passes the server's lines on and keeps the last ones for an error.
type logTail struct {
	log   *slog.Logger
	mu    sync.Mutex
	lines []string
}

const tailLines = 5

func (t *logTail) follow(output io.ReadCloser) {
	defer func() { _ = output.Close() }()
	scanner := bufio.NewScanner(output)
	for scanner.Scan() {
		line := scanner.Text()
		t.remember(line)
		level := slog.LevelDebug
		if strings.HasPrefix(line, "PANIC") || strings.HasPrefix(line, "FATAL") {
			level = slog.LevelWarn
		}
		t.log.Log(context.Background(), level, "postgres: "+line)
	}
}

func (t *logTail) remember(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines[max(0, len(t.lines)-tailLines+1):], line)
}

func (t *logTail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, "; ")
}
