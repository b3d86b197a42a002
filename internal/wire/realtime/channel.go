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
	topic   string // settings the client names it: realtime:<name>
	name    string
	joinRef string
	private bool
	ack     bool
	self    bool
	// presenceKey groups this channel's presence entry with others of the same key.
	presenceKey string
	presenceOn  atomic.Bool
	// kept is nil if the channel did not ask for earlier messages.
	kept  *kept
	grant atomic.Pointer[grant]
	// pending are bindings that no token has been allowed to use yet. Only the goroutine that reads
	// the socket uses them.
	pending []binding
	// calls counts presence calls for their rate limit. Only the goroutine that reads the socket
	// uses it.
	calls window

	// After the channel is attached, the registry's lock protects the remaining fields.
	subscriptions []*subscription
	user          uuid.UUID
	attached      bool
}

// grant is what a channel's token allowed at its last authorisation.
type grant struct {
	caller    caller.Caller
	expiresAt time.Time

	readBroadcast, writeBroadcast bool
	readPresence, writePresence   bool
}

// lostReadRights reports whether something that the channel could read before is no longer allowed.
func (g *grant) lostReadRights(before *grant) bool {
	return before.readBroadcast && !g.readBroadcast || before.readPresence && !g.readPresence
}

// window counts the calls of a fixed time window.
type window struct {
	calls int
	until time.Time
}

// allow reports whether one more call fits. The first call after a window's end opens the next.
func (w *window) allow(now time.Time, most int, length time.Duration) bool {
	if now.After(w.until) {
		*w = window{until: now.Add(length)}
	}
	w.calls++
	return w.calls <= most
}

// identity distinguishes the tokens for which a row must be read separately.
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

// isPattern reports whether the subscription matches several tables rather than one by name.
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

// detach removes the channel from the registry, its socket and presence; false if it was already
// detached.
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

// closeForGood closes the channel for good: the client is told why and does not rejoin.
func (ch *channel) closeForGood(reason string) {
	if ch.detach() {
		ch.system("system", "error", reason)
		ch.finish(eventClose)
	}
}

// fail closes the channel in the way that makes the client rejoin.
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
