package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
)

// Session creates a session of a person, as a sign-in would, and returns its access token.
func (s *Server) Session(who uuid.UUID) string {
	s.T.Helper()
	return s.Token(who, s.ID(`INSERT INTO auth.sessions (user_id) VALUES ($1) RETURNING id`, who))
}

// Token returns an access token for a session, whether or not the session exists.
func (s *Server) Token(who, session uuid.UUID) string {
	s.T.Helper()
	signed, err := s.Signing.Sign(jwt.MapClaims{
		"iss": s.Issuer, "aud": "authenticated", "role": "authenticated",
		"sub": who.String(), "session_id": session.String(), "exp": time.Now().Add(time.Hour).Unix(),
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return signed
}

// Request is what a client sends. It carries the public key unless a header replaces it; an empty
// header removes one. A body that is not bytes is sent as JSON.
type Request struct {
	Method, Path string
	Token        string
	Headers      map[string]string
	Body         any
}

// Answer is the response to a Request.
type Answer struct {
	Status  int
	Headers http.Header
	Body    string
}

// Ask sends a request.
func (s *Server) Ask(r Request) Answer {
	s.T.Helper()
	ctx, cancel := context.WithTimeout(s.T.Context(), Patience)
	defer cancel()
	sent, err := http.NewRequestWithContext(ctx, r.Method, "http://"+s.Addr+r.Path, r.reader(s.T))
	if err != nil {
		s.T.Fatal(err)
	}
	sent.Header.Set("Apikey", s.AnonKey)
	sent.Header.Set("Content-Type", "application/json")
	sent.Header.Set("Prefer", "return=representation")
	if r.Token != "" {
		sent.Header.Set("Authorization", "Bearer "+r.Token)
	}
	for name, value := range r.Headers {
		sent.Header.Set(name, value)
		if value == "" {
			sent.Header.Del(name)
		}
	}
	got, err := http.DefaultTransport.RoundTrip(sent)
	if err != nil {
		s.T.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return Answer{got.StatusCode, got.Header, string(body)}
}

func (r Request) reader(t *testing.T) io.Reader {
	t.Helper()
	switch body := r.Body.(type) {
	case nil:
		return http.NoBody
	case []byte:
		return bytes.NewReader(body)
	default:
		document, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(document)
	}
}

// Must sends a request that has to succeed, and reads the answer into out if it is not nil.
func (s *Server) Must(r Request, out any) {
	s.T.Helper()
	got := s.Ask(r)
	if got.Status >= http.StatusBadRequest {
		s.T.Fatalf("%s %s is answered %d %s", r.Method, r.Path, got.Status, got.Body)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal([]byte(got.Body), out); err != nil {
		s.T.Fatalf("%s %s is answered %s: %v", r.Method, r.Path, got.Body, err)
	}
}

// Reads returns the answer to a query of the REST protocol, which has to succeed.
func (s *Server) Reads(token, query string) string {
	s.T.Helper()
	got := s.Ask(Request{Method: "GET", Path: "/rest/v1/" + query, Token: token})
	if got.Status != http.StatusOK {
		s.T.Fatalf("%s is answered %d %s", query, got.Status, got.Body)
	}
	return got.Body
}

// Refuses fails the test unless the server asks the client to retry later, with a message that
// contains the given text.
func (s *Server) Refuses(fact string, r Request, says string) {
	s.T.Helper()
	got := s.Ask(r)
	isPatient := got.Status == http.StatusServiceUnavailable || got.Status == http.StatusGatewayTimeout
	if !isPatient || got.Headers.Get("Retry-After") == "" || !strings.Contains(got.Body, says) {
		s.T.Errorf("%s is answered %d %.200s, to come back after %q; want %s", fact, got.Status, got.Body, got.Headers.Get("Retry-After"), says)
	}
}

// Code returns the code of a refusal, "" for any other answer.
func (a Answer) Code() string {
	var refusal struct {
		Code      any
		ErrorCode string `json:"error_code"`
	}
	if a.Status < http.StatusBadRequest || json.Unmarshal([]byte(a.Body), &refusal) != nil {
		return ""
	}
	if code, isText := refusal.Code.(string); isText {
		return code
	}
	return refusal.ErrorCode
}

// Told returns the status and the code of an answer in the form that tables of tests use: "200", or
// "403 right_missing". An empty list is "200 []".
func (a Answer) Told() string {
	code := a.Code()
	if code == "PT401" {
		var refusal struct{ Hint string }
		_ = json.Unmarshal([]byte(a.Body), &refusal)
		code = refusal.Hint
	}
	if a.Body == "[]" {
		code = "[]"
	}
	return strings.TrimSpace(fmt.Sprint(a.Status, " ", code))
}

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
