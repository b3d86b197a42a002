package realtime

import (
	"bufio"
	"encoding/binary"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// The library keeps these buffers for each connection. A heartbeat fits into the read buffer and a
// control frame (RFC 6455, section 5.5) is written at once. Longer data bypasses its buffers.
const (
	readAheadBytes    = 128
	controlFrameBytes = 128
)

// gatherBytes is the size of one write of waiting frames, in bytes.
const gatherBytes = 16 << 10

// gathering holds the buffers that a socket uses only while it sends.
var gathering = sync.Pool{New: func() any { return new([gatherBytes]byte) }}

// conn is a websocket that uses almost no memory while idle. The library does the handshakes and
// reads frames. Data frames are written here, because the library's writer would keep a buffer for
// each connection.
type conn struct {
	net.Conn
	// library must not be read while a goroutine awaits the next frame.
	library *websocket.Conn
	ahead   *bufio.Reader
	// early are the bytes that arrived together with the request.
	early []byte

	interrupted atomic.Bool
	writing     sync.Mutex // held for whole frames
	timeout     time.Duration
}

// upgrade turns a request into a websocket, or answers it with an error. A write that stalls for
// the timeout fails.
func upgrade(w http.ResponseWriter, r *http.Request, origins []string, timeout time.Duration) (*conn, error) {
	over := &takeover{ResponseWriter: w, conn: &conn{timeout: timeout}}
	c := over.conn
	library, err := websocket.Accept(over, r, &websocket.AcceptOptions{
		OriginPatterns:  origins,
		CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		return nil, err
	}
	c.library = library
	// The library wraps this reader in another; it is empty at this point.
	c.ahead.Reset(c)
	return c, nil
}

// takeover gives the library a connection with small buffers instead of those of net/http.
type takeover struct {
	http.ResponseWriter
	conn      *conn
	isRefused bool
}

// WriteHeader is called by the library, with an error status if the request is not a websocket
// handshake or its origin is not allowed.
func (t *takeover) WriteHeader(status int) {
	if t.isRefused = status >= http.StatusBadRequest; t.isRefused {
		t.Header().Set("Content-Type", "application/json; charset=utf-8")
	}
	t.ResponseWriter.WriteHeader(status)
}

func (t *takeover) Write(text []byte) (int, error) {
	if t.isRefused {
		return t.ResponseWriter.Write(encodeJSON(map[string]string{"error": strings.TrimSpace(string(text))}))
	}
	return t.ResponseWriter.Write(text)
}

// Hijack is called by the library once it has answered the request.
func (t *takeover) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	taken, with, err := http.NewResponseController(t.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, _ := with.Peek(with.Reader.Buffered())
	t.conn.Conn, t.conn.early = taken, slices.Clone(early)
	t.conn.ahead = bufio.NewReaderSize(t.conn, readAheadBytes)
	return t.conn, bufio.NewReadWriter(t.conn.ahead, bufio.NewWriterSize(t.conn, controlFrameBytes)), nil
}

// Read is called by the library.
func (c *conn) Read(into []byte) (int, error) {
	if len(c.early) == 0 {
		return c.Conn.Read(into)
	}
	n := copy(into, c.early)
	c.early = c.early[n:]
	return n, nil
}

// Write is called by the library for its control frames, which are sent at once.
func (c *conn) Write(frame []byte) (int, error) {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.SetWriteDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(frame)
}

// expect sets the deadline of reading to the given silence; it fails at once if the connection is
// about to be closed.
func (c *conn) expect(silence time.Duration) error {
	if err := c.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	if c.interrupted.Load() {
		return errInterrupted
	}
	return nil
}

// await returns once data has arrived. A socket's goroutine spends most of its life here, so it
// makes as few nested calls as possible: its stack is the memory that a silent socket costs.
func (c *conn) await(silence time.Duration) error {
	err := c.expect(silence)
	if err == nil {
		_, err = c.ahead.Peek(1)
	}
	if err != nil && c.interrupted.Load() {
		return errInterrupted
	}
	return err
}

var errInterrupted = errors.New("the connection is about to be closed")

// interrupt makes the current or next read fail, so that the connection can be closed with a close
// frame.
func (c *conn) interrupt() {
	c.interrupted.Store(true)
	_ = c.SetReadDeadline(time.Unix(1, 0))
}

// close sends a close frame and waits a moment for the client's. No other goroutine may read or
// write any more.
func (c *conn) close(code websocket.StatusCode, reason string) {
	_ = c.SetReadDeadline(time.Time{})
	_ = c.library.Close(code, reason)
}

// send writes data frames, small ones together.
func (c *conn) send(frames []frame) error {
	buffer := gathering.Get().(*[gatherBytes]byte)
	defer gathering.Put(buffer)
	for len(frames) > 0 {
		var gathered, rest []byte
		gathered, rest, frames = gather(buffer[:0], frames)
		if err := c.sendWhole(gathered, rest); err != nil {
			return err
		}
	}
	return nil
}

func (c *conn) sendWhole(gathered, rest []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	if err := c.SetWriteDeadline(time.Now().Add(c.timeout)); err != nil {
		return err
	}
	_, err := c.Conn.Write(gathered)
	if err == nil && len(rest) > 0 {
		_, err = c.Conn.Write(rest)
	}
	return err
}

// gather copies as many frames as fit into a buffer, at least the beginning of one. It returns the
// rest of that one and the frames that are left.
func gather(into []byte, frames []frame) (gathered, rest []byte, left []frame) {
	for len(frames) > 0 {
		f := frames[0]
		if len(into) > 0 && len(into)+headerBytesMax+f.length() > cap(into) {
			break
		}
		into, frames = append(appendHeader(into, f), f.head...), frames[1:]
		fits := min(len(f.data), cap(into)-len(into)) // heads are short
		into, rest = append(into, f.data[:fits]...), f.data[fits:]
	}
	return into, rest, frames
}

const headerBytesMax = 10

// appendHeader appends the header of an unfragmented server frame (RFC 6455, section 5.2). The
// kinds are the library's opcodes.
func appendHeader(into []byte, f frame) []byte {
	into = append(into, 1<<7|byte(f.kind))
	switch length := f.length(); {
	case length <= 125:
		return append(into, byte(length))
	case length <= 1<<16-1:
		return binary.BigEndian.AppendUint16(append(into, 126), uint16(length))
	default:
		return binary.BigEndian.AppendUint64(append(into, 127), uint64(length))
	}
}

// queue holds the frames that wait for one socket. It is bounded, so that a client that stops
// reading costs a known amount of memory and is then disconnected; pushing never blocks. It also
// says when a goroutine must be started to write: none waits for frames that may not come for
// hours.
type queue struct {
	bytesMax, framesMax int

	mu     sync.Mutex
	frames []frame
	bytes  int
	closed bool
	// attended is true while a goroutine takes frames.
	attended bool
}

// push returns fits false if the queue is full, and isUnattended true if the caller must start a
// goroutine to take frames. A closed queue discards frames: its socket is being closed.
func (q *queue) push(f frame) (fits, isUnattended bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true, false
	}
	if len(q.frames) >= q.framesMax || q.bytes+f.length() > q.bytesMax {
		return false, false
	}
	q.frames = append(q.frames, f)
	q.bytes += f.length()
	return true, q.attend()
}

// take empties the queue. A goroutine that finds it empty stops attending it; last is true only for
// the one that finds it empty and closed.
func (q *queue) take() (frames []frame, last bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	frames, q.frames, q.bytes = q.frames, nil, 0
	if len(frames) > 0 {
		return frames, false
	}
	q.attended = q.closed
	return nil, q.closed
}

// close reports whether the caller must start a goroutine to attend the queue, so that there is a
// last one.
func (q *queue) close() (isUnattended bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.closed = true
	return q.attend()
}

func (q *queue) attend() (isFirst bool) {
	isFirst = !q.attended
	q.attended = true
	return isFirst
}
