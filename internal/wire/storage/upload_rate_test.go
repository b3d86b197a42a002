package storage

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// deadlines is a connection that records its deadlines.
type deadlines struct {
	http.ResponseWriter
	set []time.Time
}

func (d *deadlines) SetReadDeadline(until time.Time) error {
	d.set = append(d.set, until)
	return nil
}

// TestABodyEarnsItsTime checks that received bytes extend the deadline at the configured rate, up
// to the maximum.
func TestABodyEarnsItsTime(t *testing.T) {
	t.Parallel()
	s := &Server{cfg: Config{UploadGrace: 10 * time.Second, UploadRate: 4, UploadTimeout: 12 * time.Second}}
	connection := &deadlines{}
	body := s.limitRate(connection, io.NopCloser(iotest.OneByteReader(strings.NewReader("0123456789abcdefghij"))))
	if _, err := io.Copy(io.Discard, body); err != nil {
		t.Fatal(err)
	}
	for arrived, want := range map[int]time.Duration{0: 10 * time.Second, 3: 10 * time.Second, 4: 11 * time.Second, 8: 12 * time.Second, 19: 12 * time.Second} {
		if got := connection.set[arrived].Sub(body.began); got != want {
			t.Errorf("after %d bytes it is waited %s, want %s", arrived, got, want)
		}
	}
	body.finish()
	if last := connection.set[len(connection.set)-1]; !last.IsZero() {
		t.Errorf("a body that is in has to be in by %s", last)
	}
	cut := s.limitRate(connection, io.NopCloser(strings.NewReader("rest")))
	cut.finish()
	if last := connection.set[len(connection.set)-1]; last.IsZero() {
		t.Error("what is left of a body is waited for without end")
	}
}
