package app

import (
	"context"
	"os"
	"os/signal"
	"runtime"
)

// tellState writes what the process holds to the log whenever it is sent
// SIGUSR1, which Windows has not, until ctx ends: what should come back to where it was.
func (a *App) tellState(ctx context.Context) error {
	asked := make(chan os.Signal, 1)
	notifyOfAsking(asked)
	defer signal.Stop(asked)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-asked:
		}
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		pool := a.db.Pool.Stat()
		a.log.Info("state", "goroutines", runtime.NumGoroutine(), "heap_bytes", memory.HeapAlloc,
			"connections", pool.TotalConns(), "connections_used", pool.AcquiredConns(), "answers_kept", a.responseCache.IsOn(), "answers_bytes", a.responseCache.Bytes())
	}
}
