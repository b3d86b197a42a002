// Package loadshed turns visitors' reads away while there is no room for them, on
// the connection itself: the answer is ready, so that a refusal costs a small part
// of what an answer does. What waits for no room, such as an answer from memory, is let in. It knows HTTP/1.1 as far as
// it takes to be sure of such a request; all else it leaves to net/http, and who
// is let in to whoever serves.
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

// Config says what is turned away.
type Config struct {
	// Base is where reads are served, such as /rest/v1/.
	Base string
	// VisitorKey is the token that visitors bring. Whoever brings another is
	// none of them.
	VisitorKey string
	// IsFull reports that there is no room for a visitor. It is asked for every
	// one, and must cost next to nothing.
	IsFull func() bool
	// NeedsNothing, unless nil, reports a read that waits for nothing, so that it is let
	// in although there is no room for those that do. It is asked when there is none.
	NeedsNothing func(*http.Request) bool
	// PerAnswer is how many are turned away for each read that is answered, so
	// that it never takes much of what answers are made with, whatever that is
	// at the moment. Who comes beyond waits to hear it, and is let in if there is
	// room by then.
	PerAnswer int
	// Places is how many reads are worked at at once; who comes beyond waits a
	// moment for a place. Answers that wait for nothing need it too: thousands of
	// them at once would keep everybody else from the processors. Whoever waits
	// for something meanwhile calls GiveBack.
	Places int64
	// Header and Body are what is answered: 503, to be asked again in a second.
	Header http.Header
	Body   []byte
}

// Listener is a listener whose connections turn reads away. Its server must call
// ConnState and ConnContext.
type Listener struct {
	net.Listener
	cfg                         Config
	begins, bearer, key, answer []byte
	turned, answered            atomic.Int64
	turnedAll                   atomic.Int64
	places                      *semaphore.Weighted

	mu   sync.Mutex
	pace *rate.Limiter
	// turns end at the step that they are kept under, reckoned from opened.
	turns  map[time.Duration]chan struct{}
	opened time.Time
}

// Times of a connection. The server reckons the time of its first request from
// when it was opened, so that it has to see one soon.
const (
	// idleMax is how long one that is turned away stays open without asking
	// again, and idleStep how often that is set anew.
	idleMax  = time.Minute
	idleStep = 5 * time.Second
	// newMax is how long a new one may be turned away.
	newMax = 5 * time.Second
	// waitMax is how long anybody waits to hear that he is turned away.
	waitMax = 5 * time.Second
	// placeMax is how long anybody waits for a place.
	placeMax = 500 * time.Millisecond
	// turnStep is how exactly turns are kept: whose turn comes within the same
	// step are woken by one timer, since thousands of them cost more than what
	// they are there for.
	turnStep = 25 * time.Millisecond
)

// turnedMin is how many may be turned away in a second even if nothing is
// answered.
const turnedMin = 200

// Listen returns a door for a listener.
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
func (d *Listener) Accept() (net.Conn, error) {
	accepted, err := d.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: accepted, door: d, isBetween: true, newUntil: time.Now().Add(newMax)}, nil
}

// ConnState learns when a connection waits for its next request.
func (d *Listener) ConnState(of net.Conn, state http.ConnState) {
	c, ok := of.(*conn)
	if !ok || state == http.StateActive || state == http.StateNew {
		return
	}
	c.leave()
	if state == http.StateIdle {
		if c.isRead {
			d.answered.Add(1)
		}
		c.isBetween, c.isRead, c.newUntil = true, false, time.Time{}
	}
}

type connKey struct{}

