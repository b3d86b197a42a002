package realtime

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

const addMember = `INSERT INTO public.members VALUES ($1, $2)`

// room is a private topic with both of the cast in it.
func room(b *bundle, topic string) {
	b.Helper()
	b.exec(addMember, marina, topic)
	b.exec(addMember, helena, topic)
}

func (c *client) broadcast(joinRef, topic, event string, payload any) string {
	c.Helper()
	return c.push(joinRef, topicPrefix+topic, eventBroadcast,
		map[string]any{"type": "broadcast", "event": event, "payload": payload})
}

func TestBroadcast(t *testing.T) {
	t.Parallel()

	t.Run("ReachesTheOthersButNotTheSender", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		sender, listener := b.dialAnon(), b.dialAnon()
		ref := sender.join("sala", b.token("authenticated", marina), options{private: true})
		listener.join("sala", b.token("authenticated", helena), options{private: true})
		sender.broadcast(ref, "sala", "oi", map[string]int{"n": 1})
		got := listener.awaitEvent(eventBroadcast)
		assertEqual(t, got, message{Topic: "realtime:sala", Event: eventBroadcast, UserEvent: "oi", Payload: []byte(`{"n":1}`)})
		sender.sync()
		assertEqual(t, sender.has(eventBroadcast), false)
	})

	t.Run("SelfAndAckAreHonoured", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		ref := c.join("sala", b.token("authenticated", marina), options{private: true, self: true, ack: true})
		status, _ := c.awaitReply(c.broadcast(ref, "sala", "oi", 1))
		assertEqual(t, status, "ok")
		c.awaitEvent(eventBroadcast)
	})

	t.Run("Kind3BecomesKind4", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		ref := c.join("sala", b.token("authenticated", marina), options{private: true, self: true})
		header := []byte{kindUserPush, byte(len(ref)), 1, 13, 2, 0, encodingBinary}
		c.write(websocket.MessageBinary, append(header, ref+"9realtime:salaoi\x00\xff"...))
		got := c.awaitEvent(eventBroadcast)
		assertEqual(t, got.UserEvent, "oi")
		assertEqual(t, got.Binary, []byte("\x00\xff"))
	})

	t.Run("Version1ReceivesJSON", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dial(versionObject, b.token("authenticated", marina))
		ref := c.join("sala", "", options{private: true, self: true})
		c.broadcast(ref, "sala", "oi", 1)
		assertEqual(t, string(c.awaitEvent(eventBroadcast).Payload), `{"event":"oi","payload":1,"type":"broadcast"}`)
	})

	t.Run("OthersCanNeitherListenNorSpeak", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.exec(addMember, marina, "listen-only")
		c := b.dialAnon()
		compact := b.token("authenticated", marina)
		status, reply := c.awaitReply(c.push("", "realtime:sala", eventJoin, joinPayload(compact, options{private: true})))
		assertEqual(t, status, "error")
		assertContains(t, string(reply["reason"]), "Unauthorized: You do not have permissions to read")
		ref := c.join("listen-only", compact, options{private: true, ack: true})
		status, reply = c.awaitReply(c.broadcast(ref, "listen-only", "oi", 1))
		assertEqual(t, status, "error")
		assertContains(t, string(reply["reason"]), "permissions to write")
	})

	t.Run("PublicTopicsCarryNothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.dialAnon()
		ref := c.join("sala", "", options{self: true, presenceKey: "k"})
		c.broadcast(ref, "sala", "oi", 1)
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "PrivateOnly")
		status, _ := c.awaitReply(c.push(ref, "realtime:sala", eventPresence, map[string]any{"event": "track"}))
		assertEqual(t, status, "error")
		b.exec(`SELECT realtime.send('{}', 'oi', 'sala', false)`)
		c.sync()
		assertEqual(t, c.has(eventBroadcast), false)
		assertEqual(t, c.has("presence_state"), false)
	})

	t.Run("PublicTopicsWorkWhereAllowed", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.AllowPublic = true })
		c := b.dialAnon()
		ref := c.join("sala", "", options{self: true})
		c.broadcast(ref, "sala", "oi", 1)
		c.awaitEvent(eventBroadcast)
	})

	t.Run("CrossesNodesWhateverItsSize", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		second := startNode(t, b.db)
		room(b, "sala")
		sender, listener := b.dialAnon(), second.dialAnon()
		ref := sender.join("sala", b.token("authenticated", marina), options{private: true})
		listener.join("sala", b.token("authenticated", helena), options{private: true})
		for _, text := range []string{"curto", strings.Repeat("longo\x00", 2000)} {
			sender.broadcast(ref, "sala", "oi", text)
			var got string
			if err := json.Unmarshal(listener.awaitEvent(eventBroadcast).Payload, &got); err != nil {
				t.Fatal(err)
			}
			assertEqual(t, got == text, true)
		}
	})

	t.Run("SQLAndGoSpeakForTheServer", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		c.join("sala", b.token("authenticated", marina), options{private: true})
		b.exec(`SELECT realtime.send('{"de":"sql"}', 'oi', 'sala')`)
		assertContains(t, string(c.awaitEvent(eventBroadcast).Payload), "sql")
		if err := b.hub.Broadcast(context.Background(), "sala", "oi", "go", true); err != nil {
			t.Fatal(err)
		}
		assertContains(t, string(c.awaitEvent(eventBroadcast).Payload), "go")
	})

	t.Run("LosingMembershipEndsTheChannel", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		c := b.dialAnon()
		c.join("sala", b.token("authenticated", marina), options{private: true})
		b.exec(`DELETE FROM public.members WHERE user_id = $1`, marina)
		assertContains(t, string(c.awaitEvent(eventSystem).Payload), "no longer have permission")
		c.awaitEvent(eventClose)
	})
}

