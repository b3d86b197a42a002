package app

import (
	"context"
	"time"
)

// purgeEvery is how often what has expired is removed.
const purgeEvery = time.Hour

// keepHouse removes expired sessions and tokens until ctx ends. A failure is
// logged and left to the next round: nothing depends on the removal.
func (a *App) keepHouse(ctx context.Context) error {
	ticker := time.NewTicker(purgeEvery)
	defer ticker.Stop()
	for {
		if err := a.auth.Purge(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("expired sessions were not purged", "cause", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}
