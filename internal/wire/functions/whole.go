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

// Bounds of sending what is made: for each place of a function so many readers, who
// cost a file each, and a time for each bite. Who takes less than 16 KiB a second is
// cut off.
const (
	readersPerPlace       = 32
	readersPerCallerPlace = 2
	biteBytes             = 160 << 10
	biteWithin            = 10 * time.Second
)

// gateOfReaders lets in whom an answer is made whole for; nil where none is.
func (f *registered) gateOfReaders() *admission.Gate {
	if f.AnswerBytesMax == 0 {
		return nil
	}
	return admission.New(admission.Config{
		Places: f.Concurrent * readersPerPlace, PlacesPerCaller: f.ConcurrentPerCaller * readersPerCallerPlace,
		WaitingMax: int(f.Concurrent) * waiting, WaitingPerCallerMax: int(f.ConcurrentPerCaller) * waiting,
	})
}

// makeThenSend has an answer made whole before any of it is sent: whoever does not read
// holds neither a place of the function nor what the function holds, such as a
// connection to the database.
func (s *Server) makeThenSend(f *registered, a *answer, r *http.Request) error {
	leave, err := f.readers.Enter(r.Context(), caller.From(r.Context()).Counted())
	if err != nil {
		return err
	}
	defer leave()
	file, err := tempfile.New(f.AnswerBytesMax)
	if err != nil {
		return fmt.Errorf("open a spool: %w", err)
	}
	defer file.Close()
	made := &whole{header: a.Header(), status: http.StatusOK, body: file}
	if err := s.inPlace(f, a, made, r); err != nil {
		return err
	}
	return made.send(a)
}

// whole is an answer that is made before it is sent.
type whole struct {
	header http.Header
	status int
	body   *tempfile.File
}

// Header is what the answer will have.
func (w *whole) Header() http.Header { return w.header }

// WriteHeader says what status it will have.
func (w *whole) WriteHeader(status int) { w.status = status }

// Write keeps what will be sent.
func (w *whole) Write(body []byte) (int, error) {
	n, err := w.body.Write(body)
	if errors.Is(err, tempfile.ErrFull) {
		err = errAnswerTooLarge
	}
	return n, err
}

func (w *whole) send(a *answer) error {
	w.header.Set("Content-Length", strconv.FormatInt(w.body.Size(), 10))
	a.WriteHeader(w.status)
	connection, body := http.NewResponseController(a), w.body.Reader()
	for {
		// The writer of a test has no deadline to set.
		_ = connection.SetWriteDeadline(time.Now().Add(biteWithin))
		_, err := io.CopyN(a, body, biteBytes)
		if errors.Is(err, io.EOF) {
			// What is buffered yet is sent in the time of the last bite.
			return nil
		}
		if err != nil {
			return fmt.Errorf("send an answer: %w", err)
		}
	}
}
