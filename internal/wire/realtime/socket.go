package realtime

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"automacao/internal/kernel/background"
	"automacao/internal/wire/token"
)

// socket is one client's connection. Only the goroutine that reads it joins and leaves its
// channels; other goroutines only send to it or close it.
//
// While the client is silent, one goroutine with an almost empty stack waits for it. Another
// goroutine reads and handles what arrives and frees its stack when it ends; a third writes in the
// same way.
type socket struct {
	hub     *Hub
	conn    *conn
	version version
	ip      string
	// claims are those of the apikey, for joins without a token.
	claims token.Claims

	messages, joins *rate.Limiter

	queue     queue
	ctx       context.Context
	cancel    context.CancelFunc
	ended     atomic.Bool
	goodbye   atomic.Pointer[goodbye]
	left      atomic.Bool  // by its reader or its writer
	recheckAt atomic.Int64 // unix nanoseconds

	mu       sync.Mutex
	channels map[string]*channel
}

// goodbye is the close frame that follows the last queued frame.
type goodbye struct {
	code   websocket.StatusCode
	reason string
}

func (h *Hub) newSocket(c *conn, v version, ip string, claims token.Claims) *socket {
	c.library.SetReadLimit(h.cfg.FrameBytesMax)
	ctx, cancel := context.WithCancel(context.Background())
	s := &socket{
		hub: h, conn: c, version: v, ip: ip, claims: claims, ctx: ctx,
		cancel:   func() { cancel(); _ = c.Close() },
		messages: limiter(h.cfg.MessagesPerSecond, 4*h.cfg.MessagesPerSecond),
		joins:    limiter(h.cfg.JoinsPerSecond, float64(h.cfg.ChannelsMax)),
		queue:    queue{bytesMax: h.cfg.QueueBytesMax, framesMax: h.cfg.QueueFramesMax},
		channels: map[string]*channel{},
	}
	// Spread the first rechecks of sockets that connect at the same time, as after a restart.
	early := rand.N(h.cfg.RecheckEvery / 2)
	s.recheckAt.Store(h.now().Add(h.cfg.RecheckEvery - early).UnixNano())
	return s
}

func limiter(perSecond, burst float64) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(perSecond), max(1, int(burst)))
}

// silenceMax is two and a half heartbeats.
func (s *socket) silenceMax() time.Duration { return 2*s.hub.cfg.Heartbeat + s.hub.cfg.Heartbeat/2 }

// wait waits for the client's next message and starts a goroutine to read it.
func (s *socket) wait() {
	switch err := s.conn.await(s.silenceMax()); {
	case err == nil:
		go s.readMessages()
	case errors.Is(err, errInterrupted):
		go s.detachAll()
	default:
		s.drop()
		go s.detachAll()
	}
}

// readMessages reads and handles what has arrived, then waits again.
func (s *socket) readMessages() {
	goesOn := false
	s.guard("read a socket", func() { goesOn = s.read() })
	if goesOn {
		go s.wait()
		return
	}
	s.detachAll()
}

// read handles messages until no more are buffered; false if the connection has failed or must
// close.
func (s *socket) read() (goesOn bool) {
	for isFirst := true; isFirst || s.conn.ahead.Buffered() > 0; isFirst = false {
		if s.conn.expect(s.silenceMax()) != nil {
			return false
		}
		kind, data, err := s.conn.library.Read(context.Background())
		if errors.Is(err, os.ErrDeadlineExceeded) && !s.conn.interrupted.Load() {
			s.drop() // without a close frame, as after silence, so that the client reconnects
		}
		if err != nil {
			return false
		}
		if !s.messages.Allow() {
			s.expel("Too many messages per second")
			return false
		}
		m, err := s.version.decode(kind, data)
		if err != nil {
			s.end(websocket.StatusInvalidFramePayloadData, "Malformed message")
			return false
		}
		s.handle(s.ctx, m)
	}
	return true
}

// detachAll detaches the socket's channels and closes it; nothing reads it any more.
func (s *socket) detachAll() {
	for _, ch := range s.all() {
		s.guard("leave a channel", func() { ch.detach() })
	}
	s.end(websocket.StatusNormalClosure, "")
	s.finish()
	s.closeWhenBothDone()
}

// write sends what is queued until the queue is empty.
func (s *socket) write() {
	last, survived := false, false
	for !survived {
		survived = s.guard("write to a socket", func() { last = s.drain() })
	}
	if last {
		s.conn.interrupt()
		s.closeWhenBothDone()
	}
}

// drain reports whether nothing more will ever be queued.
func (s *socket) drain() (last bool) {
	for {
		frames, last := s.queue.take()
		if len(frames) == 0 {
			return last
		}
		if s.conn.send(frames) != nil {
			s.drop()
		}
	}
}

// finish closes the queue.
func (s *socket) finish() {
	if s.queue.close() {
		go s.write()
	}
}

// closeWhenBothDone is called by the socket's reader and by its writer when they end; the second
// call closes the connection.
func (s *socket) closeWhenBothDone() {
	if !s.left.Swap(true) {
		return
	}
	s.guard("close a socket", func() {
		if bye := s.goodbye.Load(); bye != nil {
			s.conn.close(bye.code, bye.reason)
		}
		_ = s.conn.library.CloseNow()
	})
	s.cancel()
	s.hub.registry.remove(s)
	s.hub.registry.release(s.ip)
}

// guard runs work for the socket, and drops the socket if the work panics.
func (s *socket) guard(what string, work func()) (survived bool) {
	survived = background.Survive(s.hub.log, "realtime: "+what, work)
	if !survived {
		s.drop()
	}
	return survived
}

// send queues a frame. A client that does not keep up is disconnected: it has missed something
// either way, and reconnecting makes it fetch the state.
func (s *socket) send(f frame) {
	fits, isUnattended := s.queue.push(f)
	if !fits {
		s.hub.log.Info("realtime: dropped a socket that stopped reading", "ip", s.ip)
		s.drop()
	}
	if isUnattended {
		go s.write()
	}
}

func (s *socket) sendMessage(m message) { s.send(s.version.encode(m)) }

// reply answers the message m with status ok or error.
func (s *socket) reply(m message, status string, response any) {
	s.sendMessage(message{
		JoinRef: m.JoinRef, Ref: m.Ref, Topic: m.Topic, Event: eventReply,
		Payload: encodeJSON(map[string]any{"status": status, "response": response}),
	})
}

func (s *socket) refuse(m message, reason string) {
	s.reply(m, "error", map[string]string{"reason": reason})
}

// end closes the socket after what is queued has been sent.
func (s *socket) end(code websocket.StatusCode, reason string) {
	if s.ended.CompareAndSwap(false, true) {
		s.goodbye.Store(&goodbye{code: code, reason: reason})
		s.finish()
	}
}

// drop closes the socket at once.
func (s *socket) drop() {
	s.ended.Store(true)
	s.cancel()
}

// expel tells every channel why and closes the socket. It closes the channels first, so that the
// client does not try to rejoin with the same token.
func (s *socket) expel(reason string) {
	for _, ch := range s.all() {
		ch.closeForGood(reason)
	}
	s.end(websocket.StatusPolicyViolation, reason)
}

func (s *socket) all() []*channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	channels := make([]*channel, 0, len(s.channels))
	for _, ch := range s.channels {
		channels = append(channels, ch)
	}
	return channels
}

func (s *socket) find(topic string) *channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[topic]
}
