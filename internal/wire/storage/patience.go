package storage

import (
	"context"
	"io"
	"net/http"
	"time"
)

// patience ends a request whose database or object store does not go on: each
// step has so long. Only waiting for them counts; a body has its own deadline,
// and who reads an answer slowly may.
type patience struct {
	timer *time.Timer
	max   time.Duration
}

type patienceKey struct{}

// patient returns a request with patience, and what ends that.
func (s *Server) patient(r *http.Request) (*http.Request, func()) {
	ctx, cancel := context.WithCancelCause(r.Context())
	p := &patience{time.AfterFunc(s.cfg.StepTimeout, func() { cancel(errStalled) }), s.cfg.StepTimeout}
	return r.WithContext(context.WithValue(ctx, patienceKey{}, p)), func() { p.rest(); cancel(nil) }
}

// patienceOf is that of a request that handle was given.
func patienceOf(ctx context.Context) *patience {
	p, _ := ctx.Value(patienceKey{}).(*patience)
	return p
}

// step begins the next one, which may take longer by extra. Nobody waits for what
// the server does by itself, which is nil.
func (p *patience) step(extra time.Duration) {
	if p != nil {
		p.timer.Reset(p.max + extra)
	}
}

// rest is while neither database nor store is waited for.
func (p *patience) rest() {
	if p != nil {
		p.timer.Stop()
	}
}

// awaited is content of which each part is a step.
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
