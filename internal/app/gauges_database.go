package app

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/jobs"
)

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
