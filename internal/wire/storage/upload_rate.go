package storage

import (
	"io"
	"net/http"
	"time"
)

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
