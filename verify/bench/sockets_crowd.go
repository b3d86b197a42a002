package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"golang.org/x/sync/errgroup"
)

// beatEvery is the heartbeat interval of the official client.
const beatEvery = 25 * time.Second

// comingAtOnce bounds how many sockets of a crowd connect at the same time.
const comingAtOnce = 32

// crowd is a group of listeners, each on its own socket.
type crowd struct {
	hall     *hall
	sockets  []*websocket.Conn
	channels int // of each socket
	stop     context.CancelFunc
	running  sync.WaitGroup
	// gone counts the sockets that were closed by the server.
	gone atomic.Int64

	mu       sync.Mutex
	since    time.Time
	heard    durations
	missing  int
	complete chan struct{}
}

// ticket holds the credentials and subscriptions of one socket.
type ticket struct {
	key, token string
	channels   int
	binding    map[string]any
}

// gatherCrowd connects a socket for each ticket and starts listening.
func gatherCrowd(ctx context.Context, url string, tickets []ticket) (*crowd, error) {
	ctx, stop := context.WithCancel(ctx)
	c := &crowd{stop: stop, sockets: make([]*websocket.Conn, len(tickets))}
	coming := errgroup.Group{}
	coming.SetLimit(comingAtOnce)
	for i, with := range tickets {
		coming.Go(func() (err error) {
			c.sockets[i], err = with.enter(ctx, url, i)
			return err
		})
	}
	if err := coming.Wait(); err != nil {
		c.leave()
		return nil, err
	}
	for _, socket := range c.sockets {
		c.running.Go(func() { c.attend(ctx, socket) })
	}
	c.running.Go(func() { c.beat(ctx) })
	return c, nil
}

// enter connects from one of many addresses, because the server limits the sockets per address, and
// joins the channels.
func (t ticket) enter(ctx context.Context, url string, number int) (*websocket.Conn, error) {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+number/25_000), byte(1+number/100%250))}, Timeout: time.Minute}
	through := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}}
	socket, _, err := websocket.Dial(ctx, strings.Replace(url, "http", "ws", 1)+"/realtime/v1/websocket?vsn=1.0.0&apikey="+t.key, &websocket.DialOptions{HTTPClient: through})
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(1 << 20)
	for channel := range t.channels {
		ref := fmt.Sprint(channel + 1)
		err = errors.Join(err, wsjson.Write(ctx, socket, map[string]any{
			"topic": fmt.Sprintf("realtime:bench:%d:%d", number, channel), "event": "phx_join", "ref": ref, "join_ref": ref,
			"payload": map[string]any{"access_token": t.token, "config": map[string]any{
				"broadcast": map[string]any{"ack": false, "self": false}, "presence": map[string]any{"key": "", "enabled": false},
				"postgres_changes": []map[string]any{t.binding}, "private": false}}}))
	}
	for range t.channels {
		if err == nil {
			err = hear(ctx, socket, "Subscribed to PostgreSQL")
		}
	}
	if err != nil {
		return nil, errors.Join(err, socket.CloseNow())
	}
	return socket, nil
}

// attend records when changes arrive.
func (c *crowd) attend(ctx context.Context, socket *websocket.Conn) {
	for {
		_, frame, err := socket.Read(ctx)
		if err != nil {
			if ctx.Err() == nil {
				c.gone.Add(1)
			}
			return
		}
		if bytes.Contains(frame, []byte(`"postgres_changes"`)) {
			c.note(time.Now())
		}
	}
}

func (c *crowd) note(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heard = append(c.heard, at.Sub(c.since))
	if c.missing--; c.missing == 0 {
		close(c.complete)
	}
}

func (c *crowd) beat(ctx context.Context) {
	for pause(ctx, beatEvery) == nil {
		for _, socket := range c.sockets {
			_ = wsjson.Write(ctx, socket, map[string]any{"topic": "phoenix", "event": "heartbeat", "ref": "0", "payload": map[string]any{}})
		}
	}
}

// await runs change, which starts the clock, and waits until all listeners have received the
// change.
func (c *crowd) await(ctx context.Context, listeners int, change func(begin func()) error) error {
	complete := make(chan struct{})
	begin := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.since, c.missing, c.complete = time.Now(), listeners, complete
	}
	if err := change(begin); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(deliveryMax):
		return errors.New("not everybody heard of a change")
	case <-complete:
		return nil
	}
}

func (c *crowd) leave() {
	c.stop()
	for _, socket := range c.sockets {
		if socket != nil {
			_ = socket.CloseNow()
		}
	}
	c.running.Wait()
}
