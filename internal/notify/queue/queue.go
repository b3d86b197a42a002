// Package queue runs background jobs, which River keeps in PostgreSQL. It owns River's tables,
// notifications past a pooler, what is logged about failures, and the job that sends letters. Its
// callers define the other jobs.
package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
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

// Schema is the schema of the queue's tables.
const Schema = "jobs"

// lockKey keeps two servers that start together from migrating at once.
const lockKey = 7_207_202

// Migrate brings the queue's tables up to date and grants the server access. It takes the pool of
// the schema's owner.
func Migrate(ctx context.Context, owner *pgxpool.Pool) error {
	// The lock belongs to the transaction, because behind a pooler a session cannot hold one.
	return pgx.BeginFunc(ctx, owner, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
			return fmt.Errorf("wait for another server: %w", err)
		}
		return migrate(ctx, owner)
	})
}

func migrate(ctx context.Context, owner *pgxpool.Pool) error {
	if _, err := owner.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+Schema); err != nil {
		return fmt.Errorf("create the queue's schema: %w", err)
	}
	migrator, err := newMigrator(owner)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("create the queue's tables: %w", err)
	}
	// One simple query is one transaction, so that a running server never lacks a privilege.
	_, err = owner.Exec(ctx, `
		GRANT USAGE ON SCHEMA `+Schema+` TO service_role;
		REVOKE ALL ON ALL TABLES IN SCHEMA `+Schema+` FROM service_role;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA `+Schema+` TO service_role;
		GRANT ALL ON ALL SEQUENCES IN SCHEMA `+Schema+` TO service_role;
		GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA `+Schema+` TO service_role`, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return fmt.Errorf("grant the queue's tables: %w", err)
	}
	return nil
}

// IsBehind reports, for any role, whether Migrate has to run.
func IsBehind(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	migrator, err := newMigrator(pool)
	if err != nil {
		return false, err
	}
	found, err := migrator.Validate(ctx, nil)
	if postgres.IsMissing(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("check the queue's tables: %w", err)
	}
	return !found.OK, nil
}

func newMigrator(pool *pgxpool.Pool) (*rivermigrate.Migrator[pgx.Tx], error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: Schema, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("prepare the queue's tables: %w", err)
	}
	return migrator, nil
}

// failures logs failed jobs by their id, kind and reason only: a job's arguments, and what a mail
// server says about them, may name people.
type failures struct {
	log       *slog.Logger
	ownErrors []error
}

// HandleError logs a failed attempt, the last one as an error.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, failure error) *river.ErrorHandlerResult {
	level := slog.LevelWarn
	if job.Attempt >= job.MaxAttempts {
		level = slog.LevelError
	}
	f.log.Log(ctx, level, "job failed", "job", job.ID, "kind", job.Kind, "attempt", job.Attempt, "attempts_max", job.MaxAttempts, "reason", reasonOf(failure, f.ownErrors))
	return nil
}

// HandlePanic logs a job that panicked.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "job panicked", "job", job.ID, "kind", job.Kind, "value", value, "trace", trace)
	return nil
}

// quiet leaves out what the queue logs about its own operation.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(leveled{log.Handler()})
}

type leveled struct{ slog.Handler }

// Enabled lets warnings and errors through.
func (l leveled) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && l.Handler.Enabled(ctx, level)
}

// Handle leaves out what fails because the queue was told to stop.
func (l leveled) Handle(ctx context.Context, record slog.Record) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return l.Handler.Handle(ctx, record)
}
