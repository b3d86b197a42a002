// Package loadshed refuses anonymous reads on the connection itself while the server is overloaded.
// The refusal is prepared in advance and costs a small part of what an answer does. Reads that wait
// for nothing, such as answers from the response cache, are let in. The package parses just enough
// HTTP/1.1 to recognise such a request with certainty and leaves all others to net/http. It serves
// no request itself.
package loadshed

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// Config says what is refused and how.
type Config struct {
	// Base is the path prefix of the reads, such as /rest/v1/.
	Base string
	// VisitorKey is the token of anonymous visitors. A request with another token is not anonymous.
	VisitorKey string
	// IsFull reports that the server has no room for an anonymous read. It is called for each of
	// them and must cost next to nothing.
	IsFull func() bool
	// NeedsNothing reports that a read waits for nothing, so that it is let in even when IsFull. It
	// is called only then, and may be nil.
	NeedsNothing func(*http.Request) bool
	// PerAnswer is how many reads may be refused for each read that is answered, so that refusals
	// never take much of the processing power, whatever that is at the moment. Reads beyond that
	// wait for their refusal, and are let in if there is room by then.
	PerAnswer int
	// Places is how many reads are processed at once. A read beyond that waits a moment for a
	// place. Answers that wait for nothing need a place too: thousands of them at once would starve
	// the other requests of CPU time. A request that starts to wait for something else calls
	// GiveBack.
	Places int64
	// Header and Body are the refusal. Its status is 503, with Retry-After: 1.
	Header http.Header
	Body   []byte
}

// Listener is a net.Listener whose connections refuse reads during overload. Its HTTP server must
// call ConnState and ConnContext.
type Listener struct {
	net.Listener
	cfg                         Config
	begins, bearer, key, answer []byte
	turned, answered            atomic.Int64
	turnedAll                   atomic.Int64
	places                      *semaphore.Weighted

	mu   sync.Mutex
	pace *rate.Limiter
	// turns are closed at the time.Duration since opened that is their key.
	turns  map[time.Duration]chan struct{}
	opened time.Time
}

// Timeouts of a connection. The server measures the time for the first request from when the
// connection was opened, so it has to see a request soon.
const (
	// idleMax is how long a connection stays open after a refusal without a new request, idleStep
	// how often that deadline is renewed.
	idleMax  = time.Minute
	idleStep = 5 * time.Second
	// newMax is how long requests on a new connection may be refused here.
	newMax = 5 * time.Second
	// waitMax is how long a request waits for its refusal at most.
	waitMax = 5 * time.Second
	// placeMax is how long a request waits for a place at most.
	placeMax = 500 * time.Millisecond
	// turnStep is the resolution of turns. One timer wakes all requests whose turn falls into the
	// same step, because thousands of timers would cost more than the refusals they delay.
	turnStep = 25 * time.Millisecond
)

// turnedMin is how many reads may be refused per second even if none is answered.
const turnedMin = 200

// Listen wraps a listener.
func Listen(listener net.Listener, cfg Config) *Listener {
	var answer bytes.Buffer
	answer.WriteString("HTTP/1.1 503 Service Unavailable\r\n")
	_ = cfg.Header.Write(&answer)
	answer.WriteString("Retry-After: 1\r\nContent-Length: " + strconv.Itoa(len(cfg.Body)) + "\r\n\r\n")
	answer.Write(cfg.Body)
	return &Listener{
		Listener: listener, cfg: cfg, answer: answer.Bytes(),
		begins: []byte("GET " + cfg.Base), bearer: []byte("Bearer " + cfg.VisitorKey), key: []byte(cfg.VisitorKey),
		pace: rate.NewLimiter(turnedMin, turnedMin), places: semaphore.NewWeighted(cfg.Places),
		turns: map[time.Duration]chan struct{}{}, opened: time.Now(),
	}
}

// Accept waits for the next connection.
func (l *Listener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: accepted, listener: l, isBetween: true, newUntil: time.Now().Add(newMax)}, nil
}

// ConnState notes when a connection becomes idle. It is for http.Server.ConnState.
func (l *Listener) ConnState(netConn net.Conn, state http.ConnState) {
	c, ok := netConn.(*conn)
	if !ok || state == http.StateActive || state == http.StateNew {
		return
	}
	c.leave()
	if state == http.StateIdle {
		if c.isRead {
			l.answered.Add(1)
		}
		c.isBetween, c.isRead, c.newUntil = true, false, time.Time{}
	}
}

type connKey struct{}

