package realtime

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// presences holds who is present on which topic, on all nodes. Its lock also orders what channels
// are sent: a state, then the differences from it.
type presences struct {
	mu     sync.Mutex
	topics map[topicKey]map[string][]presence
	serial uint64
}

// presence is one channel's entry under its key.
type presence struct {
	ref  string
	node string
	// owner is nil for entries of other nodes.
	owner *channel
	// said is what the owner tracked; meta is what others are sent.
	said, meta json.RawMessage
}

// metas is how entries are grouped on the wire.
type metas struct {
	Metas []json.RawMessage `json:"metas"`
}

// difference is the payload of presence_diff.
type difference struct {
	Joins  map[string]metas `json:"joins"`
	Leaves map[string]metas `json:"leaves"`
}

func newPresences() *presences {
	return &presences{topics: map[topicKey]map[string][]presence{}}
}

// track makes a channel present with meta, which replaces its previous entry.
func (h *Hub) track(ch *channel, meta map[string]json.RawMessage) {
	if meta == nil {
		meta = map[string]json.RawMessage{}
	}
	p := h.presences
	p.mu.Lock()
	defer p.mu.Unlock()
	// A channel that is being closed must not leave an entry behind.
	if !h.registry.isAttached(ch) {
		return
	}
	said := encodeJSON(meta)
	for _, before := range p.topics[ch.key()][ch.presenceKey] {
		if ch.owns(before) && string(before.said) == string(said) {
			return // nothing changed, so nothing to announce
		} else if ch.owns(before) {
			meta["phx_ref_prev"] = encodeJSON(before.ref)
		}
	}
	p.serial++
	ref := h.node[:8] + strconv.FormatUint(p.serial, 36)
	meta["phx_ref"] = encodeJSON(ref)
	diff := newDifference()
	p.remove(ch.key(), ch.presenceKey, diff, ch.owns)
	p.add(ch.key(), ch.presenceKey, diff, presence{ref: ref, node: h.node, owner: ch, said: said, meta: encodeJSON(meta)})
	h.announce(ch.key(), diff, true)
	if !ch.presenceOn.Load() {
		h.showPresenceLocked(ch)
	}
}

// untrack removes a channel's entry, if it has one.
func (h *Hub) untrack(ch *channel) {
	p := h.presences
	p.mu.Lock()
	defer p.mu.Unlock()
	diff := newDifference()
	p.remove(ch.key(), ch.presenceKey, diff, ch.owns)
	h.announce(ch.key(), diff, true)
}

func (ch *channel) owns(entry presence) bool { return entry.owner == ch }

// showPresence sends a channel the state and, from then on, the differences.
func (h *Hub) showPresence(ch *channel) {
	h.presences.mu.Lock()
	defer h.presences.mu.Unlock()
	h.showPresenceLocked(ch)
}

func (h *Hub) showPresenceLocked(ch *channel) {
	if !ch.grant.Load().readPresence {
		return
	}
	ch.presenceOn.Store(true)
	state := map[string]metas{}
	for key, entries := range h.presences.topics[ch.key()] {
		state[key] = wireMetas(entries)
	}
	ch.send("presence_state", state)
}

// announce sends a difference to this node's channels and, if it is this node's own, to other
// nodes.
func (h *Hub) announce(key topicKey, diff difference, own bool) {
	if len(diff.Joins) == 0 && len(diff.Leaves) == 0 {
		return
	}
	for _, ch := range h.registry.onTopic(key) {
		if ch.presenceOn.Load() && ch.grant.Load().readPresence {
			ch.send("presence_diff", diff)
		}
	}
	if own {
		h.share(envelope{
			Kind: kindPresence, Topic: key.name, Private: key.private, Joins: diff.Joins, Leaves: diff.Leaves,
		})
	}
}

func newDifference() difference {
	return difference{Joins: map[string]metas{}, Leaves: map[string]metas{}}
}

