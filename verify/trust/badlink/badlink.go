// Package badlink forwards connections between two ends and impairs them on purpose: slow, low
// bandwidth, sliced, cut or dead, as Toxiproxy does. It must not know anything about the protocols
// on them.
package badlink

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// Toxic is the impairment of a link. The zero Toxic is a good link.
type Toxic struct {
	Name string
	// Latency delays everything, plus or minus Jitter.
	Latency, Jitter time.Duration
	// BytesPerSecond bounds each direction of a connection; 0 means no limit.
	BytesPerSecond int
	// SliceBytes is the size of the pieces that arrive, plus or minus half, with SlicePause between
	// them; 0 does not slice.
	SliceBytes int
	SlicePause time.Duration
	// BytesMax is the number of bytes in one direction after which a connection ends; 0 means no
	// limit.
	BytesMax int64
	// IsDown refuses connections and cuts the existing ones.
	IsDown bool
	// IsReset cuts a connection as soon as anything is sent on it.
	IsReset bool
	// IsDead silently drops everything.
	IsDead bool
}

// Link listens and forwards connections to its other end.
type Link struct {
	listener net.Listener
	dial     func(context.Context) (net.Conn, error)
	closing  context.Context
	close    context.CancelFunc
	running  sync.WaitGroup

	mu    sync.Mutex
	toxic Toxic
	// turned is closed when the toxic changes.
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

// To returns a dial function for one address.
func To(network, address string) func(context.Context) (net.Conn, error) {
	return func(ctx context.Context) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
}

// Addr returns the address on which the link listens.
func (l *Link) Addr() string { return l.listener.Addr().String() }

// Turn changes the link's toxic. Data that a dead link has dropped is lost, so its connections are
// cut when it is turned.
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

// Conns returns the number of open connections.
func (l *Link) Conns() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.conns)
}

// Close cuts all connections and waits until they have ended.
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

// carry connects a client to the other end until either side ends.
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

// reset ends a connection with a TCP reset, as a failed machine does.
func reset(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
