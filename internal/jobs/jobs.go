// Package jobs does what may be late: mail, the newsletter, and keeping house.
// Work is enqueued in the transaction that makes it necessary, and done at
// least once. It decides nothing about the market.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"automacao/internal/background"
	"automacao/internal/database"
	"automacao/internal/mail"
	"automacao/internal/push"
)

// schema is where the queue's own tables are.
const schema = "jobs"

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

// Config is what the work needs from elsewhere.
type Config struct {
	// URL is the product's address, without a trailing slash.
	URL string
	// Sender delivers mail; nil when there is no mail server.
	Sender *mail.Sender
	// Push writes to devices; nil tells none.
	Push *push.Sender
	// Unsubscribe is the address that takes a member off the newsletter.
	Unsubscribe func(profileID string) string
	// PurgeSessions and SweepFiles remove what expired.
	PurgeSessions func(context.Context) error
	SweepFiles    func(context.Context) error
	// BackUp makes the backup that is due, if one is; nil makes none.
	BackUp func(context.Context) error
	// Watch hears of every piece of work that is begun, and then how it ended; nil
	// hears nothing.
	Watch func(ctx context.Context, kind string) (context.Context, func(error))
	// Direct reaches PostgreSQL past the pooler that the queue's own pool leads
	// through, to hear of work at once; nil where it leads through none, or where
	// looking for work every second will do.
	Direct *pgxpool.Pool
	// around is what tests put around all work.
	around []rivertype.Middleware
}

// Jobs is the queue and who works on it.
type Jobs struct {
	client *river.Client[pgx.Tx]
	pool   *pgxpool.Pool
	log    *slog.Logger
	tally  *tally
}

// lockKey keeps two servers that start together from migrating at once.
const lockKey = 7_207_202

// Migrate brings the queue's tables up to date and lets the server use them.
// It takes the pool of the schema's owner.
func Migrate(ctx context.Context, owner *pgxpool.Pool) error {
	// A lock of a transaction: behind a pooler a session is not ours to lock in.
	return pgx.BeginFunc(ctx, owner, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
			return fmt.Errorf("wait for another server: %w", err)
		}
		return migrate(ctx, owner)
	})
}

func migrate(ctx context.Context, owner *pgxpool.Pool) error {
	if _, err := owner.Exec(ctx, `CREATE SCHEMA IF NOT EXISTS `+schema); err != nil {
		return fmt.Errorf("make the queue's schema: %w", err)
	}
	migrator, err := newMigrator(owner)
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("make the queue's tables: %w", err)
	}
	// All at once, so that a server that works meanwhile misses nothing.
	_, err = owner.Exec(ctx, `
		GRANT USAGE ON SCHEMA `+schema+` TO service_role;
		REVOKE ALL ON ALL TABLES IN SCHEMA `+schema+` FROM service_role;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA `+schema+` TO service_role;
		GRANT ALL ON ALL SEQUENCES IN SCHEMA `+schema+` TO service_role;
		GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA `+schema+` TO service_role`, pgx.QueryExecModeSimpleProtocol)
	if err != nil {
		return fmt.Errorf("grant the queue's tables: %w", err)
	}
	return nil
}

// IsBehind asks, as any role, whether Migrate is due.
func IsBehind(ctx context.Context, pool *pgxpool.Pool) (bool, error) {
	migrator, err := newMigrator(pool)
	if err != nil {
		return false, err
	}
	found, err := migrator.Validate(ctx, nil)
	if database.IsMissing(err) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("ask for the queue's tables: %w", err)
	}
	return !found.OK, nil
}

