package realtime

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/token"
)

// joinRequest is the payload of phx_join.
type joinRequest struct {
	Config struct {
		Broadcast struct {
			Ack              flag            `json:"ack"`
			Self             flag            `json:"self"`
			ReplicationReady flag            `json:"replication_ready"`
			Replay           json.RawMessage `json:"replay"`
		} `json:"broadcast"`
		Presence struct {
			Key     string `json:"key"`
			Enabled *flag  `json:"enabled"`
		} `json:"presence"`
		Changes        []json.RawMessage `json:"postgres_changes"`
		ChangesOptions struct {
			Wait flag `json:"wait"`
		} `json:"postgres_changes_options"`
		Private flag `json:"private"`
	} `json:"config"`
	AccessToken string `json:"access_token"`
	// UserToken is the name that earlier clients use for AccessToken.
	UserToken string `json:"user_token"`
}

// read parses a join. It refuses sizes that would take unbounded memory on every node.
func (r *joinRequest) read(payload json.RawMessage) error {
	if err := json.Unmarshal(payload, r); err != nil {
		return errMalformed
	}
	if len(r.Config.Changes) > bindingsMax || len(r.Config.Presence.Key) > lengthMax {
		return errMalformed
	}
	return nil
}

func (r joinRequest) token() string {
	if strings.HasPrefix(r.AccessToken, keyPrefix) {
		return ""
	}
	return cmp.Or(r.UserToken, r.AccessToken)
}

// keyPrefix begins API keys that are not JWTs: a client that sends one is not signed in.
const keyPrefix = "sb_"

// flag is a boolean that clients also send as a string.
type flag bool

// UnmarshalJSON accepts true and "true"; any other value is false.
func (f *flag) UnmarshalJSON(data []byte) error {
	*f = flag(strings.EqualFold(strings.Trim(string(data), `"`), "true"))
	return nil
}

// join handles phx_join. A second join of a topic replaces the first.
func (s *socket) join(ctx context.Context, m message) {
	var request joinRequest
	name, ok := strings.CutPrefix(m.Topic, topicPrefix)
	if !ok || !isTopic(name) {
		s.refuse(m, "TopicNameRequired: You must provide a topic name")
		return
	}
	if err := request.read(m.Payload); err != nil {
		s.refuse(m, "InvalidJoinPayload: The join payload is not valid")
		return
	}
	asked, refused := request.replay()
	if refused != nil {
		s.refuse(m, refused.String())
		return
	}
	if old := s.find(m.Topic); old != nil && old.detach() {
		old.finish(eventClose)
	}
	if reason := s.admit(); reason != "" {
		s.refuse(m, reason)
		return
	}
	ch := &channel{
		socket: s, topic: m.Topic, name: name, joinRef: m.JoinRef,
		private:     bool(request.Config.Private),
		ack:         bool(request.Config.Broadcast.Ack),
		self:        bool(request.Config.Broadcast.Self),
		presenceKey: request.Config.Presence.Key,
		kept:        asked,
	}
	if ch.presenceKey == "" {
		ch.presenceKey = uuid.NewString()
	}
	s.enter(ctx, m, ch, request)
}

// isTopic reports whether a topic fits a binary frame and a database text.
func isTopic(name string) bool {
	return name != "" && len(topicPrefix)+len(name) <= lengthMax && !strings.Contains(name, "\x00")
}

