// Package queue runs background jobs, which River keeps in PostgreSQL. It owns River's tables,
// notifications past a pooler, what is logged about failures, and the job that sends letters. Its
// callers define the other jobs.
package queue

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"automacao/internal/postgres"
)

// How the queue works. The cooldown is short, because the default of 100 ms makes the queue thirty
// times slower. There are few workers, because mail servers are slow anyway.
const (
	workersMax    = 4
	fetchCooldown = 5 * time.Millisecond
	pollInterval  = time.Second
	stopTimeout   = 5 * time.Second
	cancelTimeout = 2 * time.Second
	// rescueAfter is when jobs of a server that died are taken over by another. Jobs with a longer
	// timeout of their own are left alone.
	rescueAfter = 2 * time.Minute
)

// Config says which jobs there are.
type Config struct {
	Workers  *river.Workers
	Periodic []*river.PeriodicJob
	// Queues are queues besides the default one.
	Queues map[string]river.QueueConfig
	// Direct reaches PostgreSQL past the pooler that the queue's pool leads through, to be notified
	// of jobs at once. It is nil if there is no pooler, or if polling every second is enough.
	Direct *pgxpool.Pool
	// OwnErrors are errors whose text is entirely the program's own and may be logged.
	OwnErrors []error
	// Around is middleware around all jobs.
	Around []rivertype.Middleware
}

// Once allows one job of a kind in the queue at a time. A failed run is not retried: the next
// period runs it again.
var Once = river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByQueue: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}}}

// Every runs a job at the start and then periodically.
func Every(pause time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(pause), func() (river.JobArgs, *river.InsertOpts) { return args, nil }, &river.PeriodicJobOpts{RunOnStart: true})
}

// New prepares the queue. No job runs before its Start.
func New(pool *pgxpool.Pool, cfg Config, log *slog.Logger) (*river.Client[pgx.Tx], error) {
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workersMax}}
	maps.Copy(queues, cfg.Queues)
	client, err := river.NewClient(driverOf(pool, cfg.Direct), &river.Config{
		Schema: Schema, Workers: cfg.Workers, PeriodicJobs: cfg.Periodic, PollOnly: cfg.Direct == nil && postgres.IsPooled(pool), Queues: queues,
		// Only their owner may rebuild indexes, and the server is not the owner.
		ReindexerSchedule: river.NeverSchedule(), RescueStuckJobsAfter: rescueAfter,
		FetchCooldown: fetchCooldown, FetchPollInterval: pollInterval, Logger: quiet(log), ErrorHandler: failures{log, cfg.OwnErrors}, Middleware: cfg.Around,
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the queue: %w", err)
	}
	return client, nil
}

// Stop lets running jobs finish for a while. ctx may already have ended.
func Stop(ctx context.Context, client *river.Client[pgx.Tx]) {
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := client.Stop(stopping); err != nil {
		// Unfinished jobs run again later. A mail server that does not answer must not delay the
		// server's shutdown.
		cancelling, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
		defer cancel()
		_ = client.StopAndCancel(cancelling)
	}
}

// driverOf returns a driver that listens for notifications past a pooler.
func driverOf(pool, direct *pgxpool.Pool) riverdriver.Driver[pgx.Tx] {
	own := riverpgxv5.New(pool)
	if direct == nil {
		return own
	}
	return pastPooler{own, riverpgxv5.New(direct)}
}

type pastPooler struct {
	*riverpgxv5.Driver
	direct *riverpgxv5.Driver
}

// GetListener listens on the direct pool.
func (p pastPooler) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return p.direct.GetListener(params)
}