// ConnContext has GiveBack find the connection of a request.
func (d *Listener) ConnContext(ctx context.Context, of net.Conn) context.Context {
	if c, ok := of.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// GiveBack gives back the place of a request that waits for something from here
// on, and so keeps nobody from the processors.
func GiveBack(ctx context.Context) {
	if c, ok := ctx.Value(connKey{}).(*conn); ok {
		c.leave()
	}
}

// Reckon sets how many are turned away from now on by what was answered in the
// second since it was called last, and returns how many were turned away in it.
func (d *Listener) Reckon() (turned int64) {
	d.pace.SetLimit(rate.Limit(turnedMin + int64(d.cfg.PerAnswer)*d.answered.Swap(0)))
	return d.turned.Swap(0)
}

// Turned is how many were turned away since the door was made.
func (d *Listener) Turned() int64 { return d.turnedAll.Load() }

// conn is a connection at a door.
type conn struct {
	net.Conn
	door *Listener
	// isBetween says that the next byte begins a request, isRead that the one
	// that is being answered is a read.
	isBetween, isRead bool
	// hasPlace says that it took one.
	hasPlace atomic.Bool
	// newUntil is zero once the server has answered a request.
	newUntil, extended time.Time
}

// Read answers what is turned away itself, and returns the first bytes of
// everything else.
func (c *conn) Read(into []byte) (int, error) {
	if !c.isBetween {
		return c.Conn.Read(into)
	}
	for {
		n, err := c.Conn.Read(into)
		if err != nil || !c.door.isVisitorsRead(into[:n]) || c.enters() || c.entersSoon() || c.entersLight(into[:n]) || !c.mayWait() || c.entersLate() {
			c.isBetween, c.isRead = n == 0, bytes.HasPrefix(into[:n], c.door.begins)
			return n, err
		}
		c.door.turned.Add(1)
		c.door.turnedAll.Add(1)
		if _, err := c.Conn.Write(c.door.answer); err != nil {
			return 0, err
		}
	}
}

// Write gives the place back: who reads his answer slowly waits for himself.
func (c *conn) Write(part []byte) (int, error) {
	c.leave()
	return c.Conn.Write(part)
}

// ReadFrom lets the system copy files to the connection.
func (c *conn) ReadFrom(from io.Reader) (int64, error) {
	c.leave()
	if to, ok := c.Conn.(io.ReaderFrom); ok {
		return to.ReadFrom(from)
	}
	return io.Copy(struct{ io.Writer }{c.Conn}, from)
}

// mayWait keeps the connection open for its next request, as the server would
// if it had answered; false when the server has to see this one.
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

// isVisitorsRead reports one of the requests that may have to wait.
func (d *Listener) isVisitorsRead(head []byte) bool {
	return bytes.HasPrefix(head, d.begins) && d.isPlain(head)
}

// enters reports whether there is room for a read, whose place it takes.
func (c *conn) enters() bool {
	return c.took(!c.door.cfg.IsFull() && c.door.places.TryAcquire(1))
}

// entersSoon waits a moment for a place where nothing else is wanting.
func (c *conn) entersSoon() bool {
	if c.door.cfg.IsFull() {
		return false
	}
	soon, cancel := context.WithTimeout(context.Background(), placeMax)
	defer cancel()
	return c.took(c.door.places.Acquire(soon, 1) == nil)
}

// entersLight lets a read in that waits for nothing, once there is a place for its work.
func (c *conn) entersLight(head []byte) bool {
	if c.door.cfg.NeedsNothing == nil {
		return false
	}
	asked, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(head)))
	if err != nil || !c.door.cfg.NeedsNothing(asked) {
		return false
	}
	soon, cancel := context.WithTimeout(context.Background(), placeMax)
	defer cancel()
	return c.took(c.door.places.Acquire(soon, 1) == nil)
}

// entersLate waits until another may be turned away, and reports whether there
// is room by then.
func (c *conn) entersLate() bool {
	turn := c.door.turn()
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
		c.door.places.Release(1)
	}
}

// turn ends when another may be turned away; it is nil when that is now. Who is
// told after waitMax anyway holds up nobody else.
func (d *Listener) turn() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	next := d.pace.Reserve()
	wait := next.Delay()
	if wait <= 0 {
		return nil
	}
	if wait > waitMax {
		next.Cancel()
		wait = waitMax
	}
	now := time.Since(d.opened)
	step := (now + wait).Truncate(turnStep)
	turn := d.turns[step]
	if turn == nil {
		turn = make(chan struct{})
		d.turns[step] = turn
		time.AfterFunc(step-now, func() {
			d.mu.Lock()
			defer d.mu.Unlock()
			delete(d.turns, step)
			close(turn)
		})
	}
	return turn
}
