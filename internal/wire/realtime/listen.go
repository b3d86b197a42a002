package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres"
)

// These are the database's notification channels. channelSchema announces schema changes to all
// listeners.
const (
	channelChanges   = "realtime_changes"
	channelBroadcast = "realtime_broadcast"
	channelControl   = "realtime_control"
	channelSchema    = "pgrst"
)

const (
	connectTimeout = 10 * time.Second
	// quietMax is how long the connection may be silent before it is pinged.
	quietMax   = 30 * time.Second
	backoffMin = 100 * time.Millisecond
	backoffMax = 5 * time.Second
)

// listen keeps one connection that listens to every notification channel.
func (h *Hub) listen(ctx context.Context) {
	backoff := backoffMin
	for {
		heard, err := h.listenOnce(ctx)
		if errors.Is(err, postgres.ErrPooled) {
			// The program that composes the server has logged this. Joins that ask for changes are
			// refused, so clients are told.
			<-ctx.Done()
		}
		if ctx.Err() != nil {
			return
		}
		if heard {
			backoff = backoffMin
		}
		h.log.Warn("realtime: lost the listening connection", "error", err, "retry_in", backoff)
		select {
		case <-ctx.Done():
			return
		case <-time.After(backoff):
		}
		backoff = min(2*backoff, backoffMax)
	}
}

// listenOnce listens to the database until its connection fails, and reports whether it ever was
// connected.
func (h *Hub) listenOnce(ctx context.Context) (heard bool, err error) {
	conn, err := h.connect(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	h.followPublication(ctx)
	h.preload(ctx)
	h.listening.Store(true)
	defer h.listening.Store(false)
	select {
	case <-h.ready:
		h.resume()
	default:
		close(h.ready)
	}
	h.share(envelope{Kind: kindHello})
	return true, h.receiveNotifications(ctx, conn)
}

func (h *Hub) connect(ctx context.Context) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return postgres.Listen(ctx, h.pool, h.cfg.Direct, "realtime-listen", channelChanges, channelBroadcast, channelControl, channelSchema)
}

// preload reads the watched tables again, since a schema change may have been missed, before the
// channels that are about to join need them.
func (h *Hub) preload(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	h.forgetTables()
	if _, err := h.tables(bounded); err != nil && ctx.Err() == nil {
		h.log.Warn("realtime: preload the watched tables", "error", err)
	}
}

// resume recovers from missed notifications. It closes the channels that subscribe to changes,
// which makes the official client rejoin and the application, on SUBSCRIBED, fetch again. It also
// authorises all sockets again.
func (h *Hub) resume() {
	h.rejoin(h.registry.subscribed())
	h.rechecks.Add(1)
	for _, s := range h.registry.all() {
		h.requestRecheck(s)
	}
}

// rejoin tells channels that they may have missed changes. After a `system` error alone the client
// would stay subscribed and not notice; it recovers from phx_error by itself.
func (h *Hub) rejoin(channels []*channel) {
	for _, ch := range channels {
		ch.fail("Changes were missed, rejoin and fetch again")
	}
}

func (h *Hub) receiveNotifications(ctx context.Context, conn *pgx.Conn) error {
	for {
		notification, err := waitFor(ctx, conn)
		if err != nil {
			return err
		}
		if notification != nil {
			h.route(notification)
		}
	}
}

// waitFor returns nil if no notification came for a while and the connection is alive.
func waitFor(ctx context.Context, conn *pgx.Conn) (*pgconn.Notification, error) {
	quiet, cancel := context.WithTimeout(ctx, quietMax)
	defer cancel()
	notification, err := conn.WaitForNotification(quiet)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return notification, err
	}
	alive, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	return nil, conn.Ping(alive)
}

// route passes a notification on without blocking, so that one busy channel cannot delay the
// others.
func (h *Hub) route(n *pgconn.Notification) {
	switch n.Channel {
	case channelChanges:
		var c change
		if json.Unmarshal([]byte(n.Payload), &c) != nil {
			return
		}
		select {
		case h.changes <- &c:
		default:
			h.overflowed.Store(true)
		}
	case channelBroadcast:
		select {
		case h.incoming <- n.Payload:
		default:
			h.log.Warn("realtime: dropped an envelope from another node")
		}
	case channelControl:
		h.control(n.Payload)
	case channelSchema:
		if strings.HasPrefix(n.Payload, "reload schema") || n.Payload == "" {
			h.forgetTables()
			h.reload()
		}
	}
}

// control carries out realtime.disconnect and realtime.recheck.
func (h *Hub) control(payload string) {
	var order struct {
		Action string    `json:"action"`
		UserID uuid.UUID `json:"user_id"`
	}
	if json.Unmarshal([]byte(payload), &order) != nil {
		return
	}
	h.rechecks.Add(1)
	for _, s := range h.registry.ofUser(order.UserID) {
		if order.Action == "disconnect" {
			s.expel("Session ended")
		} else {
			h.requestRecheck(s)
		}
	}
}
