package realtime

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"automacao/internal/background"
	"automacao/internal/wire/token"
)

// socket is one client's connection. Its channels are joined and left by the
// goroutine that reads it; everyone else only sends to it or ends it.
type socket struct {
	hub     *Hub
	conn    *websocket.Conn
	version version
	ip      string
	// claims are those of the apikey, used by joins that bring no token.
	claims token.Claims

	messages, joins, presence *rate.Limiter

	queue     *queue
	cancel    context.CancelFunc
	ended     atomic.Bool
	goodbye   atomic.Pointer[goodbye]
	recheckAt atomic.Int64 // unix nanoseconds

	mu       sync.Mutex
	channels map[string]*channel
}

// goodbye is the close frame that follows the last queued frame.
type goodbye struct {
	code   websocket.StatusCode
	reason string
}

func (h *Hub) newSocket(conn *websocket.Conn, v version, ip string, claims token.Claims) *socket {
	conn.SetReadLimit(h.cfg.FrameBytesMax)
	s := &socket{
		hub: h, conn: conn, version: v, ip: ip, claims: claims,
		messages: limiter(h.cfg.MessagesPerSecond, 4*h.cfg.MessagesPerSecond),
		joins:    limiter(h.cfg.JoinsPerSecond, float64(h.cfg.ChannelsMax)),
		presence: limiter(h.cfg.PresencePerSecond, 10),
		queue:    newQueue(h.cfg.QueueBytesMax, h.cfg.QueueFramesMax),
		channels: map[string]*channel{},
	}
	s.recheckAt.Store(h.now().Add(h.cfg.RecheckEvery).UnixNano())
	return s
}

func limiter(perSecond, burst float64) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(perSecond), max(1, int(burst)))
}

// serve runs the socket until either side ends it.
func (s *socket) serve(ctx context.Context) {
	ctx, s.cancel = context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.guard("write to a socket", func() { s.write(ctx) })
	}()
	s.guard("read a socket", func() { s.read(ctx) })
	for _, ch := range s.all() {
		s.guard("leave a channel", func() { ch.detach() })
	}
	s.end(websocket.StatusNormalClosure, "")
	<-written
	s.cancel()
}

// guard does work for the socket and drops it when the work panics.
func (s *socket) guard(what string, work func()) {
	if !background.Survive(s.hub.log, "realtime: "+what, work) {
		s.drop()
	}
}

// read handles messages until the connection fails or stays silent for two
// heartbeats and some slack.
func (s *socket) read(ctx context.Context) {
	silence := 2*s.hub.cfg.Heartbeat + s.hub.cfg.Heartbeat/2
	for {
		kind, data, err := s.receive(ctx, silence)
		if err != nil {
			return
		}
		if !s.messages.Allow() {
			s.end(websocket.StatusPolicyViolation, "Too many messages per second")
			return
		}
		m, err := s.version.decode(kind, data)
		if err != nil {
			s.end(websocket.StatusInvalidFramePayloadData, "Malformed message")
			return
		}
		s.handle(ctx, m)
	}
}

func (s *socket) receive(ctx context.Context, silence time.Duration) (websocket.MessageType, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	return s.conn.Read(ctx)
}

// write sends queued frames, then the close frame once the queue is closed.
func (s *socket) write(ctx context.Context) {
	defer func() { _ = s.conn.CloseNow() }()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.queue.ready:
		}
		frames, last := s.queue.take()
		for _, f := range frames {
			if s.writeFrame(ctx, f) != nil {
				return
			}
		}
		if last {
			bye := s.goodbye.Load()
			_ = s.conn.Close(bye.code, bye.reason)
			return
		}
	}
}

func (s *socket) writeFrame(ctx context.Context, f frame) error {
	ctx, cancel := context.WithTimeout(ctx, s.hub.cfg.WriteTimeout)
	defer cancel()
	return s.conn.Write(ctx, f.kind, f.data)
}

// send queues a frame. A client that does not keep up is dropped: it has
// missed something either way, and reconnecting makes it ask for the state.
func (s *socket) send(f frame) {
	if !s.queue.push(f) {
		s.hub.log.Info("realtime: dropped a socket that stopped reading", "ip", s.ip)
		s.drop()
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
		s.queue.close()
	}
}

// drop closes the socket at once.
func (s *socket) drop() {
	s.ended.Store(true)
	s.cancel()
}

// expel tells every channel why and ends the socket. The channels are closed
// first, so that the client does not try to rejoin with the same token.
func (s *socket) expel(reason string) {
	for _, ch := range s.all() {
		ch.shut(reason)
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
