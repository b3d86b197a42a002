package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/google/uuid"

	"automacao/internal/wire/client"
)

// backOff are the front end client's pauses before it reconnects. Each is varied at random between
// half and one and a half times its length.
var backOff = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second}

func jittered(tries int) time.Duration {
	base := backOff[min(tries, len(backOff)-1)]
	return base/2 + rand.N(base)
}

// listener is one open tab: it receives a member's messages, reconnects when it is disconnected,
// and then reads what it may have missed.
type listener struct {
	who  *client.Client
	from string // its own address
	// onMessage, if set, is called with each message that arrives on the socket.
	onMessage func(id uuid.UUID)

	joins  atomic.Int64
	joined chan time.Time

	mu    sync.Mutex
	shown map[uuid.UUID]int // how often it appears in what is shown
	order []uuid.UUID
}

func newListener(who *client.Client, number int) *listener {
	// The server limits connections per address, so each listener has its own.
	from := fmt.Sprintf("127.0.%d.%d", 1+number/100/250, 1+number/100%250)
	return &listener{who: who, from: from, joined: make(chan time.Time, 100), shown: map[uuid.UUID]int{}}
}

// run keeps it connected until ctx ends.
func (l *listener) run(ctx context.Context) {
	for tries := 0; ctx.Err() == nil; tries++ {
		if l.session(ctx) {
			tries = 0
		}
		select {
		case <-ctx.Done():
		case <-time.After(jittered(tries)):
		}
	}
}

// session runs one connection. It reports whether it subscribed and caught up at least once.
func (l *listener) session(ctx context.Context) (heard bool) {
	socket, err := l.connect(ctx, 0)
	if err != nil {
		return false
	}
	defer func() { _ = socket.CloseNow() }()
	beating, stop := context.WithCancel(ctx)
	defer stop()
	go beat(beating, socket)
	for {
		var frame struct {
			Event   string
			Payload json.RawMessage
		}
		if err := wsjson.Read(ctx, socket, &frame); err != nil {
			return heard
		}
		switch {
		case frame.Event == "system" && strings.Contains(string(frame.Payload), "Subscribed to PostgreSQL"):
			if err := l.catchUp(ctx); err != nil {
				return heard
			}
			heard = true
			l.joins.Add(1)
			select {
			case l.joined <- time.Now():
			default: // nobody has waited for that for a while
			}
		case frame.Event == "postgres_changes":
			l.hear(frame.Payload)
		case frame.Event == "phx_error", frame.Event == "phx_close", frame.Event == "phx_reply" && strings.Contains(string(frame.Payload), `"status":"error"`):
			return heard
		}
	}
}

// heartbeat is the heartbeat interval of the official client.
const heartbeat = 25 * time.Second

func beat(ctx context.Context, socket *websocket.Conn) {
	for tick := time.Tick(heartbeat); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
			_ = wsjson.Write(ctx, socket, map[string]any{"topic": "phoenix", "event": "heartbeat", "ref": "2", "payload": map[string]any{}})
		}
	}
}

// connect opens a socket and subscribes to the member's messages. A nonzero unreadMax bounds the
// system's receive buffer in bytes.
func (l *listener) connect(ctx context.Context, unreadMax int) (*websocket.Conn, error) {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(l.from)}, Timeout: 10 * time.Second}
	through := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := dialer.DialContext(ctx, network, addr)
		if tcp, ok := conn.(*net.TCPConn); ok && unreadMax > 0 {
			err = errors.Join(err, tcp.SetReadBuffer(unreadMax))
		}
		return conn, err
	}}}
	socket, _, err := websocket.Dial(ctx, strings.Replace(l.who.URL, "http", "ws", 1)+"/realtime/v1/websocket?vsn=1.0.0&apikey="+l.who.AnonKey, &websocket.DialOptions{HTTPClient: through})
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(8 << 20)
	err = wsjson.Write(ctx, socket, map[string]any{"topic": "realtime:user:" + l.who.UserID.String(), "event": "phx_join", "ref": "1", "join_ref": "1", "payload": map[string]any{
		"access_token": l.who.Token,
		"config": map[string]any{"private": true, "postgres_changes": []map[string]any{
			{"event": "INSERT", "schema": "public", "table": "messages", "filter": "to_id=eq." + l.who.UserID.String()}}},
	}})
	if err != nil {
		return nil, errors.Join(err, socket.CloseNow())
	}
	return socket, nil
}

