package storage

import (
	"context"
	"io"
	"net/http"
	"time"
)

// patience ends a request whose database or object store stalls: each step has a time limit. Only
// waiting for these counts. A body has its own deadline, and clients may read a response slowly.
type patience struct {
	timer *time.Timer
	max   time.Duration
}

type patienceKey struct{}

// patient returns a request with a patience, and the function that ends it.
func (s *Server) patient(r *http.Request) (*http.Request, func()) {
	ctx, cancel := context.WithCancelCause(r.Context())
	p := &patience{time.AfterFunc(s.cfg.StepTimeout, func() { cancel(errStalled) }), s.cfg.StepTimeout}
	return r.WithContext(context.WithValue(ctx, patienceKey{}, p)), func() { p.rest(); cancel(nil) }
}

// patienceOf returns the patience of a request; nil outside of requests.
func patienceOf(ctx context.Context) *patience {
	p, _ := ctx.Value(patienceKey{}).(*patience)
	return p
}

// step begins the next step, which may take longer by extra. A nil patience, for work of the server
// itself, has no limit.
func (p *patience) step(extra time.Duration) {
	if p != nil {
		p.timer.Reset(p.max + extra)
	}
}

// rest pauses the limit while neither the database nor the store is waited for.
func (p *patience) rest() {
	if p != nil {
		p.timer.Stop()
	}
}

// awaited is content of which each read is a step.
type awaited struct {
	io.ReadSeekCloser
	*patience
}

// Read waits for the store as long as a step may take.
func (a awaited) Read(into []byte) (int, error) {
	a.step(0)
	defer a.rest()
	return a.ReadSeekCloser.Read(into)
}