func TestBroadcastOverHTTP(t *testing.T) {
	t.Parallel()
	b := setup(t)
	room(b, "sala")
	listener := b.dialAnon()
	listener.join("sala", b.token("authenticated", marina), options{private: true})
	post := func(path, kind, compact, body string) int {
		status, _ := b.post(path, kind, compact, strings.NewReader(body))
		return status
	}
	member, stranger := b.token("authenticated", helena), b.token("authenticated", uuid.New())
	message := `{"messages":[{"topic":"sala","event":"oi","payload":{"n":1},"private":true}]}`
	const single = "/api/broadcast/sala/events/oi?private=true"
	assertEqual(t, post("/api/broadcast", "application/json", member, message), 202)
	assertContains(t, string(listener.awaitEvent(eventBroadcast).Payload), `"n":1`)
	assertEqual(t, post(single, "application/json", member, `{"n":2}`), 202)
	assertContains(t, string(listener.awaitEvent(eventBroadcast).Payload), `"n":2`)
	assertEqual(t, post(single, "application/octet-stream", member, "\xff"), 202)
	assertEqual(t, listener.awaitEvent(eventBroadcast).Binary, []byte("\xff"))
	assertEqual(t, post("/api/broadcast", "application/json", stranger, message), 403)
	assertEqual(t, post("/api/broadcast", "application/json", "x", message), 401)
	assertEqual(t, post("/api/broadcast", "application/json", member, `{}`), 422)
	assertEqual(t, post(single, "text/plain", member, "x"), 415)
	assertEqual(t, post(strings.TrimSuffix(single, "?private=true"), "application/json", member, "{}"), 403)
}

type diffPayload struct {
	Joins, Leaves map[string]struct {
		Metas []map[string]any `json:"metas"`
	}
}

func (c *client) awaitDiff() diffPayload {
	c.Helper()
	var diff diffPayload
	if err := json.Unmarshal(c.awaitEvent("presence_diff").Payload, &diff); err != nil {
		c.Fatal(err)
	}
	return diff
}

func (c *client) track(joinRef, topic string, payload any) {
	c.Helper()
	status, _ := c.awaitReply(c.push(joinRef, topicPrefix+topic, eventPresence,
		map[string]any{"type": "presence", "event": "track", "payload": payload}))
	assertEqual(c.T, status, "ok")
}

func TestPresence(t *testing.T) {
	t.Parallel()

	t.Run("StateThenDifferences", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		first, second := b.dialAnon(), b.dialAnon()
		firstRef := first.join("sala", b.token("authenticated", marina), options{private: true, presenceKey: "marina"})
		assertEqual(t, string(first.awaitEvent("presence_state").Payload), `{}`)
		first.track(firstRef, "sala", map[string]any{"typing": false})
		assertEqual(t, first.awaitDiff().Joins["marina"].Metas[0]["typing"], false)

		secondRef := second.join("sala", b.token("authenticated", helena), options{private: true, presenceKey: "helena"})
		assertContains(t, string(second.awaitEvent("presence_state").Payload), `"marina":{"metas":[{"phx_ref":`)
		first.track(firstRef, "sala", map[string]any{"typing": true})
		update := second.awaitDiff()
		assertEqual(t, update.Joins["marina"].Metas[0]["typing"], true)
		assertEqual(t, update.Leaves["marina"].Metas[0]["typing"], false)

		second.track(secondRef, "sala", nil)
		first.awaitDiff()
		assertEqual(t, len(first.awaitDiff().Joins["helena"].Metas), 1)
		_ = second.conn.CloseNow()
		assertEqual(t, len(first.awaitDiff().Leaves["helena"].Metas), 1)
	})

	t.Run("CrossesNodesAndEndsWithThem", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		room(b, "sala")
		near := b.dialAnon()
		nearRef := near.join("sala", b.token("authenticated", marina), options{private: true, presenceKey: "marina"})
		near.track(nearRef, "sala", nil)
		near.awaitDiff()

		t.Run("Second", func(t *testing.T) {
			// A node that starts later learns from the first who is present.
			second := startNode(t, b.db)
			far := second.dialAnon()
			far.join("sala", second.token("authenticated", helena), options{private: true, presenceKey: "helena"})
			far.await("marina on the other node", func(m message) bool {
				return strings.HasPrefix(m.Event, "presence_") && strings.Contains(string(m.Payload), "marina")
			})
			far.track("", "sala", nil)
			assertEqual(t, len(near.awaitDiff().Joins["helena"].Metas), 1)
		})
		assertEqual(t, len(near.awaitDiff().Leaves["helena"].Metas), 1)
	})
}
