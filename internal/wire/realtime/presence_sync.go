package realtime

import (
	"encoding/json"
	"maps"
	"slices"
)

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
