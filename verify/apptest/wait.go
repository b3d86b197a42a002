package apptest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"time"
)

// Within returns a context that bounds a wait.
func (s *Server) Within() context.Context {
	ctx, cancel := context.WithTimeout(s.T.Context(), Patience)
	s.T.Cleanup(cancel)
	return ctx
}

// Await waits until a condition is true. Each check is a round trip to the database, which is
// enough of a pause.
func (s *Server) Await(what string, isSo func() bool) {
	s.T.Helper()
	for ctx := s.Within(); !isSo(); {
		if _, err := s.DB.Owner.Exec(ctx, `SELECT`); err != nil {
			s.T.Fatalf("%s: nothing happens: %v", what, err)
		}
	}
}

// Eventually waits until a fact holds, even while the database accepts no connections.
func (s *Server) Eventually(fact string, holds func() bool) {
	s.T.Helper()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.After(Patience); !holds(); {
		select {
		case <-ticker.C:
		case <-deadline:
			s.T.Fatalf("never: %s\n%s", fact, s.Log.Text())
		}
	}
}

// Flight is a request that the server has begun to read. The server answers it after finish.
func (s *Server) Flight() (finish func(), answered chan int) {
	s.T.Helper()
	body, rest := io.Pipe()
	answered = make(chan int, 1)
	begun := make(chan struct{})
	ctx := httptrace.WithClientTrace(s.T.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(begun) }})
	sent, err := http.NewRequestWithContext(ctx, "POST", "http://"+s.Addr+"/rest/v1/rpc/count_skills", body)
	if err != nil {
		s.T.Fatal(err)
	}
	sent.Header.Set("Expect", "100-continue")
	go func() {
		got, err := (&http.Transport{ExpectContinueTimeout: Patience}).RoundTrip(sent)
		if err != nil {
			answered <- 0
			return
		}
		_ = got.Body.Close()
		answered <- got.StatusCode
	}()
	<-begun
	return func() {
		_, _ = io.WriteString(rest, `{"kind":"projects"}`)
		_ = rest.Close()
	}, answered
}
