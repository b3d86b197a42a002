package realtime

import "context"

// follow keeps watching the tables that the publication names, if configured. It changes nothing if
// the publication has not changed.
func (h *Hub) follow(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.reloaded:
			h.followPublication(ctx)
		}
	}
}

// reload requests a check of the publication, one for all requests until it happens.
func (h *Hub) reload() {
	select {
	case h.reloaded <- struct{}{}:
	default:
	}
}

func (h *Hub) followPublication(ctx context.Context) {
	if !h.cfg.FollowPublication {
		return
	}
	bounded, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	if _, err := h.pool.Exec(bounded, `SELECT realtime.follow_publication()`); err != nil && ctx.Err() == nil {
		h.log.Warn("realtime: follow the publication", "error", err)
	}
}