// ConnContext lets GiveBack find the connection of a request. It is for http.Server.ConnContext.
func (l *Listener) ConnContext(ctx context.Context, netConn net.Conn) context.Context {
	if c, ok := netConn.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// GiveBack gives back the place of a request that waits for something from here on and so uses no
// CPU time.
func GiveBack(ctx context.Context) {
	if c, ok := ctx.Value(connKey{}).(*conn); ok {
		c.leave()
	}
}

// Reckon sets the rate of refusals from the number of reads answered since the last call, one
// second ago, and returns how many were refused in that time.
func (l *Listener) Reckon() (turned int64) {
	l.pace.SetLimit(rate.Limit(turnedMin + int64(l.cfg.PerAnswer)*l.answered.Swap(0)))
	return l.turned.Swap(0)
}

// Turned returns how many reads were refused since the listener was made.
func (l *Listener) Turned() int64 { return l.turnedAll.Load() }

// conn is a connection of a Listener.
type conn struct {
	net.Conn
	listener *Listener
	// isBetween says that the next byte begins a request, isRead that the request being answered is
	// a read.
	isBetween, isRead bool
	// hasPlace says that the current request holds a place.
	hasPlace atomic.Bool
	// newUntil is zero once the server has answered a request.
	newUntil, extended time.Time
}

// Read refuses requests itself where it may, and returns the first bytes of all others.
func (c *conn) Read(into []byte) (int, error) {
	if !c.isBetween {
		return c.Conn.Read(into)
	}
	for {
		n, err := c.Conn.Read(into)
		if err != nil || !c.listener.isVisitorsRead(into[:n]) || c.enters() || c.entersSoon() || c.entersLight(into[:n]) || !c.mayWait() || c.entersLate() {
			c.isBetween, c.isRead = n == 0, bytes.HasPrefix(into[:n], c.listener.begins)
			return n, err
		}
		c.listener.turned.Add(1)
		c.listener.turnedAll.Add(1)
		if _, err := c.Conn.Write(c.listener.answer); err != nil {
			return 0, err
		}
	}
}

// Write gives the place back first, so that a client that reads its answer slowly holds no place.
func (c *conn) Write(part []byte) (int, error) {
	c.leave()
	return c.Conn.Write(part)
}

// ReadFrom lets the operating system copy files to the connection.
func (c *conn) ReadFrom(from io.Reader) (int64, error) {
	c.leave()
	if to, ok := c.Conn.(io.ReaderFrom); ok {
		return to.ReadFrom(from)
	}
	return io.Copy(struct{ io.Writer }{c.Conn}, from)
}

// mayWait keeps the connection open for its next request, as the server would after an answer. It
// returns false if the server has to see this request.
func (c *conn) mayWait() bool {
	now := time.Now()
	if !c.newUntil.IsZero() && now.After(c.newUntil) {
		return false
	}
	if now.Sub(c.extended) < idleStep {
		return true
	}
	c.extended = now
	return c.SetDeadline(now.Add(idleMax)) == nil
}

// isVisitorsRead reports that a request is an anonymous read, which may be refused.
func (l *Listener) isVisitorsRead(head []byte) bool {
	return bytes.HasPrefix(head, l.begins) && l.isPlain(head)
}

// enters takes a place for a read if there is room at once, and reports whether it did.
func (c *conn) enters() bool {
	return c.took(!c.listener.cfg.IsFull() && c.listener.places.TryAcquire(1))
}

// entersSoon waits up to placeMax for a place, unless the server is full.
func (c *conn) entersSoon() bool {
	if c.listener.cfg.IsFull() {
		return false
	}
	soon, cancel := context.WithTimeout(context.Background(), placeMax)
	defer cancel()
	return c.took(c.listener.places.Acquire(soon, 1) == nil)
}

// entersLight admits a read that waits for nothing, once there is a place to process it.
func (c *conn) entersLight(head []byte) bool {
	if c.listener.cfg.NeedsNothing == nil {
		return false
	}
	asked, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(head)))
	if err != nil || !c.listener.cfg.NeedsNothing(asked) {
		return false
	}
	soon, cancel := context.WithTimeout(context.Background(), placeMax)
	defer cancel()
	return c.took(c.listener.places.Acquire(soon, 1) == nil)
}

// entersLate waits until another read may be refused, and reports whether there is room by then.
func (c *conn) entersLate() bool {
	turn := c.listener.turn()
	if turn == nil {
		return false
	}
	<-turn
	return c.enters()
}

func (c *conn) took(hasPlace bool) bool {
	c.hasPlace.Store(hasPlace)
	return hasPlace
}

func (c *conn) leave() {
	if c.hasPlace.CompareAndSwap(true, false) {
		c.listener.places.Release(1)
	}
}

// turn returns a channel that closes when another read may be refused, nil if that is now. A
// request that is refused after waitMax in any case uses up no turn of the others.
func (l *Listener) turn() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := l.pace.Reserve()
	wait := next.Delay()
	if wait <= 0 {
		return nil
	}
	if wait > waitMax {
		next.Cancel()
		wait = waitMax
	}
	now := time.Since(l.opened)
	step := (now + wait).Truncate(turnStep)
	turn := l.turns[step]
	if turn == nil {
		turn = make(chan struct{})
		l.turns[step] = turn
		time.AfterFunc(step-now, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			delete(l.turns, step)
			close(turn)
		})
	}
	return turn
}
