package realtime

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
)

// channel is one joined topic of one socket.
type channel struct {
	socket  *socket
	topic   string // as the client names it: realtime:<name>
	name    string
	joinRef string
	private bool
	ack     bool
	self    bool
	// presenceKey groups this channel's entry with those of the same key.
	presenceKey string
	presenceOn  atomic.Bool
	// kept is nil for a channel that did not ask for what was said before it.
	kept  *kept
	grant atomic.Pointer[grant]
	// pending are bindings that no token has been good enough for yet; only
	// the goroutine that reads the socket looks at them.
	pending []binding
	// calls are those about presence, of which few are allowed at a time; only the
	// goroutine that reads the socket counts them.
	calls window

	// The rest belongs to the registry and its lock once attached.
	subscriptions []*subscription
	user          uuid.UUID
	attached      bool
}

// grant is what a channel's token allowed when it was last asked.
type grant struct {
	caller    caller.Caller
	expiresAt time.Time

	readBroadcast, writeBroadcast bool
	readPresence, writePresence   bool
}

// hasLess reports whether what the channel heard before may no longer be heard.
func (g *grant) hasLess(before *grant) bool {
	return before.readBroadcast && !g.readBroadcast || before.readPresence && !g.readPresence
}

// window counts calls up to its end.
type window struct {
	calls int
	until time.Time
}

// allow reports whether one more call fits; the first one after a window opens the next.
func (w *window) allow(now time.Time, most int, length time.Duration) bool {
	if now.After(w.until) {
		*w = window{until: now.Add(length)}
	}
	w.calls++
	return w.calls <= most
}

// identity tells tokens apart for whom a row must be read separately.
type identity struct{ role, claims string }

func (g *grant) identity() identity {
	return identity{role: g.caller.Role, claims: string(g.caller.Claims)}
}

// subscription is one postgres_changes binding of a channel.
type subscription struct {
	id         int64
	channel    *channel
	event      string // INSERT, UPDATE, DELETE or *
	table      tableName
	conditions []condition
	// columns are those the client asked for; nil means all.
	columns []string
}

// isPattern tells subscriptions to whatever tables there are from those to one by name.
func (sub *subscription) isPattern() bool { return sub.table.schema == "*" || sub.table.table == "*" }

func (ch *channel) key() topicKey { return topicKey{name: ch.name, private: ch.private} }

func (ch *channel) send(event string, payload any) {
	ch.socket.sendMessage(message{Topic: ch.topic, Event: event, Payload: encodeJSON(payload)})
}

// system tells the client about the channel's state.
func (ch *channel) system(extension, status, text string) {
	ch.send(eventSystem, map[string]string{
		"extension": extension, "status": status, "message": text, "channel": ch.name,
	})
}

// detach takes the channel out of everything; false if it was out already.
func (ch *channel) detach() bool {
	if !ch.socket.hub.registry.detach(ch) {
		return false
	}
	ch.socket.mu.Lock()
	if ch.socket.channels[ch.topic] == ch {
		delete(ch.socket.channels, ch.topic)
	}
	ch.socket.mu.Unlock()
	ch.socket.hub.untrack(ch)
	return true
}

// shut ends the channel for good: the client learns why and does not rejoin.
func (ch *channel) shut(reason string) {
	if ch.detach() {
		ch.system("system", "error", reason)
		ch.finish(eventClose)
	}
}

// fail ends the channel in the way that makes the client rejoin.
func (ch *channel) fail(reason string) {
	if ch.detach() {
		ch.system("system", "error", reason)
		ch.finish(eventError)
	}
}

func (ch *channel) finish(event string) {
	ch.socket.sendMessage(message{
		JoinRef: ch.joinRef, Ref: ch.joinRef, Topic: ch.topic, Event: event, Payload: json.RawMessage("{}"),
	})
}
