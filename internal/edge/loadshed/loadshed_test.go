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

// stand is a server behind a door, and one connection to it.
type stand struct {
	*testing.T
	door   *Listener
	isFull atomic.Bool
	conn   net.Conn
	said   *bufio.Reader
	// answered are the requests that the server has seen.
	answered atomic.Int64
}

func setup(t *testing.T) *stand {
	t.Helper()
	s := &stand{T: t}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.door = Listen(listener, Config{
		Base: "/rest/v1/", VisitorKey: key, IsFull: s.isFull.Load, Places: 1,
		NeedsNothing: func(r *http.Request) bool { return r.URL.Path == "/rest/v1/kept" && r.Header.Get("Apikey") == key },
		Header:       http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"code":"overloaded"}`),
	})
	server := &http.Server{ConnState: s.door.ConnState, ConnContext: s.door.ConnContext, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.answered.Add(1)
		_, _ = io.Copy(w, r.Body)
	})}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(s.door) }()
	if s.conn, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		t.Fatal(err)
	}
	s.said = bufio.NewReader(s.conn)
	t.Cleanup(func() {
		_ = s.conn.Close()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		<-ended
	})
	return s
}

// asks sends a request as it is and returns the status and body of its answer.
func (s *stand) asks(text string) (*http.Response, string) {
	s.Helper()
	if _, err := io.WriteString(s.conn, text); err != nil {
		s.Fatal(err)
	}
	answer, err := http.ReadResponse(s.said, nil)
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
			t.Errorf("number %d is answered %d %s, want %d", i, answer.StatusCode, body, want)
		}
		if isFull && (answer.Header.Get("Retry-After") != "1" || answer.Header.Get("Content-Type") != "application/json" || body != `{"code":"overloaded"}`) {
			t.Errorf("number %d is refused with %v %s", i, answer.Header, body)
		}
	}
	if turned := s.door.Reckon(); turned != 3 || s.door.Reckon() != 0 || s.answered.Load() != 4 {
		t.Errorf("%d were turned away and %d answered, want 3 and 4", turned, s.answered.Load())
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
		"AMember":           get("apikey: "+key, "Authorization: Bearer members.token.x"),
		"AKeyOfAnother":     get("apikey: members.token.x"),
		"AWrite":            "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
		"Health":            "GET /ready HTTP/1.1\r\nHost: x\r\n\r\n",
		"ASession":          "GET /auth/v1/user HTTP/1.1\r\nHost: x\r\n\r\n",
		"AReadWithABody":    "GET /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nGET ",
		"AnotherOrigin":     get("Origin: https://elsewhere.example"),
		"WhoeverLeaves":     get("Connection: close"),
		"AnOlderProtocol":   "GET /rest/v1/x HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
		"WhatComesInPieces": get("X-Long: " + strings.Repeat("x", 8<<10)),
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.isFull.Store(true)
			if answer, body := s.asks(text); answer.StatusCode != http.StatusOK || s.door.Reckon() != 0 {
				t.Errorf("it is answered %d %s", answer.StatusCode, body)
			}
		})
	}
}

// Whoever finds no place waits for one; what an answer waits for itself keeps
// nobody else waiting.
func TestAReadWaitsForAPlace(t *testing.T) {
	t.Parallel()
	for fact, givesBack := range map[string]bool{"AtWork": false, "WaitingItself": true} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, Places: 1, IsFull: func() bool { return false }})
				first, second := &conn{door: d}, &conn{door: d}
				if !first.enters() {
					t.Fatal("the first has no place")
				}
				if givesBack {
					GiveBack(d.ConnContext(t.Context(), first))
				}
				began := time.Now()
				if second.enters() != givesBack || !givesBack && second.entersSoon() {
					t.Errorf("the second enters: %v", !givesBack)
				}
				if waited := time.Since(began); !givesBack && waited != placeMax {
					t.Errorf("the second waits %s", waited)
				}
				d.ConnState(first, http.StateIdle)
				d.ConnState(second, http.StateClosed)
				if !(&conn{door: d}).enters() || (&conn{door: d}).enters() {
					t.Error("places are not one once all are gone")
				}
			})
		})
	}
}

// Whoever reads his answer slowly, or not at all, keeps no place.
func TestASlowReaderKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	ours, theirs := net.Pipe()
	defer ours.Close()
	d := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, Places: 1, IsFull: func() bool { return false }})
	slow := &conn{Conn: theirs, door: d}
	if !slow.enters() {
		t.Fatal("the first has no place")
	}
	written := make(chan error, 1)
	go func() {
		_, err := slow.Write([]byte("an answer"))
		written <- err
	}()
	entered := false
	for range 20 { // A busy machine may be late to begin the answer.
		if entered = (&conn{door: d}).entersSoon(); entered {
			break
		}
	}
	if !entered {
		t.Error("nobody enters while an answer is not read")
	}
	_ = theirs.Close()
	<-written
}

// A new connection is the server's after a while, which reckons its times.
func TestTheServerSeesANewConnectionSoon(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		defer ours.Close()
		defer theirs.Close()
		d := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, Places: 1, IsFull: func() bool { return true }})
		c := &conn{Conn: theirs, door: d, isBetween: true, newUntil: time.Now().Add(newMax)}
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
				if n != len(get()) || asked != 7 || d.Reckon() != 6 {
					t.Errorf("the server sees %d bytes of request number %d", n, asked)
				}
				return
			default:
			}
			time.Sleep(time.Second - time.Millisecond)
		}
	})
}

// What is turned away follows what is answered; who comes beyond waits to hear
// it, and is let in if there is room by then.
func TestTurningAwayTakesItsTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var isFull atomic.Bool
		isFull.Store(true)
		d := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, PerAnswer: 2, Places: 1, IsFull: isFull.Load})
		turn := func(times int) time.Duration {
			began := time.Now()
			for range times {
				if c := (&conn{door: d}); c.entersLate() {
					t.Error("somebody is let in")
				}
			}
			return time.Since(began).Round(2 * turnStep)
		}
		for i, step := range []struct {
			answered int64
			times    int
			took     time.Duration
		}{{0, turnedMin, 0}, {0, turnedMin, time.Second}, {1000, turnedMin + 2*1000, time.Second}, {0, turnedMin, time.Second}} {
			d.answered.Store(step.answered)
			d.Reckon()
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
			t.Errorf("somebody of a crowd waits %s", time.Since(began))
		}
		if took := turn(1); took > turnStep {
			t.Errorf("who comes when the crowd is gone waits %s", took)
		}
		isFull.Store(false)
		if c := (&conn{door: d}); !c.enters() {
			t.Error("nobody is let in where there is room")
		}
	})
}
