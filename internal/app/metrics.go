package app

import (
	"context"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
)

// A CPU profile takes as long as its request says, within metricsWrite.
const metricsWrite = 3 * time.Minute

// serveMetrics serves metrics and profiles at an address of their own, if the settings name one.
func (a *App) serveMetrics(context.Context) error {
	if a.metricsListener == nil {
		return nil
	}
	handler, err := a.watch.Handler(newGauges(a))
	if err != nil {
		return err
	}
	a.metricsServer = middleware.NewServer(handler, a.log)
	a.metricsServer.Protocols, a.metricsServer.WriteTimeout = nil, metricsWrite
	a.run(a.serving, "metrics", func(context.Context) error { return serveUntilClosed(a.metricsServer, a.metricsListener) })
	a.log.Info("metrics and profiles are open to whoever reaches their address", "url", "http://"+a.metricsListener.Addr().String()+"/metrics")
	return nil
}

func (a *App) closeMetrics(context.Context) error {
	if a.metricsServer == nil {
		return nil
	}
	return a.metricsServer.Close()
}

// ran records a statement of the REST protocol.
func (a *App) ran(ctx context.Context, role string, path []string, sql string, started time.Time, err error) {
	a.watch.Ran(ctx, telemetry.Statement{SQL: sql, Role: role, SearchPath: path, Started: started, Err: err})
}
