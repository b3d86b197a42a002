package realtime

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// goroutines returns the stacks of all goroutines that call a function.
func goroutines(function string) (calling []string) {
	stacks := make([]byte, 4<<20)
	for each := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(each, function) {
			calling = append(calling, each)
		}
	}
	return calling
}

// This test is not parallel, so it counts only its own goroutines.
func TestASilentSocketHoldsOneGoroutineAndNoRequest(t *testing.T) {
	const sockets = 8
	b := setup(t)
	compact := b.token("authenticated", marina)
	for range sockets {
		c := b.dialAnon()
		c.subscribe(compact, onNotes("*"))
		c.sync()
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for len(goroutines("realtime.(*socket)")) > sockets || len(goroutines("realtime.(*socket).wait(")) < sockets {
		if ctx.Err() != nil {
			t.Fatalf("more than one goroutine a socket:\n%s", strings.Join(goroutines("realtime.(*socket)"), "\n\n"))
		}
		runtime.Gosched()
	}
	for _, each := range goroutines("net/http.(*conn).serve(") {
		if !strings.Contains(each, "net/http.(*conn).readRequest") {
			t.Errorf("net/http still keeps a request:\n%s", each)
		}
	}
}

// upgraded returns both ends of a connection.
func upgraded(t *testing.T) (server *conn, client *websocket.Conn) {
	t.Helper()
	taken := make(chan *conn, 1)
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := upgrade(w, r, nil, patience)
		if err != nil {
			t.Error(err)
		}
		taken <- c
	}))
	t.Cleanup(listening.Close)
	client, _, err := websocket.Dial(t.Context(), strings.Replace(listening.URL, "http", "ws", 1), nil)
	if err != nil {
		t.Fatal(err)
	}
	client.SetReadLimit(-1)
	server = <-taken
	t.Cleanup(func() { _, _ = client.CloseNow(), server.library.CloseNow() })
	return server, client
}

func TestFrames(t *testing.T) {
	t.Parallel()

	t.Run("OfEveryLengthAreReadAsTheyWereSent", func(t *testing.T) {
		t.Parallel()
		server, client := upgraded(t)
		var frames []frame
		for _, length := range []int{0, 1, 125, 126, 127, gatherBytes - headerBytesMax, gatherBytes - 1, gatherBytes, gatherBytes + 1, 3, 1<<16 - 1, 1 << 16, 1 << 20, 0, 5} {
			frames = append(frames, frame{kind: websocket.MessageBinary, data: bytes.Repeat([]byte{byte(length)}, length)})
			frames = append(frames, frame{kind: websocket.MessageText, data: []byte(`{"text":"ação"}`)})
		}
		sent := make(chan error, 1)
		go func() { sent <- server.send(frames) }()
		for i, want := range frames {
			kind, data, err := client.Read(t.Context())
			if err != nil || kind != want.kind || !bytes.Equal(data, want.data) {
				t.Fatalf("frame %d of %d bytes arrived as %d bytes of kind %v: %v", i, len(want.data), len(data), kind, err)
			}
		}
		if err := <-sent; err != nil {
			t.Error(err)
		}
	})

	t.Run("OfControlComeBetweenWholeFramesOfData", func(t *testing.T) {
		t.Parallel()
		server, client := upgraded(t)
		data := frame{kind: websocket.MessageBinary, data: make([]byte, 3*gatherBytes)}
		heard := make(chan error, 1)
		go func() {
			for range 100 {
				if err := server.send([]frame{data}); err != nil {
					heard <- err
					return
				}
			}
			heard <- nil
		}()
		// Either end processes pings and pongs only while it reads.
		go func() { _, _, _ = server.library.Read(context.Background()) }()
		pinged := make(chan error, 1)
		go func() {
			for range 20 {
				if err := client.Ping(t.Context()); err != nil {
					pinged <- err
					return
				}
			}
			pinged <- nil
		}()
		for range 100 {
			_, got, err := client.Read(t.Context())
			if err != nil || len(got) != len(data.data) {
				t.Fatalf("%d bytes arrived: %v", len(got), err)
			}
		}
		if err := <-heard; err != nil {
			t.Error(err)
		}
		go func() { _, _, _ = client.Read(context.Background()) }()
		if err := <-pinged; err != nil {
			t.Error(err)
		}
	})
}

// greeting is a handwritten handshake request.
func (b *bundle) greeting() string {
	b.Helper()
	return "GET /websocket?vsn=2.0.0&apikey=" + b.token("anon", uuid.Nil) + " HTTP/1.1\r\nHost: " + strings.TrimPrefix(b.url, "http://") +
		"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
}

func TestArrivals(t *testing.T) {
	t.Parallel()
	beat := `[null,"7","phoenix","heartbeat",{}]`
	whole := string([]byte{0x81, 0x80 | byte(len(beat)), 0, 0, 0, 0}) + beat

	for fact, inPieces := range map[string]bool{"WhatComesWithTheRequestIsRead": false, "WhatComesByteByByteIsRead": true} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			raw, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = raw.Close() }()
			_ = raw.SetDeadline(time.Now().Add(patience))
			text := b.greeting() + whole
			step := len(text)
			if inPieces {
				step = 1
			}
			for at := 0; at < len(text); at += step {
				if _, err := io.WriteString(raw, text[at:min(at+step, len(text))]); err != nil {
					t.Fatal(err)
				}
			}
			var heard []byte
			for !bytes.Contains(heard, []byte("\r\n\r\n")) || !json.Valid(answered(heard)) {
				part := make([]byte, 512)
				n, err := raw.Read(part)
				if err != nil {
					t.Fatalf("%v after %q", err, heard)
				}
				heard = append(heard, part[:n]...)
			}
			assertContains(t, string(heard), "101 Switching Protocols")
			assertContains(t, string(answered(heard)), `"7","phoenix","phx_reply"`)
		})
	}
}

// answered is the text of the first frame after the handshake's response.
func answered(heard []byte) []byte {
	_, frame, _ := bytes.Cut(heard, []byte("\r\n\r\n"))
	return frame[min(2, len(frame)):]
}
