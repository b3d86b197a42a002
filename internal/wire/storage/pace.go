package storage

import (
	"io"
	"net/http"
	"time"
)

// paced is a body that has to arrive at a rate: one that trickles in must not
// hold its connection, while one that only comes slowly is waited for.
type paced struct {
	io.ReadCloser
	connection *http.ResponseController
	began      time.Time
	arrived    int64
	isWhole    bool
	cfg        Config
}

func (s *Server) pace(w http.ResponseWriter, body io.ReadCloser) *paced {
	return &paced{ReadCloser: body, connection: http.NewResponseController(w), began: time.Now(), cfg: s.cfg}
}

// Read waits as long as what has arrived has earned. The writer of a test has no
// deadline to set.
func (p *paced) Read(into []byte) (int, error) {
	earned := p.cfg.UploadGrace + time.Duration(p.arrived/p.cfg.UploadRate)*time.Second
	_ = p.connection.SetReadDeadline(p.began.Add(min(earned, p.cfg.UploadTimeout)))
	n, err := p.ReadCloser.Read(into)
	p.arrived += int64(n)
	p.isWhole = p.isWhole || err == io.EOF
	return n, err
}

// finish takes the deadline off once a body is in: what is done with it takes
// its own time. What is left of one that was not read to its end has a moment.
func (p *paced) finish() {
	deadline := time.Time{}
	if !p.isWhole {
		deadline = time.Now().Add(p.cfg.UploadGrace)
	}
	_ = p.connection.SetReadDeadline(deadline)
}
