// Package jobs does the work that may happen later: mail, notifications to devices, the newsletter,
// scheduled steps of deals, backups and housekeeping. A job is enqueued in the transaction that
// makes it necessary, and runs at least once. The package makes no decisions about the market.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"automacao/internal/kernel/background"
	"automacao/internal/market"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/search"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/push"
	"automacao/internal/notify/queue"
)

// spoken are errors whose whole text comes from this program, so it is safe to log.
var spoken = []error{push.ErrGone, push.ErrRefused, push.ErrForeign}

// Config is what the jobs need from other packages.
type Config struct {
	// URL is the product's address, without a trailing slash.
	URL string
	// Sender delivers mail; nil if there is no mail server.
	Sender *mail.Sender
	// Push sends notifications to devices; nil sends none.
	Push *push.Sender
	// Unsubscribe returns the address that ends a member's newsletter.
	Unsubscribe func(profileID string) string
	// EndSearch returns the address that ends one saved search, or all of a person.
	EndSearch func(id uuid.UUID, isPerson bool) string
	// AnswerInvitation returns the address within the product where a person answers an invitation to
	// propose without signing in.
	AnswerInvitation func(invitationID, personID uuid.UUID) string
	// PurgeSessions and SweepFiles remove what has expired.
	PurgeSessions func(context.Context) error
	SweepFiles    func(context.Context) error
	// ReturnWithheld gives the held part of a proved tax back to the company.
	ReturnWithheld withholding.Return
	// Users removes people who left their registration unfinished; nil removes nobody.
	Users account.Users
	// BackUp makes a backup if one is due; nil makes none.
	BackUp func(context.Context) error
	// KeepSuppressions stores beside the backups what a restore must not undo; nil stores nothing.
	KeepSuppressions func(context.Context) error
	// Watch is called when a job begins; the function it returns is called when the job ends. May
	// be nil.
	Watch func(ctx context.Context, kind string) (context.Context, func(error))
	// Direct connects to PostgreSQL without the pooler that the queue's own pool goes through, so
	// that the queue can listen for new jobs. It is nil if there is no pooler, or if polling every
	// second is enough.
	Direct *pgxpool.Pool
	// around is middleware that tests add to all jobs.
	around []rivertype.Middleware
}

// Jobs is the queue and its workers.
type Jobs struct {
	client *river.Client[pgx.Tx]
	pool   *pgxpool.Pool
	log    *slog.Logger
	tally  *tally
}

// New prepares the queue. No job runs before Run.
func New(pool *pgxpool.Pool, cfg Config, log *slog.Logger) (*Jobs, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &queue.SendMail{Sender: cfg.Sender})
	river.AddWorker(workers, &mailNews{pool: pool, url: cfg.URL, answerInvitation: cfg.AnswerInvitation})
	river.AddWorker(workers, &sendPush{pool: pool, sender: cfg.Push, log: log})
	river.AddWorker(workers, &writeDigests{pool: pool, cfg: cfg})
	river.AddWorker(workers, &sendDigest{sender: cfg.Sender})
	river.AddWorker(workers, &tellSearches{pool: pool, links: search.Links{URL: cfg.URL, End: cfg.EndSearch}, isMute: cfg.Sender == nil})
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

// Run works until ctx ends, and then gives running jobs some time to finish.
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

// The schedule of the periodic jobs.
const (
	countsEvery   = time.Minute
	searchesEvery = 15 * time.Second
	newsEvery     = 30 * time.Second
	reviewsEvery  = 5 * time.Minute
	backupsEvery  = 5 * time.Minute
	// The same interval as that of archiving WAL.
	suppressionsEvery = 40 * time.Second
	houseEvery        = time.Hour
	digestsDay        = time.Monday
	digestsHour       = 8
	ledgerHour        = 3
)

// mondays fires on Monday mornings, in the product's time zone.
type mondays struct{}

// Next returns the first Monday, 8 o'clock, after current.
func (mondays) Next(current time.Time) time.Time {
	local := current.In(market.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day(), digestsHour, 0, 0, 0, market.Zone)
	for next.Weekday() != digestsDay || !next.After(current) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

// nights fires every night, in the product's time zone.
type nights struct{}

// Next returns the first 3 a.m. after current.
func (nights) Next(current time.Time) time.Time {
	local := current.In(market.Zone)
	next := time.Date(local.Year(), local.Month(), local.Day(), ledgerHour, 0, 0, 0, market.Zone)
	if !next.After(current) {
		next = next.AddDate(0, 0, 1)
	}
	return next
}

func periodic(cfg Config) []*river.PeriodicJob {
	all := []*river.PeriodicJob{
		queue.Every(countsEvery, foldCountsArgs{}), queue.Every(searchesEvery, tellSearchesArgs{}), queue.Every(reviewsEvery, publishReviewsArgs{}), queue.Every(houseEvery, tendContractsArgs{}), queue.Every(houseEvery, purgeArgs{}), queue.Every(houseEvery, keepDocumentsArgs{}), queue.Every(houseEvery, sweepFilesArgs{}),
		river.NewPeriodicJob(nights{}, func() (river.JobArgs, *river.InsertOpts) { return verifyLedgerArgs{}, nil }, nil),
	}
	if cfg.BackUp != nil {
		all = append(all, queue.Every(backupsEvery, backUpArgs{}))
	}
	if cfg.KeepSuppressions != nil {
		all = append(all, queue.Every(suppressionsEvery, keepSuppressionsArgs{}))
	}
	if cfg.Sender != nil {
		all = append(all, queue.Every(newsEvery, mailNewsArgs{}),
			river.NewPeriodicJob(mondays{}, func() (river.JobArgs, *river.InsertOpts) { return writeDigestsArgs{}, nil }, nil))
	}
	return all
}
