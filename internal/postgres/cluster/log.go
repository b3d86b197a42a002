package cluster

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
)

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