func present(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// admit returns why one more channel is refused, or "".
func (s *socket) admit() string {
	if !s.joins.Allow() {
		return "ClientJoinRateLimitReached: Too many joins per second"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.channels) >= s.hub.cfg.ChannelsMax {
		return "ChannelRateLimitReached: Too many channels"
	}
	return ""
}

// enter authorises the channel, answers the join and starts what it asked for.
func (s *socket) enter(ctx context.Context, m message, ch *channel, request joinRequest) {
	claims, err := s.joinClaims(request.token())
	if err != nil {
		s.refuse(m, tokenRefusal(err).String())
		return
	}
	bindings, problem := s.hub.parseBindings(request.Config.Changes)
	if len(bindings) > 0 && !s.hub.listening.Load() {
		s.refuse(m, "UnableToConnectToProject: "+string(errNoDatabase))
		return
	}
	// A session that ends between authorisation and attaching would be missed, so the channel is
	// authorised again if anything happened in between.
	rechecks := s.hub.rechecks.Load()
	if problem == nil {
		ch.pending = bindings
	}
	granted, subscriptions, unresolved, err := ch.ask(ctx, claims.Caller())
	if err != nil {
		s.refuse(m, s.hub.refusal(err, ch.name).String())
		return
	}
	if problem = cmp.Or(problem, unresolved); problem != nil && bool(request.Config.ChangesOptions.Wait) {
		s.refuse(m, refusal{"RealtimeDisabledForConfiguration", problem.Error()}.String())
		return
	}
	// A refused client retries; one that has joined would wait for changes that never come.
	if errors.Is(unresolved, errNoDatabase) {
		s.refuse(m, "UnableToConnectToProject: "+string(errNoDatabase))
		return
	}
	granted.expiresAt = claims.ExpiresAt
	ch.grant.Store(granted)
	ch.subscriptions = subscriptions
	if !s.attach(ch) {
		s.refuse(m, "ConnectionRateLimitReached: Too many connected users")
		return
	}
	said, refused := s.hub.readReplay(ctx, ch)
	if refused != nil {
		ch.detach()
		s.refuse(m, refused.String())
		return
	}
	s.reply(m, "ok", map[string]any{"postgres_changes": echo(bindings)})
	ch.report(len(bindings), problem)
	ch.replay(said)
	s.start(ch, request)
	if rechecks != s.hub.rechecks.Load() {
		s.hub.recheckSocket(ctx, s)
	}
}

// joinClaims verifies the token of a join. The socket's apikey replaces a missing token and keys
// that are not JWTs.
func (s *socket) joinClaims(compact string) (token.Claims, error) {
	if compact == "" {
		if !s.hub.now().Before(s.claims.ExpiresAt) {
			return token.Claims{}, token.ErrExpired
		}
		return s.claims, nil
	}
	return s.hub.verify(compact)
}

func (s *socket) attach(ch *channel) bool {
	s.mu.Lock()
	s.channels[ch.topic] = ch
	s.mu.Unlock()
	if s.hub.registry.attach(ch, ch.grant.Load().caller.UserID, s.hub.cfg.ConnectionsPerUserMax) {
		return true
	}
	s.mu.Lock()
	delete(s.channels, ch.topic)
	s.mu.Unlock()
	return false
}

// ask authorises the channel for a caller and resolves the bindings that are still pending. Those
// that fail stay pending: the client joins with its key before it knows its session, and renews the
// token a moment later.
func (ch *channel) ask(ctx context.Context, c caller.Caller) (*grant, []*subscription, error, error) {
	hub := ch.socket.hub
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	tables, unresolved := ch.tables(ctx)
	if err := hub.joining.Acquire(ctx, 1); err != nil {
		return nil, nil, nil, fmt.Errorf("wait to authorize: %w", err)
	}
	defer hub.joining.Release(1)
	var subscriptions []*subscription
	granted, err := hub.authorize(ctx, c, ch.key(), func(tx pgx.Tx) error {
		if unresolved == nil {
			subscriptions, unresolved = ch.resolve(ctx, tx, tables, c.Role)
		}
		return nil
	})
	if err == nil && unresolved == nil {
		ch.pending = nil
	}
	return granted, subscriptions, unresolved, err
}

// report tells the client whether it is subscribed to changes.
func (ch *channel) report(bindings int, problem error) {
	if problem != nil {
		ch.system(eventChanges, "error", problem.Error())
	} else if bindings > 0 {
		ch.system(eventChanges, "ok", "Subscribed to PostgreSQL")
	}
}

// start sends what else follows a successful join.
func (s *socket) start(ch *channel, request joinRequest) {
	if request.Config.Broadcast.ReplicationReady {
		ch.system("system", "ok", "Replication connection established")
	}
	if enabled := request.Config.Presence.Enabled; enabled == nil || bool(*enabled) {
		s.hub.showPresence(ch)
	}
}

const (
	errBinding sentence = "Error parsing subscription params"
	errSelect  sentence = "Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]"
	errNoTable sentence = "No subscription params provided. " +
		"Please provide at least a `schema` or `table` to subscribe to"
)
