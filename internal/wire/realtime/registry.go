package realtime

import (
	"sync"

	"github.com/google/uuid"
)

// topicKey identifies a topic; a private and a public topic of the same name are different.
type topicKey struct {
	name    string
	private bool
}

// tableName is a qualified table name, or a pattern with "*" in either part.
type tableName struct{ schema, table string }

// registry holds every socket of this node and what it listens to.
type registry struct {
	mu      sync.RWMutex
	closing bool
	active  sync.WaitGroup
	open    int
	sockets map[*socket]struct{}
	perIP   map[string]int
	// users counts each user's channels by socket.
	users         map[uuid.UUID]map[*socket]int
	topics        map[topicKey]map[*channel]struct{}
	subscriptions map[tableName]map[*subscription]struct{}
}

func newRegistry() *registry {
	return &registry{
		sockets:       map[*socket]struct{}{},
		perIP:         map[string]int{},
		users:         map[uuid.UUID]map[*socket]int{},
		topics:        map[topicKey]map[*channel]struct{}{},
		subscriptions: map[tableName]map[*subscription]struct{}{},
	}
}

// reserve counts a connection before it is upgraded. It refuses connections beyond the limits, and
// all of them once the node is closing.
func (r *registry) reserve(ip string, cfg Config) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing || r.open >= cfg.ConnectionsMax || r.perIP[ip] >= cfg.ConnectionsPerIPMax {
		return false
	}
	r.open++
	r.perIP[ip]++
	r.active.Add(1)
	return true
}

func (r *registry) release(ip string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open--
	if r.perIP[ip]--; r.perIP[ip] == 0 {
		delete(r.perIP, ip)
	}
	r.active.Done()
}

// add registers an upgraded socket; false if the node is closing.
func (r *registry) add(s *socket) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closing {
		return false
	}
	r.sockets[s] = struct{}{}
	return true
}

func (r *registry) remove(s *socket) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sockets, s)
}

// close refuses new sockets from now on and returns the open ones.
func (r *registry) close() []*socket {
	r.mu.Lock()
	r.closing = true
	r.mu.Unlock()
	return r.all()
}

func (r *registry) all() []*socket {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return keysOf(r.sockets)
}

// ofUser returns the sockets on which a user has a channel.
func (r *registry) ofUser(user uuid.UUID) []*socket {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return keysOf(r.users[user])
}

// attach makes a channel reachable; false if its user has too many sockets.
func (r *registry) attach(ch *channel, user uuid.UUID, socketsMax int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.countUser(ch.socket, user, socketsMax) {
		return false
	}
	ch.user, ch.attached = user, true
	insert(r.topics, ch.key(), ch)
	for _, sub := range ch.subscriptions {
		insert(r.subscriptions, sub.table, sub)
	}
	return true
}

// subscribe adds subscriptions to an attached channel.
func (r *registry) subscribe(ch *channel, subscriptions []*subscription) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !ch.attached {
		return
	}
	ch.subscriptions = append(ch.subscriptions, subscriptions...)
	for _, sub := range subscriptions {
		insert(r.subscriptions, sub.table, sub)
	}
}

// detach reports whether the channel was attached, so that only one of several goroutines that
// close it at the same time continues.
func (r *registry) detach(ch *channel) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !ch.attached {
		return false
	}
	ch.attached = false
	r.forgetUser(ch.socket, ch.user)
	erase(r.topics, ch.key(), ch)
	for _, sub := range ch.subscriptions {
		erase(r.subscriptions, sub.table, sub)
	}
	return true
}

func (r *registry) isAttached(ch *channel) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return ch.attached
}

// rename updates a channel whose token now belongs to another user.
func (r *registry) rename(ch *channel, user uuid.UUID, socketsMax int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !ch.attached || ch.user == user {
		return ch.attached
	}
	if !r.countUser(ch.socket, user, socketsMax) {
		return false
	}
	r.forgetUser(ch.socket, ch.user)
	ch.user = user
	return true
}

func (r *registry) countUser(s *socket, user uuid.UUID, socketsMax int) bool {
	if user == uuid.Nil {
		return true
	}
	sockets := r.users[user]
	if sockets[s] == 0 && len(sockets) >= socketsMax {
		return false
	}
	if sockets == nil {
		sockets = map[*socket]int{}
		r.users[user] = sockets
	}
	sockets[s]++
	return true
}

func (r *registry) forgetUser(s *socket, user uuid.UUID) {
	sockets := r.users[user]
	if sockets == nil {
		return
	}
	if sockets[s]--; sockets[s] == 0 {
		delete(sockets, s)
	}
	if len(sockets) == 0 {
		delete(r.users, user)
	}
}

// onTopic returns the channels joined to a topic.
func (r *registry) onTopic(key topicKey) []*channel {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return keysOf(r.topics[key])
}

// onTable returns the subscriptions to a table, by name or by pattern.
func (r *registry) onTable(table tableName) []*subscription {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var found []*subscription
	for _, pattern := range []tableName{table, {table.schema, "*"}, {"*", table.table}, {"*", "*"}} {
		for sub := range r.subscriptions[pattern] {
			found = append(found, sub)
		}
	}
	return found
}

// subscribed returns every channel that listens to changes.
func (r *registry) subscribed() []*channel {
	r.mu.RLock()
	defer r.mu.RUnlock()
	channels := map[*channel]struct{}{}
	for _, subs := range r.subscriptions {
		for sub := range subs {
			channels[sub.channel] = struct{}{}
		}
	}
	return keysOf(channels)
}

// Figures are the numbers of a hub's sockets, channels and subscriptions on its node, and whether
// it listens to the database.
type Figures struct {
	Sockets, Channels, Subscriptions int
	IsListening                      bool
}

// Figures returns the current numbers.
func (h *Hub) Figures() Figures {
	h.registry.mu.RLock()
	defer h.registry.mu.RUnlock()
	found := Figures{Sockets: len(h.registry.sockets), IsListening: h.listening.Load()}
	for _, channels := range h.registry.topics {
		found.Channels += len(channels)
	}
	for _, subscriptions := range h.registry.subscriptions {
		found.Subscriptions += len(subscriptions)
	}
	return found
}

func insert[K, V comparable](index map[K]map[V]struct{}, key K, value V) {
	if index[key] == nil {
		index[key] = map[V]struct{}{}
	}
	index[key][value] = struct{}{}
}

func erase[K, V comparable](index map[K]map[V]struct{}, key K, value V) {
	delete(index[key], value)
	if len(index[key]) == 0 {
		delete(index, key)
	}
}

func keysOf[K comparable, V any](set map[K]V) []K {
	keys := make([]K, 0, len(set))
	for key := range set {
		keys = append(keys, key)
	}
	return keys
}
