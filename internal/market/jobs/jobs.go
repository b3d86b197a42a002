// Package jobs does what may be late: mail, the newsletter, and keeping house.
// Work is enqueued in the transaction that makes it necessary, and done at
// least once. It decides nothing about the market.
package jobs

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"automacao/internal/kernel/background"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/people/account"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/push"
	"automacao/internal/notify/queue"
)

// spoken are errors whose whole sentence is the program's own.
var spoken = []error{push.ErrGone, push.ErrRefused, push.ErrForeign}

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
	// ReturnWithheld gives what is held of a proved tax back to its company.
	ReturnWithheld withholding.Return
	// Users removes who has left his registration unfinished; nil removes nobody.
	Users account.Users
	// BackUp makes the backup that is due, if one is; nil makes none.
	BackUp func(context.Context) error
	// KeepSuppressions puts beside the backups what a restore must not undo; nil does not.
	KeepSuppressions func(context.Context) error
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

// New prepares the queue. Nothing is worked on before Run.
func New(pool *pgxpool.Pool, cfg Config, log *slog.Logger) (*Jobs, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &queue.SendMail{Sender: cfg.Sender})
	river.AddWorker(workers, &mailNews{pool: pool, url: cfg.URL})
	river.AddWorker(workers, &sendPush{pool: pool, sender: cfg.Push, log: log})
	river.AddWorker(workers, &writeDigests{pool: pool, cfg: cfg})
	river.AddWorker(workers, &sendDigest{sender: cfg.Sender})
	river.AddWorker(workers, &foldCounts{pool: pool})
	river.AddWorker(workers, &publishReviews{pool: pool})
	river.AddWorker(workers, &tendContracts{pool: pool, giveBack: cfg.ReturnWithheld})
	river.AddWorker(workers, &tendContractsAsOf{pool: pool, giveBack: cfg.ReturnWithheld})
	river.AddWorker(workers, &verifyLedger{pool: pool, log: log})
	river.AddWorker(workers, &purge{pool: pool, sessions: cfg.PurgeSessions, users: cfg.Users})
	river.AddWorker(workers, &keepDocuments{pool: pool})
	river.AddWorker(workers, &sweepFiles{pool: pool, sweep: cfg.SweepFiles})
	if cfg.BackUp != nil {
		river.AddWorker(workers, &backUp{pool: pool, backUp: cfg.BackUp, log: log})
	}
	if cfg.KeepSuppressions != nil {
		river.AddWorker(workers, &keepSuppressions{keep: cfg.KeepSuppressions})
	}
	counted := newTally(cfg.Watch)
	client, err := queue.New(pool, queue.Config{
		Workers: workers, Periodic: periodic(cfg), Direct: cfg.Direct, Queues: map[string]river.QueueConfig{pushQueue: {MaxWorkers: pushWorkersMax}},
		OwnErrors: spoken, Around: append([]rivertype.Middleware{counted}, cfg.around...),
	}, log)
	if err != nil {
		return nil, err
	}
	return &Jobs{client: client, pool: pool, log: log, tally: counted}, nil
}

// Run works until ctx ends, and lets work in hand finish for a while.
func (j *Jobs) Run(ctx context.Context) error {
	if err := j.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("start the queue: %w", err)
	}
	if err := background.Keep(ctx, j.log, "devices", j.tellDevices); err != nil {
		return err
	}
	queue.Stop(ctx, j.client)
	return nil
}

// SendMail enqueues a letter in the caller's transaction.
func (j *Jobs) SendMail(ctx context.Context, tx pgx.Tx, letter mail.Letter) error {
	return queue.Post(ctx, j.client, tx, letter)
}
