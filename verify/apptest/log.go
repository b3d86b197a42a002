package apptest

import (
	"bytes"
	"sync"
)

// Log collects the log of a server.
type Log struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

// Write adds a line.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(line)
}

// Text returns all lines so far.
func (l *Log) Text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}
