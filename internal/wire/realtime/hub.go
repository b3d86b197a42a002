// Package realtime is the websocket hub behind the official client's channels: changes of watched
// tables, broadcasts and presence. It owns the sockets, who may hear what, and the traffic between
// nodes. It knows no table of the product and cannot sign users in.
//
// # Changes
//
// A migration calls realtime.watch('public.messages'). From then on each write sends a notification
// that carries only keys. For every distinct token among the subscribers, the hub reads the row
// under that token's role and claims, so a subscriber receives exactly the rows and columns that it
// may SELECT. After a DELETE there is no row left to check: the hub delivers only primary key
// columns, and only to subscriptions without a filter or filtered by the key.
//
// # Topics
//
// Broadcast and presence belong on private topics (config.private in the client). Policies on
// realtime.messages authorise them: a SELECT policy lets a caller listen, an INSERT policy lets it
// send, and without a policy nobody may do either. realtime.topic() is the requested topic, and the
// column extension is 'broadcast' or 'presence':
//
//	CREATE POLICY "both sides listen to their conversation" ON realtime.messages
//	  FOR SELECT TO authenticated USING (
//	    extension IN ('broadcast', 'presence')
//	    AND realtime.topic() LIKE 'conversation:%'
//	    AND auth.uid()::text IN (split_part(realtime.topic(), ':', 2),
//	                             split_part(realtime.topic(), ':', 3)));
//	CREATE POLICY "both sides speak in their conversation" ON realtime.messages
//	  FOR INSERT TO authenticated WITH CHECK (
//	    extension IN ('broadcast', 'presence')
//	    AND realtime.topic() LIKE 'conversation:%'
//	    AND auth.uid()::text IN (split_part(realtime.topic(), ':', 2),
//	                             split_part(realtime.topic(), ':', 3)));
//
// Anybody may join a public topic, but only for changes of tables: guessing a topic's name must not
// be enough to hear or send anything there. Config.AllowPublic lifts that for a server whose topics
// are all meant for everyone.
//
// # Revalidating access
//
// Each delivery of a row runs Config.PreRequest first. Sockets are authorised again when
// realtime.recheck(user) is called, when a row is deleted from auth.sessions, and every
// Config.RecheckEvery; realtime.disconnect(user) closes them at once. A table whose rows decide
// access to a topic (blocks, memberships) needs a trigger that executes
// realtime.recheck_user('<column with the user id>').
package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"automacao/internal/kernel/background"
	"automacao/internal/wire/token"
)

// These bound the hub's internal queues; what exceeds them is dropped.
const (
	changesMax   = 16 << 10
	envelopesMax = 4 << 10
	recheckMax   = 4 << 10
)

// Hub serves the sockets of one node.
type Hub struct {
	pool  *pgxpool.Pool
	keys  *token.Keys
	cfg   Config
	log   *slog.Logger
	now   func() time.Time
	mux   *http.ServeMux
	paths []string
	node  string

	registry   *registry
	presences  *presences
	posts      *postLimits
	bindingIDs atomic.Int64

	catalog       atomic.Pointer[catalog]
	schemaVersion atomic.Uint64
	// reading lets one goroutine at a time read the catalog.
	reading *semaphore.Weighted
	// catalogRetries limits how often unknown table names cause the catalog to be read again.
	catalogRetries *rate.Limiter
	// joining limits the joins that hold a connection, which leaves connections for everything else
	// when all channels rejoin at once.
	joining *semaphore.Weighted

	// listening is true while the database's notifications arrive.
	listening atomic.Bool
	ready     chan struct{}
	// overflowed is set if changes were dropped without telling their subscribers.
	overflowed atomic.Bool
	// rechecks counts the requests to authorise sockets again.
	rechecks atomic.Uint64
	// peers are the other nodes and when they were last heard of; only exchange uses it.
	peers map[string]time.Time

	changes  chan *change
	incoming chan string
	outgoing chan envelope
	due      chan *socket
	// reloaded has an element if the publication must be checked.
	reloaded chan struct{}
}

