package realtime

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
)

const sweepEvery = time.Second

// parcelsEvery is how often parcels that every node has read are deleted.
const parcelsEvery = time.Minute

// sweep closes channels whose token has expired, and requests the regular recheck of sockets.
func (h *Hub) sweep(ctx context.Context) {
	second, minute := time.NewTicker(sweepEvery), time.NewTicker(parcelsEvery)
	defer second.Stop()
	defer minute.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-second.C:
			h.sweepAt(h.now())
		case <-minute.C:
			h.posts.reset()
			h.reload()
			_, err := h.pool.Exec(ctx, `DELETE FROM realtime.parcels WHERE inserted_at < now() - interval '1 minute'`)
			if err := errors.Join(err, h.deleteOldStored(ctx)); err != nil && ctx.Err() == nil {
				h.log.Warn("realtime: delete old parcels and messages", "error", err)
			}
		}
	}
}

func (h *Hub) sweepAt(now time.Time) {
	for _, s := range h.registry.all() {
		s.guard("sweep a socket", func() { h.sweepSocket(s, now) })
	}
}

func (h *Hub) sweepSocket(s *socket, now time.Time) {
	for _, ch := range s.all() {
		if !now.Before(ch.grant.Load().expiresAt) {
			ch.closeForGood(tokenExpired)
		}
	}
	if s.recheckAt.Load() <= now.UnixNano() {
		h.requestRecheck(s)
	}
}

const (
	tokenExpired     = "Token has expired"
	noLongerReadable = "You no longer have permission to read from this Channel topic: "
)

// requestRecheck queues a socket for a recheck. If the queue is full, the next sweep retries.
func (h *Hub) requestRecheck(s *socket) {
	s.recheckAt.Store(0)
	select {
	case h.due <- s:
		s.recheckAt.Store(h.now().Add(h.cfg.RecheckEvery).UnixNano())
	default:
	}
}

func (h *Hub) recheckLoop(ctx context.Context) {
	group := errgroup.Group{}
	group.SetLimit(h.cfg.Workers)
	for {
		select {
		case <-ctx.Done():
			_ = group.Wait()
			return
		case s := <-h.due:
			group.Go(func() error {
				s.guard("recheck a socket", func() { h.recheckSocket(ctx, s) })
				return nil
			})
		}
	}
}

// recheckSocket authorises every channel again. A session that has ended closes the socket; a topic
// that may no longer be read closes its channel.
func (h *Hub) recheckSocket(ctx context.Context, s *socket) {
	checked := map[identity]bool{}
	for _, ch := range s.all() {
		before := ch.grant.Load()
		// All public channels of one token share one result.
		if !ch.private && checked[before.identity()] {
			continue
		}
		granted, err := h.authorize(ctx, before.caller, ch.key(), nil)
		if ended, ok := errors.AsType[endedError](err); ok {
			s.expel(ended.reason)
			return
		}
		switch {
		case errors.Is(err, errUnreadable), err == nil && granted.lostReadRights(before):
			ch.closeForGood(noLongerReadable + ch.name)
		case err != nil:
			// A database error is no reason to disconnect everyone: rows are still read under the
			// token, and the next round asks again.
			h.log.Warn("realtime: recheck a channel", "error", err)
		default:
			checked[before.identity()] = true
			ch.adopt(before, granted)
		}
	}
}

// adopt replaces a grant unless the client has renewed its token meanwhile.
func (ch *channel) adopt(before, granted *grant) {
	granted.expiresAt = before.expiresAt
	if ch.grant.CompareAndSwap(before, granted) && !granted.writePresence {
		ch.socket.hub.untrack(ch)
	}
}
