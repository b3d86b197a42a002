package app

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/telemetry"
	"automacao/internal/market/jobs"
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

func (r report) ofPool(name string, pool *pgxpool.Pool) {
	stat := pool.Stat()
	r.gauge("pool_connections", float64(stat.IdleConns()), name, "idle")
	r.gauge("pool_connections", float64(stat.AcquiredConns()), name, "used")
	r.gauge("pool_connections", float64(stat.ConstructingConns()), name, "opening")
	r.gauge("pool_connections_max", float64(stat.MaxConns()), name)
	r.counter("pool_acquires_total", float64(stat.AcquireCount()), name)
	r.counter("pool_waits_total", float64(stat.EmptyAcquireCount()), name)
	r.counter("pool_wait_seconds_total", stat.EmptyAcquireWaitTime().Seconds(), name)
	r.counter("pool_gave_up_total", float64(stat.CanceledAcquireCount()), name)
}

func (r report) ofQueue() {
	queued, known := r.of.queue()
	r.gauge("jobs_known", number(known))
	waiting := map[string]time.Duration{}
	for _, one := range queued {
		r.gauge("jobs", float64(one.Count), one.Kind, one.State)
		waiting[one.Kind] = max(waiting[one.Kind], one.Waiting)
	}
	for kind, longest := range waiting {
		r.gauge("job_waiting_seconds", longest.Seconds(), kind)
	}
}

// queue asks the database, no more often than every queueFreshFor.
func (f *gauges) queue() ([]jobs.Queued, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.asked.IsZero() || time.Since(f.asked) >= queueFreshFor {
		ctx, cancel := context.WithTimeout(context.Background(), queueWithin)
		defer cancel()
		queued, err := f.app.jobs.Queued(ctx)
		if err != nil {
			queued = nil
		}
		f.queued, f.failed, f.asked = queued, err != nil, time.Now()
	}
	return f.queued, !f.failed
}
