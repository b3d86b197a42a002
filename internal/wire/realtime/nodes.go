package realtime

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// These are the kinds of envelopes.
const (
	kindBroadcast = "broadcast" // an event for a topic
	kindPresence  = "presence"  // joins and leaves of a topic
	kindAlive     = "alive"     // the sender is alive
	kindHello     = "hello"     // the receivers should send their state
	kindState     = "state"     // everybody present on the sender
	kindBye       = "bye"       // the sender and everybody on it are gone
)

const (
	aliveEvery = 5 * time.Second
	// deadAfter is how long the users of a silent node stay present.
	deadAfter     = 4 * aliveEvery
	byeWithin     = 2 * time.Second
	publishWithin = 5 * time.Second
)

// envelope is a message between nodes, sent by NOTIFY. Node is empty if SQL sent it. An envelope
// that is too large for a notification is replaced by its Parcel number, and a stored message by
// Message.
type envelope struct {
	Kind    string           `json:"kind,omitempty"`
	Node    string           `json:"node,omitempty"`
	Topic   string           `json:"topic,omitempty"`
	Private bool             `json:"private,omitempty"`
	Event   string           `json:"event,omitempty"`
	Payload json.RawMessage  `json:"payload,omitempty"`
	Binary  []byte           `json:"binary,omitempty"`
	Joins   map[string]metas `json:"joins,omitempty"`
	Leaves  map[string]metas `json:"leaves,omitempty"`
	State   []topicState     `json:"state,omitempty"`
	Parcel  int64            `json:"parcel,omitempty"`
	Message uuid.UUID        `json:"message,omitzero"`
	// ID is the id of a stored broadcast.
	ID       uuid.UUID `json:"id,omitzero"`
	replayed bool
}

// topicState is who is present on one topic of the sending node.
type topicState struct {
	Topic   string           `json:"topic"`
	Private bool             `json:"private"`
	Present map[string]metas `json:"present"`
}

// share queues an envelope for the other nodes. If the database cannot keep up, the envelope is
// dropped. Broadcasts may be lost; presence is repaired by the next hello.
func (h *Hub) share(env envelope) {
	env.Node = h.node
	select {
	case h.outgoing <- env:
	default:
		h.log.Warn("realtime: dropped an envelope for the other nodes", "kind", env.Kind)
	}
}

// publish sends what share queued, many at a time.
func (h *Hub) publish(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			h.announceShutdown(ctx)
			return
		case env := <-h.outgoing:
			batch := &pgx.Batch{}
			for {
				batch.Queue(`SELECT realtime.publish($1)`, string(encodeJSON(env)))
				if batch.Len() == 64 || len(h.outgoing) == 0 {
					break
				}
				env = <-h.outgoing
			}
			if err := h.publishBatch(ctx, batch); err != nil {
				h.log.Warn("realtime: publish to the other nodes", "error", err)
			}
		}
	}
}

// publishBatch finishes a batch even while the hub stops. If one were cut off halfway through a
// large payload, PostgreSQL would wait for the rest and hold the connection for 15 s.
func (h *Hub) publishBatch(ctx context.Context, batch *pgx.Batch) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishWithin)
	defer cancel()
	return h.pool.SendBatch(ctx, batch).Close()
}

func (h *Hub) announceShutdown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), byeWithin)
	defer cancel()
	bye := encodeJSON(envelope{Kind: kindBye, Node: h.node})
	if _, err := h.pool.Exec(ctx, `SELECT realtime.publish($1)`, string(bye)); err != nil {
		h.log.Info("realtime: announce the shutdown to the other nodes", "error", err)
	}
}

// exchange processes what other nodes and SQL sent, in order, and tracks which nodes are alive.
func (h *Hub) exchange(ctx context.Context) {
	beat := time.NewTicker(aliveEvery)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			h.share(envelope{Kind: kindAlive})
			h.dropDeadNodes()
		case text := <-h.incoming:
			if env, ok := h.open(ctx, text); ok {
				h.receive(env)
			}
		}
	}
}

