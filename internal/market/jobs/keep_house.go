package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/people/account"
	"automacao/internal/market/people/review"
	"automacao/internal/market/people/suppression"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type publishReviewsArgs struct{}

// Kind names the work in the queue.
func (publishReviewsArgs) Kind() string { return "publish_reviews" }

// InsertOpts keeps one in the queue.
func (publishReviewsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// publishReviews lets reviews whose time has come enter the ratings.
type publishReviews struct {
	river.WorkerDefaults[publishReviewsArgs]
	pool *pgxpool.Pool
}

// Work publishes until nothing is due.
func (w *publishReviews) Work(ctx context.Context, _ *river.Job[publishReviewsArgs]) error {
	for {
		var published int
		err := postgres.InTx(ctx, w.pool, func(tx pgx.Tx) (err error) {
			published, err = review.Publish(ctx, tx)
			return err
		})
		if err != nil || published == 0 {
			return err
		}
	}
}

type foldCountsArgs struct{}

// Kind names the work in the queue.
func (foldCountsArgs) Kind() string { return "fold_counts" }

// InsertOpts keeps one in the queue.
func (foldCountsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// foldCounts adds what changed in directories to what they hold.
type foldCounts struct {
	river.WorkerDefaults[foldCountsArgs]
	pool *pgxpool.Pool
}

// foldedMax is how many changes one transaction folds.
const foldedMax = 10_000

// Work goes on until few are left, some at a time.
func (w *foldCounts) Work(ctx context.Context, _ *river.Job[foldCountsArgs]) error {
	for {
		var folded int
		if err := w.pool.QueryRow(ctx, `SELECT private.fold_directory_changes($1)`, foldedMax).Scan(&folded); err != nil {
			return fmt.Errorf("fold what changed in directories: %w", err)
		}
		if folded < foldedMax {
			return nil
		}
	}
}

type purgeArgs struct{}

// Kind names the work in the queue.
func (purgeArgs) Kind() string { return "purge" }

// InsertOpts keeps one in the queue.
func (purgeArgs) InsertOpts() river.InsertOpts { return queue.Once }

// purge removes expired sessions and traces that are no longer needed.
type purge struct {
	river.WorkerDefaults[purgeArgs]
	pool     *pgxpool.Pool
	sessions func(context.Context) error
	users    account.Users
}

// How long an invitation that is over is kept, and an answer for whoever
// repeats the call; and how many answers are forgotten at once.
const (
	invitationsFor = 90 * 24 * time.Hour
	answersFor     = 48 * time.Hour
	answersMax     = 1000
)

// Work tries all, whatever becomes of one.
func (w *purge) Work(ctx context.Context, _ *river.Job[purgeArgs]) error {
	_, err := w.pool.Exec(ctx, `SELECT private.purge_traces(), private.forget_invitations($1)`, invitationsFor)
	return errors.Join(err, w.forgetAnswers(ctx), w.forgetPeople(ctx), w.forgetUnfinished(ctx), w.sessions(ctx))
}

// forgetUnfinished goes on until nobody is left who has waited too long, some at a time.
func (w *purge) forgetUnfinished(ctx context.Context) error {
	for w.users != nil {
		var forgotten int
		err := postgres.InTx(ctx, w.pool, func(tx pgx.Tx) (err error) {
			forgotten, err = account.ForgetUnfinished(ctx, tx, w.users, time.Now())
			return err
		})
		if err != nil || forgotten == 0 {
			return err
		}
	}
	return nil
}

// forgetPeople erases what was kept of them long enough, or by chance.
func (w *purge) forgetPeople(ctx context.Context) error {
	var failures []error
	for _, forget := range []func(context.Context, pgx.Tx) error{account.ForgetSealed, account.ForgetStragglers, suppression.Forget} {
		failures = append(failures, postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error { return forget(ctx, tx) }))
	}
	return errors.Join(failures...)
}

// forgetAnswers goes on until none is old, some at a time.
func (w *purge) forgetAnswers(ctx context.Context) error {
	for {
		var forgotten int
		if err := w.pool.QueryRow(ctx, `SELECT private.forget_answers($1, $2)`, answersFor, answersMax).Scan(&forgotten); err != nil {
			return fmt.Errorf("forget kept answers: %w", err)
		}
		if forgotten < answersMax {
			return nil
		}
	}
}

type sweepFilesArgs struct{}

// Kind names the work in the queue.
func (sweepFilesArgs) Kind() string { return "sweep_files" }

// InsertOpts keeps one in the queue.
func (sweepFilesArgs) InsertOpts() river.InsertOpts { return queue.Once }

// unusedFor is how long a picture may wait in a draft for the form to be saved.
const unusedFor = 30 * 24 * time.Hour

// unsentFor is how long a file may wait for the message or project it was chosen for.
const unsentFor = 24 * time.Hour

// sweepFiles removes pictures that nothing shows, files that no message was
// sent with and no project has, and stored bytes that no row names.
type sweepFiles struct {
	river.WorkerDefaults[sweepFilesArgs]
	pool  *pgxpool.Pool
	sweep func(context.Context) error
}

// Work tries all, whatever becomes of the first; the bytes of a file follow it
// at the next sweep, once they are old enough.
func (w *sweepFiles) Work(ctx context.Context, _ *river.Job[sweepFilesArgs]) error {
	_, err := w.pool.Exec(ctx, `SELECT private.forget_unused_pictures($1), private.forget_unsent_files($2)`, unusedFor, unsentFor)
	return errors.Join(err, w.sweep(ctx))
}
