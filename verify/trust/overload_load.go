package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"automacao/verify/spawn"
)

// flood requests one page over persistent connections. Its requests are prepared bytes, and it
// reads as little of an answer as possible, so that it can generate the full load on CPUs no faster
// than the server's.
type flood struct {
	addr string
	// asks holds the request of each address. number is the offset of the number that makes each
	// request unique; 0 if all are the same.
	asks   [loadAddresses][]byte
	number int
	asked  atomic.Int64

	mu   sync.Mutex
	idle []*held
}

// held is a persistent connection.
type held struct {
	net.Conn
	said *bufio.Reader
}

func newFlood(server *spawn.Server, path string) *flood {
	f := &flood{addr: server.Addr}
	for i := range f.asks {
		f.asks[i] = fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: trust\r\nAccept: */*\r\nApikey: %s\r\nAuthorization: Bearer %s\r\nX-Forwarded-For: %s\r\n\r\n",
			path, server.Addr, server.Keys.AnonKey, server.Keys.AnonKey, address(i))
	}
	return f
}

// newUnlikeFlood makes every request for a page different, so that none is answered from the
// response cache: the database answers each.
func newUnlikeFlood(server *spawn.Server, path string) *flood {
	path += "&id=neq.00000000-0000-0000-0000-"
	f := newFlood(server, path+strings.Repeat("0", numberDigits))
	f.number = len("GET ") + len(path)
	return f
}

// numberDigits is the number of digits of a request's number.
const numberDigits = 12

// request returns the bytes of a numbered request.
func (f *flood) request(i int) []byte {
	ask := f.asks[i%loadAddresses]
	if f.number > 0 {
		ask = bytes.Clone(ask)
		copy(ask[f.number:], fmt.Appendf(nil, "%0*d", numberDigits, f.asked.Add(1)))
	}
	return ask
}

func (f *flood) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, w := range f.idle {
		_ = w.Close()
	}
	f.idle = nil
}

// take returns the most recently used connection, or a new one.
func (f *flood) take() (w *held, isNew bool, err error) {
	f.mu.Lock()
	if last := len(f.idle) - 1; last >= 0 {
		w = f.idle[last]
		f.idle = f.idle[:last]
	}
	f.mu.Unlock()
	if w != nil {
		return w, false, nil
	}
	conn, err := net.DialTimeout("tcp", f.addr, answerMax)
	if err != nil {
		return nil, true, err
	}
	return &held{Conn: conn, said: bufio.NewReaderSize(conn, 2048)}, true, nil
}

// ask sends a request from the address of a number and counts the answer.
func (f *flood) ask(t *tally, i int) {
	began := time.Now()
	code, err := f.exchange(f.request(i))
	if err != nil {
		code = 0
	}
	t.add(code, time.Since(began))
}

func (f *flood) exchange(ask []byte) (code int, err error) {
	for {
		w, isNew, err := f.take()
		if err != nil {
			return 0, err
		}
		code, stays, err := w.exchange(ask)
		if err == nil && stays {
			f.mu.Lock()
			f.idle = append(f.idle, w)
			f.mu.Unlock()
			return code, nil
		}
		_ = w.Close()
		// The server may have closed an idle connection meanwhile.
		if err == nil || isNew || !isClosed(err) {
			return code, err
		}
	}
}

func isClosed(err error) bool {
	timeout, isNet := err.(net.Error)
	return !isNet || !timeout.Timeout()
}

func (w *held) exchange(ask []byte) (code int, stays bool, err error) {
	if err := w.SetDeadline(time.Now().Add(answerMax)); err != nil {
		return 0, false, err
	}
	if _, err := w.Write(ask); err != nil {
		return 0, false, err
	}
	begins, err := w.said.Peek(len("HTTP/1.1 503"))
	if err != nil {
		return 0, false, err
	}
	if !bytes.HasSuffix(begins, []byte(" 503")) {
		return w.readWhole()
	}
	length := 0
	for {
		line, err := w.said.ReadSlice('\n')
		if err != nil {
			return 0, false, err
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			length, _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		}
		if len(line) <= len("\r\n") {
			_, err := w.said.Discard(length)
			return http.StatusServiceUnavailable, err == nil, err
		}
	}
}

func (w *held) readWhole() (code int, stays bool, err error) {
	answer, err := http.ReadResponse(w.said, nil)
	if err != nil {
		return 0, false, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, !answer.Close, err
}

// closed runs a closed-loop load: each caller, from its own address, sends its next request after
// the answer.
func (f *flood) closed(ctx context.Context, callers int, lasts time.Duration) *tally {
	t := newTally()
	var asking sync.WaitGroup
	for i := range callers {
		asking.Go(func() {
			for began := time.Now(); time.Since(began) < lasts && ctx.Err() == nil; {
				f.ask(t, i)
			}
		})
	}
	asking.Wait()
	return t
}

// outstandingMax bounds a load's unanswered requests: a caller beyond it gives up at once.
const outstandingMax = 8000

// open runs an open-loop load: it sends at a constant rate, independent of the answers.
func (f *flood) open(ctx context.Context, perSecond float64, lasts time.Duration) *tally {
	t := newTally()
	var asking sync.WaitGroup
	var outstanding atomic.Int64
	began := time.Now()
	for sent := 0; time.Since(began) < lasts && ctx.Err() == nil; time.Sleep(time.Millisecond) {
		for due := int(time.Since(began).Seconds() * perSecond); sent < due; sent++ {
			if outstanding.Load() >= outstandingMax {
				t.add(unasked, 0)
				continue
			}
			outstanding.Add(1)
			asking.Go(func() {
				defer outstanding.Add(-1)
				f.ask(t, sent)
			})
		}
	}
	asking.Wait()
	return t
}

// ticksSecond is the resolution of the system's process times.
const ticksSecond = 100

// spent returns the CPU time that a server and its database have used.
func spent(server *spawn.Server) (total time.Duration) {
	processes, err := databaseOf(server)
	if err != nil {
		return 0
	}
	for _, pid := range append(processes, server.PID()) {
		stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(after)
		if len(fields) < 13 {
			continue
		}
		for _, field := range fields[11:13] {
			ticks, _ := strconv.Atoi(field)
			total += time.Duration(ticks) * time.Second / ticksSecond
		}
	}
	return total
}