// open decodes an envelope, and fetches it if only its number arrived. It skips this node's own,
// which were processed when they were sent.
func (h *Hub) open(ctx context.Context, text string) (envelope, bool) {
	var env envelope
	if json.Unmarshal([]byte(text), &env) != nil {
		return env, false
	}
	if env.Parcel != 0 {
		parcel := env.Parcel
		env = envelope{}
		err := h.pool.QueryRow(ctx, `SELECT envelope FROM realtime.parcels WHERE id = $1`, parcel).Scan(&text)
		if err != nil || json.Unmarshal([]byte(text), &env) != nil {
			h.log.Warn("realtime: read an envelope from its parcel", "parcel", parcel, "error", err)
			return env, false
		}
	}
	if env.Message != uuid.Nil {
		env = envelope{Kind: kindBroadcast, ID: env.Message}
		err := h.pool.QueryRow(ctx, `SELECT topic, private, event, payload, binary_payload FROM realtime.messages WHERE id = $1`, env.ID).
			Scan(&env.Topic, &env.Private, &env.Event, &env.Payload, &env.Binary)
		if err != nil {
			h.log.Warn("realtime: read a stored message", "message", env.ID, "error", err)
			return env, false
		}
	}
	return env, env.Node != h.node
}

func (h *Hub) receive(env envelope) {
	if env.Node != "" {
		if _, known := h.peers[env.Node]; !known && env.Kind != kindBye && env.Kind != kindState {
			h.share(envelope{Kind: kindHello})
		}
		h.peers[env.Node] = h.now()
	}
	switch env.Kind {
	case kindBroadcast:
		h.deliverBroadcast(env, nil)
	case kindPresence:
		h.applyPresence(env)
	case kindHello:
		h.share(envelope{Kind: kindState, State: h.ownState()})
	case kindState:
		h.applyState(env.Node, env.State)
	case kindBye:
		delete(h.peers, env.Node)
		h.applyState(env.Node, nil)
	}
}

func (h *Hub) dropDeadNodes() {
	for node, seen := range h.peers {
		if h.now().Sub(seen) > deadAfter {
			delete(h.peers, node)
			h.applyState(node, nil)
		}
	}
}

// deliverBroadcast sends an event to this node's channels on a topic.
func (h *Hub) deliverBroadcast(env envelope, from *channel) {
	if !env.Private && !h.cfg.AllowPublic || !env.fits() {
		return
	}
	frames := map[version]frame{}
	for _, ch := range h.registry.onTopic(topicKey{name: env.Topic, private: env.Private}) {
		if (ch == from && !ch.self) || !ch.grant.Load().readBroadcast || !ch.kept.isNew(env.ID) {
			continue
		}
		encoded, done := frames[ch.socket.version]
		if !done {
			encoded = encodeBroadcast(ch.socket.version, env)
			frames[ch.socket.version] = encoded
		}
		if encoded.data != nil {
			ch.socket.send(encoded)
		}
	}
}

// encodeBroadcast returns an empty frame for bytes in version 1, which cannot carry them.
func encodeBroadcast(v version, env envelope) frame {
	topic := topicPrefix + env.Topic
	switch {
	case v == versionArray && env.Binary != nil:
		return encodeUserBroadcast(topic, env.Event, env.meta(), encodingBinary, env.Binary)
	case v == versionArray:
		return encodeUserBroadcast(topic, env.Event, env.meta(), encodingJSON, orEmpty(env.Payload))
	case env.Binary != nil:
		return frame{}
	}
	payload := map[string]any{"type": eventBroadcast, "event": env.Event, "payload": orEmpty(env.Payload)}
	if meta := env.meta(); meta != nil {
		payload["meta"] = meta
	}
	return v.encode(message{Topic: topic, Event: eventBroadcast, Payload: encodeJSON(payload)})
}

// meta is the id of a stored message; other broadcasts have none.
func (env envelope) meta() json.RawMessage {
	if env.ID == uuid.Nil {
		return nil
	}
	meta := struct {
		ID       uuid.UUID `json:"id"`
		Replayed bool      `json:"replayed,omitempty"`
	}{env.ID, env.replayed}
	return encodeJSON(meta)
}

// fits reports whether a frame can hold the topic and the event.
func (env envelope) fits() bool {
	return len(topicPrefix)+len(env.Topic) <= lengthMax && len(env.Event) <= lengthMax
}

func orEmpty(payload json.RawMessage) json.RawMessage {
	if len(payload) == 0 {
		return json.RawMessage("{}")
	}
	return payload
}