func newMigrator(pool *pgxpool.Pool) (*rivermigrate.Migrator[pgx.Tx], error) {
	migrator, err := rivermigrate.New(riverpgxv5.New(pool), &rivermigrate.Config{Schema: schema, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("prepare the queue's tables: %w", err)
	}
	return migrator, nil
}

// New prepares the queue. Nothing is worked on before Run.
func New(pool *pgxpool.Pool, cfg Config, log *slog.Logger) (*Jobs, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &sendMail{sender: cfg.Sender})
	river.AddWorker(workers, &mailNews{pool: pool, url: cfg.URL})
	river.AddWorker(workers, &sendPush{pool: pool, sender: cfg.Push, log: log})
	river.AddWorker(workers, &writeDigests{pool: pool, cfg: cfg})
	river.AddWorker(workers, &sendDigest{sender: cfg.Sender})
	river.AddWorker(workers, &foldCounts{pool: pool})
	river.AddWorker(workers, &publishReviews{pool: pool})
	river.AddWorker(workers, &tendContracts{pool: pool})
	river.AddWorker(workers, &tendContractsAsOf{pool: pool})
	river.AddWorker(workers, &verifyLedger{pool: pool, log: log})
	river.AddWorker(workers, &purge{pool: pool, sessions: cfg.PurgeSessions})
	river.AddWorker(workers, &sweepFiles{pool: pool, sweep: cfg.SweepFiles})
	if cfg.BackUp != nil {
		river.AddWorker(workers, &backUp{pool: pool, backUp: cfg.BackUp, log: log})
	}
	counted := newTally(cfg.Watch)
	client, err := river.NewClient(driverOf(pool, cfg.Direct), &river.Config{
		Schema: schema, Workers: workers, PeriodicJobs: periodic(cfg), PollOnly: cfg.Direct == nil && database.IsPooled(pool),
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: workersMax}, pushQueue: {MaxWorkers: pushWorkersMax}},
		// Only their owner may rebuild indexes, which the server is not.
		ReindexerSchedule: river.NeverSchedule(), RescueStuckJobsAfter: rescueAfter,
		FetchCooldown: fetchCooldown, FetchPollInterval: pollInterval, Logger: quiet(log), ErrorHandler: failures{log}, Middleware: append([]rivertype.Middleware{counted}, cfg.around...),
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the queue: %w", err)
	}
	return &Jobs{client: client, pool: pool, log: log, tally: counted}, nil
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

// Run works until ctx ends, and lets work in hand finish for a while.
func (j *Jobs) Run(ctx context.Context) error {
	if err := j.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("start the queue: %w", err)
	}
	if err := background.Keep(ctx, j.log, "devices", j.tellDevices); err != nil {
		return err
	}
	stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := j.client.Stop(stopping); err != nil {
		// What is not finished is done again later; a mail server that does not
		// answer must not hold the server's own end.
		cancelling, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
		defer cancel()
		_ = j.client.StopAndCancel(cancelling)
	}
	return nil
}

// SendMail enqueues a letter in the caller's transaction.
func (j *Jobs) SendMail(ctx context.Context, tx pgx.Tx, letter mail.Letter) error {
	if _, err := j.client.InsertTx(ctx, tx, sendMailArgs{Letter: letter}, nil); err != nil {
		return fmt.Errorf("enqueue letter: %w", err)
	}
	return nil
}

// failures logs work that went wrong by its number, kind and reason: what it
// carries, and what a mail server says of it, may name people.
type failures struct{ log *slog.Logger }

// HandleError logs a failed attempt, the last one as an error.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, failure error) *river.ErrorHandlerResult {
	level := slog.LevelWarn
	if job.Attempt >= job.MaxAttempts {
		level = slog.LevelError
	}
	f.log.Log(ctx, level, "work failed", "job", job.ID, "kind", job.Kind, "attempt", job.Attempt, "of", job.MaxAttempts, "why", why(failure))
	return nil
}

// HandlePanic logs work that broke.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "work broke", "job", job.ID, "kind", job.Kind, "value", value, "trace", trace)
	return nil
}

// quiet leaves out what the queue says about its own comings and goings.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(leveled{log.Handler()})
}

type leveled struct{ slog.Handler }

// Enabled lets warnings and errors through.
func (l leveled) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && l.Handler.Enabled(ctx, level)
}

// Handle leaves out what fails because the queue has been told to stop.
func (l leveled) Handle(ctx context.Context, record slog.Record) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return l.Handler.Handle(ctx, record)
}
