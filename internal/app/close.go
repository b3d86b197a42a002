package app

import (
	"context"
	"errors"
	"sync"

	"automacao/internal/kernel/background"
)

// Close says it is not ready, refuses new connections, lets requests in flight
// finish while ctx lasts and tells open sockets to come back later, all at
// once, and stops the database last.
func (a *App) Close(ctx context.Context) error {
	a.ready.Store(false)
	if a.db != nil {
		a.db.Ending()
	}
	var errs []error
	if a.server != nil {
		a.idle()
		var sockets sync.WaitGroup
		sockets.Go(func() { background.Survive(a.log, "realtime", func() { a.hub.Shutdown(ctx) }) })
		if err := a.server.Shutdown(ctx); err != nil {
			// Whoever is still waiting is cut off, so that no handler holds a connection to the database.
			errs = append(errs, err, a.server.Close())
		}
		sockets.Wait()
	}
	if a.metricsServer != nil {
		errs = append(errs, a.metricsServer.Close())
	}
	if a.stop != nil {
		a.stop()
	}
	a.running.Wait()
	if a.server == nil {
		errs = append(errs, a.stopListening())
	}
	if a.payments != nil {
		errs = append(errs, a.payments.Close())
	}
	if a.auth != nil {
		a.auth.Close()
	}
	if a.push != nil {
		a.push.Close()
	}
	if a.bucket != nil {
		errs = append(errs, a.bucket.Close())
	}
	a.conns.close()
	a.watch.Close(ctx)
	if a.db != nil {
		errs = append(errs, a.db.Close(ctx))
	}
	return errors.Join(errs...)
}
