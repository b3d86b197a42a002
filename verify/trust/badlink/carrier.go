package badlink

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// carrier is one forwarded connection with its two halves.
type carrier struct {
	link      *Link
	near, far net.Conn
	once      sync.Once
	ended     chan struct{}
}

// cut resets both halves at once, as a failed machine does.
func (c *carrier) cut() { c.finish(reset) }

// end closes both halves and lets delivered data arrive.
func (c *carrier) end() { c.finish(func(conn net.Conn) { _ = conn.Close() }) }

func (c *carrier) finish(how func(net.Conn)) {
	c.once.Do(func() {
		close(c.ended)
		how(c.near)
		how(c.far)
	})
}

// piece is the result of one read.
type piece struct {
	bytes   []byte
	arrived time.Time
}

// Bounds on one read and on the pieces in transit.
const (
	readMax   = 32 << 10
	underWay  = 64
	stepsEach = 20 // writes per second on a low-bandwidth link
)

// move forwards one direction until it ends or a change of toxic ends it.
func (c *carrier) move(from, to net.Conn) {
	defer c.end()
	pieces := make(chan piece, underWay)
	c.link.running.Go(func() { c.read(from, pieces) })
	var carried int64
	for p := range pieces {
		toxic, turned := c.link.now()
		if toxic.IsDead {
			c.pauseUntil(turned)
		}
		if toxic.IsDead || toxic.IsDown || toxic.IsReset {
			c.cut()
			return
		}
		if toxic.Latency > 0 {
			late := toxic.Latency + time.Duration((2*rand.Float64()-1)*float64(toxic.Jitter))
			c.pause(time.Until(p.arrived.Add(late)))
		}
		isWhole := true
		if left := toxic.BytesMax - carried; toxic.BytesMax > 0 && int64(len(p.bytes)) >= left {
			p.bytes, isWhole = p.bytes[:max(left, 0)], false
		}
		carried += int64(len(p.bytes))
		if !c.deliver(to, p.bytes, toxic) || !isWhole {
			return
		}
	}
}

// read keeps reading while earlier pieces are delayed, so that latency does not reduce the
// bandwidth.
func (c *carrier) read(from net.Conn, into chan<- piece) {
	defer close(into)
	for {
		buffer := make([]byte, readMax)
		n, err := from.Read(buffer)
		if n > 0 {
			select {
			case into <- piece{buffer[:n], time.Now()}:
			case <-c.ended:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// deliver writes a piece as slowly or sliced as the toxic says.
func (c *carrier) deliver(to net.Conn, bytes []byte, toxic Toxic) bool {
	for len(bytes) > 0 {
		size, wait := len(bytes), time.Duration(0)
		switch {
		case toxic.BytesPerSecond > 0:
			size = min(size, max(toxic.BytesPerSecond/stepsEach, 1))
			wait = time.Duration(size) * time.Second / time.Duration(toxic.BytesPerSecond)
		case toxic.SliceBytes > 0:
			size = min(size, max(toxic.SliceBytes/2+rand.N(toxic.SliceBytes), 1))
			wait = toxic.SlicePause
		}
		c.pause(wait)
		if _, err := to.Write(bytes[:size]); err != nil {
			return false
		}
		bytes = bytes[size:]
	}
	return true
}

// pause waits. It returns early if the connection ends.
func (c *carrier) pause(wait time.Duration) {
	if wait <= 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.ended:
	}
}

func (c *carrier) pauseUntil(turned <-chan struct{}) {
	select {
	case <-turned:
	case <-c.ended:
	}
}
