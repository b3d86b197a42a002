package realtime

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
)

func TestSlowReader(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *Config) { c.QueueBytesMax = 256 << 10 })
	room(b, "sala")
	stalled, reading := b.dialAnon(), b.dialAnon()
	stalled.join("sala", b.token("authenticated", marina), options{private: true})
	reading.join("sala", b.token("authenticated", helena), options{private: true})
	payload := strings.Repeat("x", 32<<10)
	for sent := 1; len(b.hub.registry.ofUser(marina)) > 0; sent++ {
		if err := b.hub.Broadcast(context.Background(), "sala", "oi", payload, true); err != nil {
			t.Fatal(err)
		}
		// The other client keeps receiving all along.
		reading.awaitEvent(eventBroadcast)
		if sent > 2000 {
			t.Fatal("the stalled reader is still there")
		}
		runtime.Gosched()
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()

	t.Run("LargeFramesCloseTheSocket", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.write(websocket.MessageText, make([]byte, 65<<10))
		assertEqual(t, c.awaitClose(), websocket.StatusMessageTooBig)
	})

	t.Run("LargeMessagesInSmallFramesCloseTheSocket", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c, other := b.dialAnon(), b.dialAnon()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		message, err := c.conn.Writer(ctx, websocket.MessageText)
		if err != nil {
			t.Fatal(err)
		}
		for range 128 {
			// The server may have closed before the last of them.
			_, _ = message.Write(make([]byte, 1<<10))
		}
		assertEqual(t, c.awaitClose(), websocket.StatusMessageTooBig)
		other.sync()
	})

	t.Run("MalformedMessagesCloseTheSocket", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		c.write(websocket.MessageText, []byte("{"))
		assertEqual(t, c.awaitClose(), websocket.StatusInvalidFramePayloadData)
	})

	t.Run("TooManyMessagesCloseTheSocket", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.MessagesPerSecond = 0.5 })
		c := b.dialAnon()
		for range 3 {
			c.push("", controlTopic, eventHeartbeat, struct{}{})
		}
		assertEqual(t, c.awaitClose(), websocket.StatusPolicyViolation)
	})

	t.Run("TooManyChannelsAreRefused", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.ChannelsMax = 1; c.JoinsPerSecond = 1000 })
		c := b.dialAnon()
		ref := c.join("a", "", options{})
		status, reply := c.awaitReply(c.push("", "realtime:b", eventJoin, joinPayload("", options{})))
		assertEqual(t, status, "error")
		assertContains(t, string(reply["reason"]), "Too many")
		c.awaitReply(c.push(ref, "realtime:a", eventLeave, struct{}{}))
		c.awaitEvent(eventClose)
	})

	t.Run("SilentSocketsAreClosed", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.Heartbeat = 20 * time.Millisecond })
		c := b.dialAnon()
		// No close frame, because after one the official client would not reconnect.
		assertEqual(t, c.awaitClose(), websocket.StatusCode(-1))
	})

	t.Run("TooManyConnectionsAreRefused", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.ConnectionsPerIPMax = 1 })
		b.dialAnon()
		_, response, err := websocket.Dial(context.Background(), b.url+"/websocket?apikey="+b.token("anon", uuid.Nil), nil)
		if err == nil || response.StatusCode != http.StatusTooManyRequests {
			t.Errorf("got %v", err)
		}
	})

	t.Run("OneNetworkIsOneWhateverItsAddresses", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.ConnectionsPerIPMax = 1 })
		limits, visitor := newPostLimits(), func(ip string) caller.Caller { return caller.Caller{Role: "anon", IP: ip} }
		for i, ip := range []string{"2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1"} {
			if got := limits.allow(visitor(ip), 2*postMessagesMax); got != (i != 1) {
				t.Errorf("%s posts: %v", ip, got)
			}
		}
		for _, dialled := range []struct {
			ip     string
			status int
		}{{"2001:db8:0:1::1", http.StatusSwitchingProtocols}, {"2001:db8:0:1::2", http.StatusTooManyRequests}, {"2001:db8:0:2::1", http.StatusSwitchingProtocols}} {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b.hub.ServeHTTP(w, r.WithContext(caller.NewContext(r.Context(), caller.Caller{IP: dialled.ip})))
			}))
			t.Cleanup(server.Close)
			conn, response, err := websocket.Dial(t.Context(), server.URL+"/websocket?apikey="+b.token("anon", uuid.Nil), nil)
			if response == nil || response.StatusCode != dialled.status {
				t.Errorf("from %s: %v", dialled.ip, err)
			}
			if err == nil {
				t.Cleanup(func() { _ = conn.CloseNow() })
			}
		}
	})

	t.Run("ForeignOriginsAreRefused", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.AllowedOrigins = []string{"https://app.example"} })
		for origin, allowed := range map[string]bool{
			b.url: true, "https://app.example": true, "https://evil.example": false, "http://app.example": false,
		} {
			conn, _, err := websocket.Dial(context.Background(), b.url+"/websocket?apikey="+b.token("anon", uuid.Nil),
				&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
			assertEqual(t, err == nil, allowed)
			if err == nil {
				_ = conn.CloseNow()
			}
		}
	})

	t.Run("CompressionIsNotNegotiated", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		conn, response, err := websocket.Dial(context.Background(), b.url+"/websocket?apikey="+b.token("anon", uuid.Nil),
			&websocket.DialOptions{CompressionMode: websocket.CompressionContextTakeover})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.CloseNow() }()
		assertEqual(t, response.Header.Get("Sec-WebSocket-Extensions"), "")
	})
}

func TestShutdown(t *testing.T) {
	t.Parallel()
	b := setup(t)
	c := b.dialAnon()
	c.join("x", "", options{})
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	closed := make(chan websocket.StatusCode)
	go func() { closed <- c.awaitClose() }()
	b.hub.Shutdown(ctx)
	assertEqual(t, <-closed, websocket.StatusServiceRestart)
	assertEqual(t, c.has(eventClose), false)
	_, response, err := websocket.Dial(ctx, b.url+"/websocket?apikey="+b.token("anon", uuid.Nil), nil)
	if err == nil || response.StatusCode != http.StatusTooManyRequests {
		t.Errorf("got %v", err)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	assertEqual(t, Config{PreRequest: "auth.check_session"}.Validate(), nil)
	if (Config{PreRequest: "auth.x(); DROP TABLE y"}).Validate() == nil {
		t.Error("accepted a function name with SQL in it")
	}
}
