package realtime

import "context"

// follow keeps the tables live that the publication names, where the hub is to. It
// changes nothing when nothing has changed.
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

// reload has the publication looked at, soon and once for all who ask meanwhile.
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
