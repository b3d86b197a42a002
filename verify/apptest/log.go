package apptest

import (
	"bytes"
	"sync"
)

// Log keeps what a server logs.
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

// Text is everything so far.
func (l *Log) Text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.String()
}
