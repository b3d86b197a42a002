// Package badlink carries connections between two ends and makes the way bad
// on purpose: slow, thin, chopped, cut or dead, as Toxiproxy names it. It knows
// nothing of what is said on them.
package badlink

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// Toxic is what is wrong with a link. The zero Toxic is a good link.
type Toxic struct {
	Name string
	// Latency is how much later everything arrives, give or take Jitter.
	Latency, Jitter time.Duration
	// BytesPerSecond bounds each direction of a connection, unless it is 0.
	BytesPerSecond int
	// SliceBytes is how long the pieces are that arrive, give or take half, with
	// SlicePause between them; 0 leaves what is sent together.
	SliceBytes int
	SlicePause time.Duration
	// BytesMax is after how many bytes of one direction a connection ends, unless
	// it is 0.
	BytesMax int64
	// IsDown refuses connections and cuts those that are there.
	IsDown bool
	// IsReset cuts a connection as soon as anything is sent on it.
	IsReset bool
	// IsDead carries nothing more and says nothing of it.
	IsDead bool
}

// Link listens and carries what is said to its other end and back.
type Link struct {
	listener net.Listener
	dial     func(context.Context) (net.Conn, error)
	closing  context.Context
	close    context.CancelFunc
	running  sync.WaitGroup

	mu    sync.Mutex
	toxic Toxic
	// turned is closed when the toxic is another.
	turned chan struct{}
	conns  map[*carrier]struct{}
}

// New returns a good link to what dial reaches. The caller closes it.
func New(dial func(context.Context) (net.Conn, error)) (*Link, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Link{listener: listener, dial: dial, turned: make(chan struct{}), conns: map[*carrier]struct{}{}}
	l.closing, l.close = context.WithCancel(context.Background())
	l.running.Go(l.accept)
	return l, nil
}

// To dials one address.
func To(network, address string) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
}

// Addr is where the link listens.
func (l *Link) Addr() string { return l.listener.Addr().String() }

// Turn makes the link bad, or good again. What a dead link has swallowed is
// lost: its connections are cut when it is turned.
func (l *Link) Turn(to Toxic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	isOver := l.toxic.IsDead || to.IsDown
	l.toxic = to
	close(l.turned)
	l.turned = make(chan struct{})
	if isOver {
		for c := range l.conns {
			c.cut()
		}
	}
}

// Conns is how many connections are carried.
func (l *Link) Conns() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.conns)
}

// Close cuts everything and waits until it has ended.
func (l *Link) Close() error {
	l.close()
	err := l.listener.Close()
	l.mu.Lock()
	for c := range l.conns {
		c.cut()
	}
	l.mu.Unlock()
	l.running.Wait()
	return err
}

func (l *Link) now() (toxic Toxic, turned <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.toxic, l.turned
}

func (l *Link) accept() {
	for {
		near, err := l.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue
		}
		l.running.Go(func() { l.carry(near) })
	}
}

// carry joins a connection with the other end until either ends.
func (l *Link) carry(near net.Conn) {
	if toxic, _ := l.now(); toxic.IsDown {
		reset(near)
		return
	}
	far, err := l.dial(l.closing)
	if err != nil {
		reset(near)
		return
	}
	c := &carrier{link: l, near: near, far: far, ended: make(chan struct{})}
	l.mu.Lock()
	l.conns[c] = struct{}{}
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		delete(l.conns, c)
		l.mu.Unlock()
	}()
	if l.closing.Err() != nil {
		c.cut()
	}
	var both sync.WaitGroup
	both.Go(func() { c.move(near, far) })
	both.Go(func() { c.move(far, near) })
	both.Wait()
}

// reset ends a connection without a word, as a machine does that is gone.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
