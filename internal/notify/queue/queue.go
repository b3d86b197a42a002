// Package queue is work that may be late, kept in PostgreSQL by River: its tables,
// how it hears of work past a pooler, what of a failure is told, and the sending of
// letters. What there is to do is its callers'.
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

// How the queue works: a short cooldown, since the default of 100 ms makes it
// thirty times slower; few workers, since mail servers are slow anyway.
const (
	workersMax    = 4
	fetchCooldown = 5 * time.Millisecond
	pollInterval  = time.Second
	stopTimeout   = 5 * time.Second
	cancelTimeout = 2 * time.Second
	// rescueAfter is when work of a server that died is taken up by another; what
	// may take longer by its own time-out is left alone.
	rescueAfter = 2 * time.Minute
)

// Config is what there is to do.
type Config struct {
	Workers  *river.Workers
	Periodic []*river.PeriodicJob
	// Queues are those besides the default one.
	Queues map[string]river.QueueConfig
	// Direct reaches PostgreSQL past the pooler that the queue's own pool leads
	// through, to hear of work at once; nil where it leads through none, or where
	// looking for work every second will do.
	Direct *pgxpool.Pool
	// Spoken are errors whose whole sentence is the program's own and may be logged.
	Spoken []error
	// Around is put around all work.
	Around []rivertype.Middleware
}

// Once keeps one of a kind of work in the queue at a time; a failed round is
// the next round's.
var Once = river.InsertOpts{MaxAttempts: 1, UniqueOpts: river.UniqueOpts{ByQueue: true, ByState: []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
}}}

// Every has work done at the start and then again and again.
func Every(pause time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(pause), func() (river.JobArgs, *river.InsertOpts) { return args, nil }, &river.PeriodicJobOpts{RunOnStart: true})
}

// New prepares the queue. Nothing is worked on before its Start.
func New(pool *pgxpool.Pool, cfg Config, log *slog.Logger) (*river.Client[pgx.Tx], error) {
	queues := map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workersMax}}
	maps.Copy(queues, cfg.Queues)
	client, err := river.NewClient(driverOf(pool, cfg.Direct), &river.Config{
		Schema: Schema, Workers: cfg.Workers, PeriodicJobs: cfg.Periodic, PollOnly: cfg.Direct == nil && postgres.IsPooled(pool), Queues: queues,
		// Only their owner may rebuild indexes, which the server is not.
		ReindexerSchedule: river.NeverSchedule(), RescueStuckJobsAfter: rescueAfter,
		FetchCooldown: fetchCooldown, FetchPollInterval: pollInterval, Logger: quiet(log), ErrorHandler: failures{log, cfg.Spoken}, Middleware: cfg.Around,
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the queue: %w", err)
	}
	return client, nil
}

// Stop lets work in hand finish for a while; ctx may have ended.
func Stop(ctx context.Context, client *river.Client[pgx.Tx]) {
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := client.Stop(stopping); err != nil {
		// What is not finished is done again later; a mail server that does not
		// answer must not hold the server's own end.
		cancelling, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
		defer cancel()
		_ = client.StopAndCancel(cancelling)
	}
}

// driverOf hears of work past a pooler.
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

// GetListener hears past the pooler what is done through it.
func (p pastPooler) GetListener(params *riverdriver.GetListenenerParams) riverdriver.Listener {
	return p.direct.GetListener(params)
}
