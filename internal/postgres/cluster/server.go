package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

// server is one run of the postgres program.
type server struct {
	command *exec.Cmd
	log     *serverLog
	// exited is closed when the program has ended; cause says how.
	exited chan struct{}
	cause  error
}

func (s *server) pid() int { return s.command.Process.Pid }

// signal does nothing if the program has ended meanwhile.
func (s *server) signal(ask syscall.Signal) { _ = s.command.Process.Signal(ask) }

// stop requests a fast shutdown, or an immediate one if nothing is worth keeping, and waits until
// the program has ended.
func (s *server) stop(atOnce bool) {
	s.log.quiet.Store(true)
	if atOnce {
		s.signal(syscall.SIGQUIT)
	} else {
		s.signal(syscall.SIGINT)
	}
	<-s.exited
}

// launch starts the server and waits until it accepts connections.
func (c *Cluster) launch(ctx context.Context) (*server, error) {
	if err := c.clearLeftovers(ctx, c.cfg.Dir); err != nil {
		return nil, err
	}
	s := &server{command: c.command("postgres", c.arguments()...), exited: make(chan struct{})}
	output, input, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open log pipe: %w", err)
	}
	s.command.Stdout, s.command.Stderr = input, input
	s.log = follow(output, c.cfg.Log)
	started := make(chan error, 1)
	go s.run(started)
	err = errors.Join(<-started, input.Close())
	if err != nil {
		return nil, fmt.Errorf("start database server: %w", err)
	}
	if err := c.awaitReady(ctx, s); err != nil {
		s.stop(true)
		<-s.log.ended
		return nil, fmt.Errorf("%w; it last said: %s", err, s.log.last())
	}
	s.log.quiet.Store(false)
	return s, nil
}

// run keeps its system thread locked for the program's whole life: the signal that ends the program
// with its parent is sent when the thread that started it ends, not when the process does.
func (s *server) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := s.command.Start()
	started <- err
	if err != nil {
		return
	}
	s.cause = s.command.Wait()
	close(s.exited)
}

// awaitReady waits until our own child reports that it accepts connections. A connection would
// prove nothing, because an orphan may listen on the same socket.
func (c *Cluster) awaitReady(ctx context.Context, s *server) error {
	ended := false
	ready := poll(ctx, func() bool {
		select {
		case <-s.exited:
			ended = true
			return true
		default:
			said := readPidFile(c.cfg.Dir)
			return said.ready && said.pid == s.pid()
		}
	})
	switch {
	case ended:
		return fmt.Errorf("database server exited while starting: %w", s.cause)
	case !ready:
		return fmt.Errorf("wait for database server: %w", ctx.Err())
	}
	return nil
}

// arguments pass every important setting on the command line, so that an edited postgresql.conf
// cannot expose the server or make it lossy.
func (c *Cluster) arguments() []string {
	settings := map[string]string{
		"listen_addresses":        "",
		"port":                    port,
		"unix_socket_directories": `"` + strings.ReplaceAll(c.socket, `"`, `""`) + `"`,
		"unix_socket_permissions": "0700",
		"max_connections":         "200",
		"fsync":                   "on",
		"synchronous_commit":      "on",
		"full_page_writes":        "on",
		"data_sync_retry":         "off",
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"jit":                     "off",
	}
	maps.Copy(settings, logSettings)
	if c.cfg.Throwaway {
		maps.Copy(settings, map[string]string{
			"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "400",
		})
	}
	maps.Copy(settings, c.archiveSettings())
	maps.Copy(settings, c.cfg.Settings)
	arguments := []string{"-D", c.cfg.Dir}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		arguments = append(arguments, "-c", name+"="+settings[name])
	}
	return arguments
}

// logSettings keep client data out of the log: an ERROR repeats a client's values, a DETAIL those
// of a row and a STATEMENT those of a query. All of this reaches the client, which decides what to
// log.
var logSettings = map[string]string{
	"logging_collector":                 "off",
	"log_destination":                   "stderr",
	"log_line_prefix":                   "",
	"log_min_messages":                  "log",
	"log_min_error_statement":           "panic",
	"log_error_verbosity":               "terse",
	"log_statement":                     "none",
	"log_min_duration_statement":        "-1",
	"log_parameter_max_length":          "0",
	"log_parameter_max_length_on_error": "0",
	"log_checkpoints":                   "off",
}

// Bounds on what is kept of the server's output.
const (
	tailLines    = 5
	logBytesMax  = 4 << 10
	logBufferMax = 64 << 10
)

// serverLog forwards the server's log lines and keeps the last ones for error messages.
type serverLog struct {
	log *slog.Logger
	// quiet logs all lines at debug level, while the server starts and stops.
	quiet atomic.Bool
	// ended is closed when the last process that could write has ended.
	ended chan struct{}

	mu    sync.Mutex
	lines []string
}

func follow(output io.ReadCloser, log *slog.Logger) *serverLog {
	l := &serverLog{log: log, ended: make(chan struct{})}
	l.quiet.Store(true)
	go l.read(output)
	return l
}

// read always reads to the end, whatever the lines contain: a full pipe would block the server.
func (l *serverLog) read(output io.ReadCloser) {
	defer close(l.ended)
	defer func() { _ = output.Close() }()
	reader := bufio.NewReaderSize(output, logBufferMax)
	for {
		line, err := reader.ReadSlice('\n')
		if text := strings.TrimSpace(string(line[:min(len(line), logBytesMax)])); text != "" {
			l.pass(text)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

func (l *serverLog) pass(line string) {
	l.mu.Lock()
	l.lines = append(l.lines[max(0, len(l.lines)-tailLines+1):], line)
	l.mu.Unlock()
	level := slog.LevelInfo
	switch {
	case l.quiet.Load():
		level = slog.LevelDebug
	case strings.HasPrefix(line, "FATAL"):
		level = slog.LevelWarn
	case strings.HasPrefix(line, "PANIC"):
		level = slog.LevelError
	}
	l.log.Log(context.Background(), level, "postgres: "+line)
}

func (l *serverLog) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.lines, "; ")
}

// lastLines returns the end of a program's output on one line.
func lastLines(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return strings.Join(lines[max(0, len(lines)-tailLines):], "; ")
}
