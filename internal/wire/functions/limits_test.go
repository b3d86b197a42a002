package functions

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

func TestABodyIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t, map[string]Function{"small": {Roles: everybody, BodyBytesMax: 10, Serve: said(readBytes)}})
	// One body declares its length; the other only turns out to be too long.
	for _, body := range []io.Reader{strings.NewReader("12345678901"), io.MultiReader(strings.NewReader("123456"), strings.NewReader("78901"))} {
		if got := b.call("POST", "/small", "", "application/octet-stream", body); got.status != http.StatusRequestEntityTooLarge || got.code() != "REQUEST_TOO_LARGE" {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
	if got := b.call("POST", "/small", "", "application/octet-stream", strings.NewReader("1234567890")); got.status != http.StatusOK {
		t.Errorf("as large as it may be: %d %s", got.status, got.body)
	}
}

// TestWhoSendsNothingHoldsNoPlace checks that a small body is read before the call takes a place.
func TestWhoSendsNothingHoldsNoPlace(t *testing.T) {
	t.Parallel()
	b := setup(t, map[string]Function{"small": {Roles: everybody, Concurrent: 1, BodyBytesMax: 1 << 10, Serve: func(w http.ResponseWriter, r *http.Request) error {
		body, err := io.ReadAll(r.Body)
		return errors.Join(err, writeJSON(w, string(body)))
	}}})
	silent, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	if _, err := io.WriteString(silent, "POST "+Base+"/small HTTP/1.1\r\nHost: x\r\nAuthorization: "+b.bearer("anon")+"\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	// The server asks for the body only when it reads it.
	if line, err := bufio.NewReader(silent).ReadString('\n'); !strings.HasPrefix(line, "HTTP/1.1 100") {
		t.Fatal(line, err)
	}
	if got := b.call("POST", "/small", "anon", "text/plain", strings.NewReader("x")); got.status != http.StatusOK || strings.TrimSpace(got.body) != `"x"` {
		t.Errorf("another is answered %d %s", got.status, got.body)
	}
}

// TestSoManyAtOnce checks that a function's places, and those of one caller, are limited, and that
// a call that may not wait is answered as not reached.
func TestSoManyAtOnce(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan bool, 100), make(chan bool)
	b := setup(t, map[string]Function{"slow": {Roles: everybody, Concurrent: 2, ConcurrentPerCaller: 1, Serve: func(_ http.ResponseWriter, r *http.Request) error {
		entered <- true
		select {
		case <-leave:
		case <-r.Context().Done():
		}
		return nil
	}}})
	var calls sync.WaitGroup
	answers := make(chan answered, 100)
	ask := func(who string) { calls.Go(func() { answers <- b.call("POST", "/slow", who, "", nil) }) }
	const all = 10
	for range all {
		ask("")
	}
	<-entered
	// One call runs and four wait; all others are answered at once.
	for range all - 1 - waiting {
		got := <-answers
		if got.status != http.StatusServiceUnavailable || got.header.Get("X-Relay-Error") != "true" || got.header.Get("Retry-After") != "1" {
			t.Errorf("who comes beyond: %d %s %v", got.status, got.body, got.header)
		}
	}
	ask("marina")
	<-entered // another is not held up
	close(leave)
	calls.Wait()
	close(answers)
	for one := range answers {
		if one.status != http.StatusOK {
			t.Errorf("who waited: %d %s, %v", one.status, one.body, one.err)
		}
	}
	if figures := b.server.Figures()["slow"]; figures.Inside != 0 || figures.Refused != all-1-waiting {
		t.Errorf("%+v", figures)
	}
}

func TestAClientThatGoesAwayEndsItsCall(t *testing.T) {
	t.Parallel()
	entered, ended := make(chan bool), make(chan error, 1)
	b := setup(t, map[string]Function{"long": {Roles: everybody, Serve: func(w http.ResponseWriter, r *http.Request) error {
		_, _ = io.WriteString(w, "data: 1\n\n")
		_ = http.NewResponseController(w).Flush()
		close(entered)
		<-r.Context().Done()
		ended <- context.Cause(r.Context())
		return r.Context().Err()
	}}})
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url+Base+"/long", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := b.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 9)
	if _, err := io.ReadFull(response.Body, first); err != nil || string(first) != "data: 1\n\n" {
		t.Fatalf("what was sent does not arrive before the end: %q, %v", first, err)
	}
	<-entered
	leave()
	_ = response.Body.Close()
	if cause := <-ended; !errors.Is(cause, context.Canceled) {
		t.Errorf("it ended for %v", cause)
	}
	if b.log.count("function failed") > 0 {
		t.Error("it is logged as a failure")
	}
}

