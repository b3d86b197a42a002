package realtime

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// client is a small Phoenix client.
type client struct {
	*testing.T
	conn    *websocket.Conn
	version version
	refs    int
	// backlog holds messages that were read while waiting for another.
	backlog []message
	// metas holds the meta of the broadcasts that were read, by event.
	metas map[string]string
}

func (b *bundle) dial(v version, compact string) *client {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	address := strings.Replace(b.url, "http", "ws", 1) + "/websocket?apikey=" + compact +
		"&vsn=" + strconv.Itoa(int(v)) + ".0.0"
	conn, _, err := websocket.Dial(ctx, address, nil)
	if err != nil {
		b.Fatal(err)
	}
	conn.SetReadLimit(8 << 20)
	b.Cleanup(func() { _ = conn.CloseNow() })
	return &client{T: b.T, conn: conn, version: v, metas: map[string]string{}}
}

// dialAnon dials with the public key, as the browser does.
func (b *bundle) dialAnon() *client {
	b.Helper()
	return b.dial(versionArray, b.token("anon", uuid.Nil))
}

func (c *client) write(kind websocket.MessageType, data []byte) {
	c.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.conn.Write(ctx, kind, data); err != nil {
		c.Fatalf("write: %v", err)
	}
}

// push sends an event on a topic and returns its ref.
func (c *client) push(joinRef, topic, event string, payload any) string {
	c.Helper()
	c.refs++
	ref := strconv.Itoa(c.refs)
	if event == eventJoin {
		joinRef = ref
	}
	f := c.version.encode(message{JoinRef: joinRef, Ref: ref, Topic: topic, Event: event, Payload: encodeJSON(payload)})
	c.write(f.kind, f.data)
	return ref
}

// receive reads the next message, binary broadcasts included.
func (c *client) receive() (message, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	kind, data, err := c.conn.Read(ctx)
	if err != nil {
		return message{}, err
	}
	if kind == websocket.MessageBinary {
		m, meta := decodeUserBroadcast(data)
		c.metas[m.UserEvent] = meta
		return m, nil
	}
	return c.version.decode(kind, data)
}

// decodeUserBroadcast decodes kind 4 as the official client does.
func decodeUserBroadcast(data []byte) (m message, said string) {
	topic, event, meta := int(data[1]), int(data[2]), int(data[3])
	text := data[5:]
	m = message{Event: eventBroadcast, Topic: string(text[:topic]), UserEvent: string(text[topic : topic+event])}
	payload := text[topic+event+meta:]
	if data[4] == encodingJSON {
		m.Payload = payload
	} else {
		m.Binary = payload
	}
	return m, string(text[topic+event : topic+event+meta])
}

// await returns the first matching message and keeps the others for later.
func (c *client) await(what string, fits func(message) bool) message {
	c.Helper()
	for i, m := range c.backlog {
		if fits(m) {
			c.backlog = append(c.backlog[:i:i], c.backlog[i+1:]...)
			return m
		}
	}
	for {
		m, err := c.receive()
		if err != nil {
			c.Fatalf("waiting for %s: %v; had %v", what, err, c.backlog)
		}
		if fits(m) {
			return m
		}
		c.backlog = append(c.backlog, m)
	}
}

func (c *client) awaitEvent(event string) message {
	c.Helper()
	return c.await(event, func(m message) bool { return m.Event == event })
}

func (c *client) awaitReply(ref string) (status string, response map[string]json.RawMessage) {
	c.Helper()
	m := c.await("the reply to "+ref, func(m message) bool { return m.Event == eventReply && m.Ref == ref })
	var reply struct {
		Status   string                     `json:"status"`
		Response map[string]json.RawMessage `json:"response"`
	}
	if err := json.Unmarshal(m.Payload, &reply); err != nil {
		c.Fatal(err)
	}
	return reply.Status, reply.Response
}

// sync returns once the server has handled everything sent so far, and with it everything queued
// for this client before.
func (c *client) sync() {
	c.Helper()
	c.awaitReply(c.push("", controlTopic, eventHeartbeat, struct{}{}))
}

// awaitClose reads until the server closes and returns the status.
func (c *client) awaitClose() websocket.StatusCode {
	c.Helper()
	for {
		m, err := c.receive()
		if err != nil {
			return websocket.CloseStatus(err)
		}
		c.backlog = append(c.backlog, m)
	}
}

func (c *client) has(event string) bool {
	for _, m := range c.backlog {
		if m.Event == event {
			return true
		}
	}
	return false
}

type options struct {
	private, self, ack bool
	presenceKey        string
	changes            []map[string]any
}

func joinPayload(compact string, o options) map[string]any {
	return map[string]any{
		"access_token": compact,
		"config": map[string]any{
			"broadcast":        map[string]any{"self": o.self, "ack": o.ack},
			"presence":         map[string]any{"key": o.presenceKey, "enabled": o.presenceKey != ""},
			"postgres_changes": o.changes,
			"private":          o.private,
		},
	}
}

// join joins a topic, which must succeed, and returns its join_ref.
func (c *client) join(topic, compact string, o options) string {
	c.Helper()
	ref := c.push("", topicPrefix+topic, eventJoin, joinPayload(compact, o))
	status, response := c.awaitReply(ref)
	if status != "ok" {
		c.Fatalf("join %s: %s", topic, response["reason"])
	}
	return ref
}

// subscribe joins a topic for changes and waits until it is subscribed.
func (c *client) subscribe(compact string, binding map[string]any) {
	c.Helper()
	topic := "changes:" + uuid.NewString()
	c.join(topic, compact, options{changes: []map[string]any{binding}})
	system := c.awaitEvent(eventSystem)
	if !strings.Contains(string(system.Payload), "Subscribed to PostgreSQL") {
		c.Fatalf("subscribe: %s", system.Payload)
	}
}

func onNotes(event string) map[string]any {
	return map[string]any{"event": event, "schema": "public", "table": "notes"}
}

// received is a postgres_changes payload.
type received struct {
	IDs  []int64 `json:"ids"`
	Data struct {
		Type      string          `json:"type"`
		Schema    string          `json:"schema"`
		Table     string          `json:"table"`
		Columns   []columnType    `json:"columns"`
		Record    json.RawMessage `json:"record"`
		OldRecord json.RawMessage `json:"old_record"`
		Errors    []string        `json:"errors"`
	} `json:"data"`
}

func (c *client) awaitChange() received {
	c.Helper()
	var r received
	if err := json.Unmarshal(c.awaitEvent(eventChanges).Payload, &r); err != nil {
		c.Fatal(err)
	}
	return r
}