// remove removes a key's entries for which gone is true, and records them in diff.
func (p *presences) remove(topic topicKey, key string, diff difference, gone func(presence) bool) {
	var kept, left []presence
	for _, entry := range p.topics[topic][key] {
		if gone(entry) {
			left = append(left, entry)
		} else {
			kept = append(kept, entry)
		}
	}
	if len(left) == 0 {
		return
	}
	diff.Leaves[key] = wireMetas(left)
	p.topics[topic][key] = kept
	if len(kept) == 0 {
		delete(p.topics[topic], key)
	}
	if len(p.topics[topic]) == 0 {
		delete(p.topics, topic)
	}
}

// add adds entries to a key, and records them in diff.
func (p *presences) add(topic topicKey, key string, diff difference, entries ...presence) {
	if len(entries) == 0 {
		return
	}
	if p.topics[topic] == nil {
		p.topics[topic] = map[string][]presence{}
	}
	p.topics[topic][key] = append(p.topics[topic][key], entries...)
	diff.Joins[key] = wireMetas(entries)
}

func wireMetas(entries []presence) metas {
	group := metas{Metas: make([]json.RawMessage, 0, len(entries))}
	for _, entry := range entries {
		group.Metas = append(group.Metas, entry.meta)
	}
	return group
}

// applyPresence applies another node's joins and leaves. It ignores what is already known, so a
// state and a difference may overlap.
func (h *Hub) applyPresence(env envelope) {
	p := h.presences
	p.mu.Lock()
	defer p.mu.Unlock()
	topic := topicKey{name: env.Topic, private: env.Private}
	diff := newDifference()
	for key, left := range env.Leaves {
		refs := refsOf(left)
		p.remove(topic, key, diff, func(entry presence) bool {
			return entry.node == env.Node && slices.Contains(refs, entry.ref)
		})
	}
	for key, joined := range env.Joins {
		p.add(topic, key, diff, p.unknown(topic, key, env.Node, joined)...)
	}
	h.announce(topic, diff, false)
}

// applyState makes what is known of a node equal to the state that it sent.
func (h *Hub) applyState(node string, state []topicState) {
	p := h.presences
	p.mu.Lock()
	defer p.mu.Unlock()
	said := map[topicKey]map[string]metas{}
	for _, s := range state {
		said[topicKey{name: s.Topic, private: s.Private}] = s.Present
	}
	topics := slices.Concat(slices.Collect(maps.Keys(said)), slices.Collect(maps.Keys(p.topics)))
	for _, topic := range topics {
		diff := newDifference()
		for key := range maps.Clone(p.topics[topic]) {
			refs := refsOf(said[topic][key])
			p.remove(topic, key, diff, func(entry presence) bool {
				return entry.node == node && !slices.Contains(refs, entry.ref)
			})
		}
		for key, there := range said[topic] {
			p.add(topic, key, diff, p.unknown(topic, key, node, there)...)
		}
		h.announce(topic, diff, false)
	}
}

// ownState returns everybody present on this node.
func (h *Hub) ownState() []topicState {
	p := h.presences
	p.mu.Lock()
	defer p.mu.Unlock()
	var state []topicState
	for topic, keys := range p.topics {
		own := map[string]metas{}
		for key, entries := range keys {
			entries = slices.DeleteFunc(slices.Clone(entries), func(e presence) bool { return e.node != h.node })
			if len(entries) > 0 {
				own[key] = wireMetas(entries)
			}
		}
		if len(own) > 0 {
			state = append(state, topicState{Topic: topic.name, Private: topic.private, Present: own})
		}
	}
	return state
}

// unknown returns a node's entries that are not known yet.
func (p *presences) unknown(topic topicKey, key, node string, said metas) []presence {
	var fresh []presence
	for _, meta := range said.Metas {
		ref := refOf(meta)
		held := slices.ContainsFunc(p.topics[topic][key], func(e presence) bool { return e.ref == ref })
		if !held {
			fresh = append(fresh, presence{ref: ref, node: node, meta: meta})
		}
	}
	return fresh
}

func refsOf(group metas) []string {
	refs := make([]string, 0, len(group.Metas))
	for _, meta := range group.Metas {
		refs = append(refs, refOf(meta))
	}
	return refs
}

func refOf(meta json.RawMessage) string {
	var fields struct {
		Ref string `json:"phx_ref"`
	}
	_ = json.Unmarshal(meta, &fields)
	return fields.Ref
}
