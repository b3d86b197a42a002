package loadshed

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "visitors.key.x"

// stand is a server behind a Listener, and one connection to it.
type stand struct {
	*testing.T
	listener *Listener
	isFull   atomic.Bool
	conn     net.Conn
	answers  *bufio.Reader
	// answered counts the requests that the server has seen.
	answered atomic.Int64
}

func setup(t *testing.T) *stand {
	t.Helper()
	s := &stand{T: t}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.listener = Listen(listener, Config{
		Base: "/rest/v1/", VisitorKey: key, IsFull: s.isFull.Load, Places: 1,
		NeedsNothing: func(r *http.Request) bool { return r.URL.Path == "/rest/v1/kept" && r.Header.Get("Apikey") == key },
		Header:       http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"code":"overloaded"}`),
	})
	server := &http.Server{ConnState: s.listener.ConnState, ConnContext: s.listener.ConnContext, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.answered.Add(1)
		_, _ = io.Copy(w, r.Body)
	})}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(s.listener) }()
	if s.conn, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	s.answers = bufio.NewReader(s.conn)
	t.Cleanup(func() {
		_ = s.conn.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		<-ended
	})
	return s
}

// asks sends the text of a request and returns the answer and its body.
func (s *stand) asks(text string) (*http.Response, string) {
	s.Helper()
	if _, err := io.WriteString(s.conn, text); err != nil {
		s.Fatal(err)
	}
	answer, err := http.ReadResponse(s.answers, nil)
	if err != nil {
		s.Fatalf("%.60q is answered with %v", text, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		s.Fatal(err)
	}
	return answer, string(body)
}

// get is a read as the official client sends it.
func get(headers ...string) string {
	return "GET /rest/v1/projects?select=id HTTP/1.1\r\n" + strings.Join(append([]string{"Host: x"}, headers...), "\r\n") + "\r\n\r\n"
}

func TestReadsOfVisitorsAreTurnedAwayWhileItIsFull(t *testing.T) {
	t.Parallel()
	s := setup(t)
	read := get("apikey: "+key, "authorization: Bearer "+key, "Connection: keep-alive")
	for i, isFull := range []bool{false, true, true, false, true, false, false} {
		s.isFull.Store(isFull)
		answer, body := s.asks(read)
		want := map[bool]int{true: http.StatusServiceUnavailable, false: http.StatusOK}[isFull]
		if answer.StatusCode != want {
			t.Errorf("request %d is answered %d %s, want %d", i, answer.StatusCode, body, want)
		}
		if isFull && (answer.Header.Get("Retry-After") != "1" || answer.Header.Get("Content-Type") != "application/json" || body != `{"code":"overloaded"}`) {
			t.Errorf("request %d is refused with %v %s", i, answer.Header, body)
		}
	}
	if turned := s.listener.Reckon(); turned != 3 || s.listener.Reckon() != 0 || s.answered.Load() != 4 {
		t.Errorf("%d were refused and %d answered, want 3 and 4", turned, s.answered.Load())
	}
}

func TestWhatWaitsForNothingIsLetInWhileItIsFull(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.isFull.Store(true)
	for path, want := range map[string]int{"kept": http.StatusOK, "projects": http.StatusServiceUnavailable} {
		text := "GET /rest/v1/" + path + " HTTP/1.1\r\nHost: x\r\napikey: " + key + "\r\n\r\n"
		if answer, body := s.asks(text); answer.StatusCode != want {
			t.Errorf("%s is answered %d %s, want %d", path, answer.StatusCode, body, want)
		}
	}
}

func TestOthersAreLetThrough(t *testing.T) {
	t.Parallel()
	for fact, text := range map[string]string{
		"AMember":         get("apikey: "+key, "Authorization: Bearer members.token.x"),
		"AKeyOfAnother":   get("apikey: members.token.x"),
		"AWrite":          "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
		"Health":          "GET /ready HTTP/1.1\r\nHost: x\r\n\r\n",
		"ASession":        "GET /auth/v1/user HTTP/1.1\r\nHost: x\r\n\r\n",
		"AReadWithABody":  "GET /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nGET ",
		"AnotherOrigin":   get("Origin: https://elsewhere.example"),
		"AClosingClient":  get("Connection: close"),
		"AnOlderProtocol": "GET /rest/v1/x HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
		"ALongHeader":     get("X-Long: " + strings.Repeat("x", 8<<10)),
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.isFull.Store(true)
			if answer, body := s.asks(text); answer.StatusCode != http.StatusOK || s.listener.Reckon() != 0 {
				t.Errorf("the request is answered %d %s", answer.StatusCode, body)
			}
		})
	}
}

// A read without a place waits for one. A request that waits for something else gives its place
// back.
func TestAReadWaitsForAPlace(t *testing.T) {
	t.Parallel()
	for fact, givesBack := range map[string]bool{"WhileItComputes": false, "WhileItWaits": true} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, Places: 1, IsFull: func() bool { return false }})
				first, second := &conn{listener: l}, &conn{listener: l}
				if !first.enters() {
					t.Fatal("the first read gets no place")
				}
				if givesBack {
					GiveBack(l.ConnContext(t.Context(), first))
				}
				began := time.Now()
				if second.enters() != givesBack || !givesBack && second.entersSoon() {
					t.Errorf("the second read enters: %v", !givesBack)
				}
				if waited := time.Since(began); !givesBack && waited != placeMax {
					t.Errorf("the second read waits %s", waited)
				}
				l.ConnState(first, http.StateIdle)
				l.ConnState(second, http.StateClosed)
				if !(&conn{listener: l}).enters() || (&conn{listener: l}).enters() {
					t.Error("there is not exactly one place after both have left")
				}
			})
		})
	}
}

// A client that reads its answer slowly, or not at all, holds no place.
func TestASlowReaderKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	ours, theirs := net.Pipe()
	defer ours.Close()
	l := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, Places: 1, IsFull: func() bool { return false }})
	slow := &conn{Conn: theirs, listener: l}
	if !slow.enters() {
		t.Fatal("the first has no place")
	}
	written := make(chan error, 1)
	go func() {
		_, err := slow.Write([]byte("an answer"))
		written <- err
	}()
	entered := false
	for range 20 { // A busy machine may be late to start the answer.
		if entered = (&conn{listener: l}).entersSoon(); entered {
			break
		}
	}
	if !entered {
		t.Error("an answer that is not read holds the only place")
	}
	_ = theirs.Close()
	<-written
}

// The server sees a new connection's request after a while, because it measures a timeout from when
// the connection was opened.
func TestTheServerSeesANewConnectionSoon(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer ours.Close()
		defer theirs.Close()
		l := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, Places: 1, IsFull: func() bool { return true }})
		c := &conn{Conn: theirs, listener: l, isBetween: true, newUntil: time.Now().Add(newMax)}
		go func() { _, _ = io.Copy(io.Discard, ours) }()
		seen := make(chan int)
		go func() {
			n, _ := c.Read(make([]byte, 4096))
			seen <- n
		}()
		asked := int64(0)
		for {
			_, _ = io.WriteString(ours, get())
			asked++
			synctest.Wait()
			select {
			case n := <-seen:
				if n != len(get()) || asked != 7 || l.Reckon() != 6 {
					t.Errorf("the server sees %d bytes of request number %d", n, asked)
				}
				return
			default:
			}
			time.Sleep(time.Second - time.Millisecond)
		}
	})
}

// The number of refusals follows the number of answers. Reads beyond it wait for their refusal, and
// are let in if there is room by then.
func TestTurningAwayTakesItsTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var isFull atomic.Bool
		isFull.Store(true)
		l := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, PerAnswer: 2, Places: 1, IsFull: isFull.Load})
		turn := func(times int) time.Duration {
			began := time.Now()
			for range times {
				if c := (&conn{listener: l}); c.entersLate() {
					t.Error("a read is let in")
				}
			}
			return time.Since(began).Round(2 * turnStep)
		}
		for i, step := range []struct {
			answered int64
			times    int
			took     time.Duration
		}{{0, turnedMin, 0}, {0, turnedMin, time.Second}, {1000, turnedMin + 2*1000, time.Second}, {0, turnedMin, time.Second}} {
			l.answered.Store(step.answered)
			l.Reckon()
			if took := turn(step.times); took != step.took {
				t.Errorf("step %d takes %s, want %s", i, took, step.took)
			}
		}
		var crowd sync.WaitGroup
		began := time.Now()
		for range 20 * turnedMin {
			crowd.Go(func() { turn(1) })
		}
		if crowd.Wait(); time.Since(began) > waitMax {
			t.Errorf("one of many reads waits %s", time.Since(began))
		}
		if took := turn(1); took > turnStep {
			t.Errorf("a read after all others waits %s", took)
		}
		isFull.Store(false)
		if c := (&conn{listener: l}); !c.enters() {
			t.Error("no read is let in although there is room")
		}
	})
}