// catchUp reads the stored messages, as the front end does after joining, and merges them with
// those shown.
func (l *listener) catchUp(ctx context.Context) error {
	query := url.Values{"select": {"id"}, "to_id": {"eq." + l.who.UserID.String()}, "order": {"timestamp.desc,id.desc"}, "limit": {"50"}}
	answer, err := l.who.Call(ctx, http.MethodGet, "/rest/v1/messages?"+query.Encode(), nil)
	if err != nil {
		return err
	}
	var rows []struct{ ID uuid.UUID }
	if err := json.Unmarshal(answer, &rows); err != nil {
		return err
	}
	slices.Reverse(rows)
	l.mu.Lock()
	defer l.mu.Unlock()
	read := make([]uuid.UUID, 0, len(rows))
	for _, row := range rows {
		read = append(read, row.ID)
	}
	for _, id := range l.order {
		if !slices.Contains(read, id) {
			read = append(read, id) // arrived during the read
		}
	}
	l.order = read
	return nil
}

func (l *listener) hear(payload json.RawMessage) {
	var change struct {
		Data struct {
			Record struct {
				ID       uuid.UUID
				ClientID uuid.UUID `json:"client_id"`
			}
		}
	}
	if json.Unmarshal(payload, &change) != nil {
		return
	}
	id := change.Data.Record.ID
	l.mu.Lock()
	if !slices.Contains(l.order, id) {
		l.order = append(l.order, id)
	}
	l.shown[id]++
	l.mu.Unlock()
	if l.onMessage != nil {
		l.onMessage(change.Data.Record.ClientID)
	}
}

func (l *listener) list() []uuid.UUID {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.order)
}

// rejoinMax bounds the time from the server's death until the last listener is back.
const rejoinMax = 15 * time.Second

// gapEach is how many messages each member gets while the sockets are disconnected.
const gapEach = 3

// rejoin kills a server with many listeners, and checks what they show afterwards.
func rejoin(ctx context.Context, r *run) (figure string, err error) {
	a, err := r.assemble(ctx, r.count(100, 10), r.count(10, 3))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, a.disperse()) }()
	if err := a.enter(ctx); err != nil {
		return "", err
	}
	if err := a.sayToAll(ctx, 1); err != nil {
		return "", err
	}
	killed := time.Now()
	if err := a.Kill(); err != nil {
		return "", err
	}
	said := make(chan error, 1)
	go func() { said <- a.sayToAll(ctx, gapEach) }()
	if err := a.Start(ctx); err != nil {
		return "", err
	}
	restarted := time.Since(killed)
	last, err := a.awaitJoined(ctx)
	if err = errors.Join(err, <-said); err != nil {
		return "", err
	}
	if err := a.sayToAll(ctx, 1); err != nil {
		return "", err
	}
	if err := a.compare(ctx); err != nil {
		return "", err
	}
	took := last.Sub(killed)
	figure = fmt.Sprintf("%d sockets of %d members all back %.1f s after the kill (the server itself after %.1f s, back-off 1, 2, 5, 10 s ± half); %d messages each, every one shown once and in order",
		len(a.listeners), len(a.people), took.Seconds(), restarted.Seconds(), 2+gapEach)
	if !r.Quick && took > rejoinMax {
		return figure, errors.New("it took longer than 15 s")
	}
	return figure, nil
}
