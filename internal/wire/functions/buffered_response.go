package functions

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"automacao/internal/edge/admission"
	"automacao/internal/files/tempfile"
	"automacao/internal/kernel/caller"
)

// These limit sending buffered responses: the number of clients per place of a function, each of
// which holds one file, and the time for each piece. A client that reads less than 16 KiB per
// second is disconnected.
const (
	readersPerPlace       = 32
	readersPerCallerPlace = 2
	pieceBytes            = 160 << 10
	pieceTimeout          = 10 * time.Second
)

// newReaderGate limits the clients of a function whose responses are buffered; nil for others.
func (f *registered) newReaderGate() *admission.Gate {
	if f.AnswerBytesMax == 0 {
		return nil
	}
	return admission.New(admission.Config{
		Places: f.Concurrent * readersPerPlace, PlacesPerCaller: f.ConcurrentPerCaller * readersPerCallerPlace,
		WaitingMax: int(f.Concurrent) * waiting, WaitingPerCallerMax: int(f.ConcurrentPerCaller) * waiting,
	})
}

// bufferThenSend buffers the whole response before it sends any of it. A client that does not read
// then blocks neither a place of the function nor what the function holds, such as a database
// connection.
func (s *Server) bufferThenSend(f *registered, a *answer, r *http.Request) error {
	leave, err := f.readers.Enter(r.Context(), caller.From(r.Context()).Counted())
	if err != nil {
		return err
	}
	defer leave()
	file, err := tempfile.New(f.AnswerBytesMax)
	if err != nil {
		return fmt.Errorf("open a buffer: %w", err)
	}
	defer file.Close()
	made := &bufferedResponse{header: a.Header(), status: http.StatusOK, body: file}
	if err := s.runAdmitted(f, a, made, r); err != nil {
		return err
	}
	return made.send(a)
}

// bufferedResponse is a buffered response.
type bufferedResponse struct {
	header http.Header
	status int
	body   *tempfile.File
}

// Header is the response's header.
func (w *bufferedResponse) Header() http.Header { return w.header }

// WriteHeader sets the response's status.
func (w *bufferedResponse) WriteHeader(status int) { w.status = status }

// Write appends to the buffer, or fails with errAnswerTooLarge.
func (w *bufferedResponse) Write(body []byte) (int, error) {
	n, err := w.body.Write(body)
	if errors.Is(err, tempfile.ErrFull) {
		err = errAnswerTooLarge
	}
	return n, err
}

func (w *bufferedResponse) send(a *answer) error {
	w.header.Set("Content-Length", strconv.FormatInt(w.body.Size(), 10))
	a.WriteHeader(w.status)
	connection, body := http.NewResponseController(a), w.body.Reader()
	for {
		// A test's writer supports no deadline, so the error is ignored.
		_ = connection.SetWriteDeadline(time.Now().Add(pieceTimeout))
		_, err := io.CopyN(a, body, pieceBytes)
		if errors.Is(err, io.EOF) {
			// The deadline of the last piece also covers what is still buffered.
			return nil
		}
		if err != nil {
			return fmt.Errorf("send a response: %w", err)
		}
	}
}
