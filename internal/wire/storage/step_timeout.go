package storage

import (
	"context"
	"io"
	"net/http"
	"time"
)

// stepTimer ends a request whose database or object store stalls: each step has a time limit. Only
// waiting for these counts. A body has its own deadline, and clients may read a response slowly.
type stepTimer struct {
	timer *time.Timer
	max   time.Duration
}

type stepTimerKey struct{}

// withStepTimer returns a request with a patience, and the function that ends it.
func (s *Server) withStepTimer(r *http.Request) (*http.Request, func()) {
	ctx, cancel := context.WithCancelCause(r.Context())
	p := &stepTimer{time.AfterFunc(s.cfg.StepTimeout, func() { cancel(errStalled) }), s.cfg.StepTimeout}
	return r.WithContext(context.WithValue(ctx, stepTimerKey{}, p)), func() { p.rest(); cancel(nil) }
}

// stepTimerOf returns the patience of a request; nil outside of requests.
func stepTimerOf(ctx context.Context) *stepTimer {
	p, _ := ctx.Value(stepTimerKey{}).(*stepTimer)
	return p
}

// step begins the next step, which may take longer by extra. A nil patience, for work of the server
// itself, has no limit.
func (p *stepTimer) step(extra time.Duration) {
	if p != nil {
		p.timer.Reset(p.max + extra)
	}
}

// rest pauses the limit while neither the database nor the store is waited for.
func (p *stepTimer) rest() {
	if p != nil {
		p.timer.Stop()
	}
}

// stepReader is content of which each read is a step.
type stepReader struct {
	io.ReadSeekCloser
	*stepTimer
}

// Read waits for the store as long as a step may take.
func (a stepReader) Read(into []byte) (int, error) {
	a.step(0)
	defer a.rest()
	return a.ReadSeekCloser.Read(into)
}