// New returns a hub on pool, whose login role must be able to become the roles of the tokens that
// keys verify. The hub delivers only while Run runs.
func New(pool *pgxpool.Pool, keys *token.Keys, cfg Config, log *slog.Logger) *Hub {
	h := &Hub{
		pool: pool, keys: keys, cfg: cfg.withDefaults(), log: log, now: time.Now,
		node:           uuid.NewString(),
		registry:       newRegistry(),
		presences:      newPresences(),
		peers:          map[string]time.Time{},
		posts:          newPostLimits(),
		reading:        semaphore.NewWeighted(1),
		catalogRetries: limiter(catalogRetriesPerSecond, 10*catalogRetriesPerSecond),
		joining:        semaphore.NewWeighted(int64(max(1, pool.Config().MaxConns/2))),
		ready:          make(chan struct{}),
		changes:        make(chan *change, changesMax),
		incoming:       make(chan string, envelopesMax),
		outgoing:       make(chan envelope, envelopesMax),
		due:            make(chan *socket, recheckMax),
		reloaded:       make(chan struct{}, 1),
	}
	h.mux = h.routes()
	return h
}

// ServeHTTP serves /websocket and the HTTP API beside it.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

// Run listens to the database and delivers until ctx ends. It survives the loss of the database and
// its own panics, and returns only the context's error.
func (h *Hub) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for name, loop := range map[string]func(context.Context){
		"listen": h.listen, "dispatch": h.dispatch, "exchange": h.exchange,
		"publish": h.publish, "sweep": h.sweep, "recheck": h.recheckLoop, "follow": h.follow,
	} {
		group.Go(func() error {
			return background.Keep(ctx, h.log, "realtime: "+name, func(ctx context.Context) error {
				loop(ctx)
				return ctx.Err()
			})
		})
	}
	return group.Wait()
}

// Ready is closed once Run first listens to the database. Until then subscriptions to changes are
// refused, and clients retry.
func (h *Hub) Ready() <-chan struct{} { return h.ready }

// Shutdown refuses new sockets, sends the others a close frame that makes them reconnect to another
// node, and waits for them until ctx ends.
func (h *Hub) Shutdown(ctx context.Context) {
	sockets := h.registry.close()
	for _, s := range sockets {
		s.end(websocket.StatusServiceRestart, "Server is restarting")
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		h.registry.active.Wait()
	}()
	select {
	case <-gone:
	case <-ctx.Done():
		for _, s := range sockets {
			s.drop()
		}
		<-gone
	}
}

// These are the errors of Broadcast.
var (
	errPublicTopic = errors.New("broadcast needs a private topic")
	errTooLong     = errors.New("topic and event take at most 255 bytes")
)

// Broadcast sends an event to everyone on a topic, on every node, without asking policies. Delivery
// is at most once and does not wait for a transaction to commit; realtime.send in SQL does.
func (h *Hub) Broadcast(_ context.Context, topic, event string, payload any, private bool) error {
	data, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	env := envelope{Kind: kindBroadcast, Topic: topic, Event: event, Private: private, Payload: data}
	return h.broadcast(env, nil)
}

// broadcast delivers on this node and shares the event with the others.
func (h *Hub) broadcast(env envelope, from *channel) error {
	if !env.Private && !h.cfg.AllowPublic {
		return errPublicTopic
	}
	if !env.fits() {
		return errTooLong
	}
	h.deliverBroadcast(env, from)
	h.share(env)
	return nil
}

// Disconnect closes every socket of a user on this node. realtime.disconnect in the database does
// so on all nodes.
func (h *Hub) Disconnect(userID uuid.UUID) {
	for _, s := range h.registry.ofUser(userID) {
		s.expel("Session ended")
	}
}
