package realtime

import (
	"context"
	"encoding/json"
	"strings"
)

// presenceBytesMax bounds the presence that one channel may store on every node, in bytes.
const presenceBytesMax = 4 << 10

// handle processes one message of the client.
func (s *socket) handle(ctx context.Context, m message) {
	if m.Topic == controlTopic {
		if m.Event == eventHeartbeat {
			s.reply(m, "ok", struct{}{})
		}
		return
	}
	if m.Event == eventJoin {
		s.join(ctx, m)
		return
	}
	ch := s.find(m.Topic)
	if ch == nil {
		s.handleUnjoined(m)
		return
	}
	if m.JoinRef != "" && m.JoinRef != ch.joinRef {
		return
	}
	switch m.Event {
	case eventLeave:
		s.reply(m, "ok", struct{}{})
		if ch.detach() {
			ch.finish(eventClose)
		}
	case eventAccessToken:
		ch.renew(ctx, m)
	case eventBroadcast:
		ch.broadcastMessage(m)
	case eventPresence:
		ch.handlePresence(m)
	}
}

// handleUnjoined answers a message to a channel that the server has closed: leaving succeeds,
// anything else gets an error that the channel is not joined.
func (s *socket) handleUnjoined(m message) {
	if m.Event == eventLeave {
		s.reply(m, "ok", struct{}{})
	} else if m.Ref != "" {
		s.refuse(m, "unmatched topic")
	}
}

// renew takes a new token for the channel and authorises it again.
func (ch *channel) renew(ctx context.Context, m message) {
	var payload struct {
		AccessToken string `json:"access_token"`
	}
	_ = json.Unmarshal(m.Payload, &payload)
	if payload.AccessToken == "" || strings.HasPrefix(payload.AccessToken, keyPrefix) {
		return
	}
	s := ch.socket
	claims, err := s.hub.verify(payload.AccessToken)
	if err != nil {
		ch.closeForGood(tokenRefusal(err).text)
		return
	}
	before := ch.grant.Load()
	if string(claims.Raw) == string(before.caller.Claims) {
		return
	}
	// Every renewal costs a transaction, so a client that renews too often has to wait.
	if s.joins.Wait(ctx) != nil {
		return
	}
	rechecks := s.hub.rechecks.Load()
	waiting := len(ch.pending)
	granted, subscriptions, unresolved, err := ch.ask(ctx, claims.Caller())
	if err != nil {
		ch.closeForGood(s.hub.refusal(err, ch.name).text)
		return
	}
	if granted.lostReadRights(before) {
		ch.closeForGood(noLongerReadable + ch.name)
		return
	}
	granted.expiresAt = claims.ExpiresAt
	if !s.hub.registry.rename(ch, granted.caller.UserID, s.hub.cfg.ConnectionsPerUserMax) {
		ch.closeForGood("Too many connected users")
		return
	}
	ch.grant.Store(granted)
	s.hub.registry.subscribe(ch, subscriptions)
	ch.report(waiting, unresolved)
	if rechecks != s.hub.rechecks.Load() {
		s.hub.recheckSocket(ctx, s)
	}
}

// broadcastMessage broadcasts to the channel's topic.
func (ch *channel) broadcastMessage(m message) {
	env := envelope{
		Kind: kindBroadcast, Topic: ch.name, Private: ch.private,
		Event: m.UserEvent, Payload: m.Payload, Binary: m.Binary,
	}
	if m.UserEvent == "" && m.Binary == nil {
		var wrapped struct {
			Event   string          `json:"event"`
			Payload json.RawMessage `json:"payload"`
		}
		_ = json.Unmarshal(m.Payload, &wrapped)
		env.Event, env.Payload = wrapped.Event, wrapped.Payload
	}
	hub := ch.socket.hub
	err := ch.mayWrite(ch.grant.Load().writeBroadcast)
	if err == nil && len(env.Payload)+len(env.Binary) > hub.cfg.PayloadBytesMax {
		err = errPayloadSize
	}
	if err == nil {
		err = hub.broadcast(env, ch)
	}
	switch {
	case err == nil && ch.ack:
		ch.socket.reply(m, "ok", struct{}{})
	case err != nil && ch.ack:
		ch.socket.refuse(m, err.Error())
	case err != nil:
		ch.system("system", "error", err.Error())
	}
}

const (
	errPrivateOnly sentence = "PrivateOnly: This project only allows private channels"
	errPayloadSize sentence = "Payload size exceeds tenant limit"
)

func (ch *channel) mayWrite(allowed bool) error {
	if allowed {
		return nil
	}
	if !ch.private {
		return errPrivateOnly
	}
	return sentence("Unauthorized: You do not have permissions to write to this Channel topic: " + ch.name)
}

// handlePresence tracks or untracks the client on the channel's topic.
func (ch *channel) handlePresence(m message) {
	var request struct {
		Event   string          `json:"event"`
		Payload json.RawMessage `json:"payload"`
	}
	_ = json.Unmarshal(m.Payload, &request)
	s := ch.socket
	if !ch.calls.allow(s.hub.now(), s.hub.cfg.PresenceMax, s.hub.cfg.PresenceWindow) {
		ch.closeForGood("Client presence rate limit exceeded")
		return
	}
	if strings.EqualFold(request.Event, "untrack") {
		s.hub.untrack(ch)
		s.reply(m, "ok", struct{}{})
		return
	}
	var meta map[string]json.RawMessage
	err := ch.mayWrite(ch.grant.Load().writePresence)
	switch {
	case err != nil:
		s.refuse(m, err.Error())
	case !strings.EqualFold(request.Event, "track"):
		s.refuse(m, "UnknownPresenceEvent: "+request.Event)
	case len(request.Payload) > presenceBytesMax:
		ch.closeForGood("Track message size exceeded")
	case present(request.Payload) && json.Unmarshal(request.Payload, &meta) != nil:
		s.refuse(m, "Presence track payload must be a map")
	default:
		s.hub.track(ch, meta)
		s.reply(m, "ok", struct{}{})
	}
}
