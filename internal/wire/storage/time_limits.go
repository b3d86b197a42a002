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

// rateLimitedBody is a body that has to arrive at a minimum rate. A body that trickles in must not
// hold its connection; one that is merely slow is waited for.
type rateLimitedBody struct {
	io.ReadCloser
	connection *http.ResponseController
	began      time.Time
	arrived    int64
	isComplete bool
	cfg        Config
}

func (s *Server) limitRate(w http.ResponseWriter, body io.ReadCloser) *rateLimitedBody {
	return &rateLimitedBody{ReadCloser: body, connection: http.NewResponseController(w), began: time.Now(), cfg: s.cfg}
}

// Read waits as long as the bytes that arrived so far allow. A test's writer supports no deadline,
// so that error is ignored.
func (p *rateLimitedBody) Read(into []byte) (int, error) {
	earned := p.cfg.UploadGrace + time.Duration(p.arrived/p.cfg.UploadRate)*time.Second
	_ = p.connection.SetReadDeadline(p.began.Add(min(earned, p.cfg.UploadTimeout)))
	n, err := p.ReadCloser.Read(into)
	p.arrived += int64(n)
	p.isComplete = p.isComplete || err == io.EOF
	return n, err
}

// finish removes the deadline once a body was read, since processing it takes its own time. A body
// that was not read to its end gets a short deadline for the rest.
func (p *rateLimitedBody) finish() {
	deadline := time.Time{}
	if !p.isComplete {
		deadline = time.Now().Add(p.cfg.UploadGrace)
	}
	_ = p.connection.SetReadDeadline(deadline)
}