// TestWhoDoesNotReadHoldsNothing checks that more calls than there are places, whose responses
// nobody reads, leave the places and database connections to others.
func TestWhoDoesNotReadHoldsNothing(t *testing.T) {
	t.Parallel()
	const deaf = 8
	page := bytes.Repeat([]byte("linha;"), 100_000)
	made := make(chan string, 2*deaf)
	b := setup(t, nil)
	if err := b.server.Register("sheet", Function{Roles: everybody, AnswerBytesMax: 64 << 20, Concurrent: 4, ConcurrentPerCaller: 4, Serve: func(w http.ResponseWriter, r *http.Request) error {
		return b.server.Read(r.Context(), func(pgx.Tx) error {
			// More than the buffers between the two hold.
			for range 60 {
				if _, err := w.Write(page); err != nil {
					return err
				}
			}
			made <- caller.From(r.Context()).Role
			return nil
		})
	}}); err != nil {
		t.Fatal(err)
	}
	for range deaf / 2 {
		for _, who := range []string{"anon", "service_role"} {
			line, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = line.Close() }()
			if _, err := io.WriteString(line, "POST "+Base+"/sheet HTTP/1.1\r\nHost: x\r\nAuthorization: "+b.bearer(who)+"\r\nContent-Length: 0\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range deaf {
		<-made
	}
	got := b.call(http.MethodPost, "/sheet", "marina", "", nil)
	if got.status != http.StatusOK || len(got.body) != 60*len(page) || got.err != nil {
		t.Errorf("who reads is answered %d, %d bytes, %v", got.status, len(got.body), got.err)
	}
	if figures := b.server.Figures()["sheet"]; figures.Inside > 0 || b.db.Pool.Stat().AcquiredConns() > 0 {
		t.Errorf("%d places and %d connections are held", figures.Inside, b.db.Pool.Stat().AcquiredConns())
	}
}

// TestAnAnswerThatIsMadeWholeIsRightOrRefused checks that a late failure, or a response beyond its
// bound, has sent nothing.
func TestAnAnswerThatIsMadeWholeIsRightOrRefused(t *testing.T) {
	t.Parallel()
	serves := func(say string, status int, err error) Function {
		return Function{Roles: everybody, AnswerBytesMax: 10, Serve: func(w http.ResponseWriter, _ *http.Request) error {
			Attach(w, "text/csv", "x.csv")
			w.WriteHeader(status)
			_, wrong := io.WriteString(w, say)
			return errors.Join(wrong, err)
		}}
	}
	b := setup(t, map[string]Function{
		"fits": serves("0123456789", http.StatusCreated, nil), "fails": serves("0123", http.StatusOK, errors.New("late")), "grows": serves("0123456789a", http.StatusOK, nil),
	})
	if got := b.call(http.MethodPost, "/fits", "anon", "", nil); got.status != http.StatusCreated || got.body != "0123456789" || got.header.Get("Content-Length") != "10" || got.header.Get("Content-Disposition") == "" {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	for name, want := range map[string]string{"fails": "EDGE_FUNCTION_ERROR", "grows": "WORKER_LIMIT"} {
		if got := b.call(http.MethodPost, "/"+name, "anon", "", nil); got.code() != want || got.header.Get("Content-Disposition") != "" || got.err != nil {
			t.Errorf("%s: %d %v %s, %v", name, got.status, got.header, got.body, got.err)
		}
	}
}
