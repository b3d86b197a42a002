package app

import (
	"context"
	"errors"
	"net/http"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/background"
)

func (a *App) serve(handler http.Handler) error {
	running, stop := context.WithCancel(context.Background())
	a.stop = stop
	working, idle := context.WithCancel(running)
	a.idle = idle
	a.server = middleware.NewServer(handler, a.log)
	door := a.sheddingListener()
	a.turned = door.Turned
	a.server.ConnState, a.server.ConnContext = door.ConnState, door.ConnContext
	a.run(running, "rest", a.rest.Run)
	a.run(working, "jobs", func(ctx context.Context) error { return a.jobs.Run(a.settling(ctx)) })
	a.run(working, "payments", a.payments.Run)
	a.run(running, "realtime", a.hub.Run)
	a.run(running, "memory", func(ctx context.Context) error { return a.responseCache.Run(ctx, a.conns.files, a.db.Direct) })
	a.run(running, "state", a.tellState)
	a.run(running, "slow", func(ctx context.Context) error { return a.watch.TellSlow(ctx, a.conns.work) })
	a.run(running, "http", func(context.Context) error {
		if err := a.server.Serve(door); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	a.run(running, "door", func(ctx context.Context) error { return a.tellTurned(ctx, door) })
	if err := a.serveMetrics(running); err != nil {
		return err
	}
	a.ready.Store(true)
	return nil
}

// run starts a background part; its failure ends the server, a panic does not.
func (a *App) run(ctx context.Context, name string, part func(context.Context) error) {
	a.running.Go(func() {
		if err := background.Keep(ctx, a.log, name, part); err != nil {
			select {
			case a.failed <- err:
			default:
			}
		}
	})
}
