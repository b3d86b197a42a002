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
	"automacao/internal/market/people/search"
	"automacao/internal/market/people/suppression"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type publishReviewsArgs struct{}

// Kind names the job in the queue.
func (publishReviewsArgs) Kind() string { return "publish_reviews" }

// InsertOpts allows only one of these in the queue at a time.
func (publishReviewsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// publishReviews adds reviews that are due to the ratings.
type publishReviews struct {
	river.WorkerDefaults[publishReviewsArgs]
	pool *pgxpool.Pool
}

// Work publishes until no review is due.
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

// Kind names the job in the queue.
func (foldCountsArgs) Kind() string { return "fold_counts" }

// InsertOpts allows only one of these in the queue at a time.
func (foldCountsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// foldCounts applies the recorded changes of directories to their counts.
type foldCounts struct {
	river.WorkerDefaults[foldCountsArgs]
	pool *pgxpool.Pool
}

// foldedMax is the number of changes applied in one transaction.
const foldedMax = 10_000

// Work applies the changes in batches, until a batch is not full.
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

// Kind names the job in the queue.
func (purgeArgs) Kind() string { return "purge" }

// InsertOpts allows only one of these in the queue at a time.
func (purgeArgs) InsertOpts() river.InsertOpts { return queue.Once }

// purge removes expired sessions and records that are no longer needed.
type purge struct {
	river.WorkerDefaults[purgeArgs]
	pool     *pgxpool.Pool
	sessions func(context.Context) error
	users    account.Users
}

// How long an ended invitation is kept, how long the answer to an idempotency key is kept, and how
// many answers are deleted at once.
const (
	invitationsFor = 90 * 24 * time.Hour
	answersFor     = 48 * time.Hour
	answersMax     = 1000
)

// Work runs every part, even if one fails.
func (w *purge) Work(ctx context.Context, _ *river.Job[purgeArgs]) error {
	_, err := w.pool.Exec(ctx, `SELECT private.purge_traces(), private.forget_invitations($1)`, invitationsFor)
	return errors.Join(err, w.forgetResults(ctx), w.forgetAnswers(ctx), w.forgetPeople(ctx), w.forgetUnfinished(ctx), w.sessions(ctx))
}

// forgetResults deletes old results of saved searches.
func (w *purge) forgetResults(ctx context.Context) error {
	return postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error { return search.Forget(ctx, tx, time.Now()) })
}

// forgetUnfinished deletes, in batches, the users whose registration has been unfinished for too
// long.
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

// forgetPeople erases personal data whose retention time is over or that was left behind by
// accident.
func (w *purge) forgetPeople(ctx context.Context) error {
	var failures []error
	for _, forget := range []func(context.Context, pgx.Tx) error{account.ForgetSealed, account.ForgetStragglers, suppression.Forget} {
		failures = append(failures, postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error { return forget(ctx, tx) }))
	}
	return errors.Join(failures...)
}

// forgetAnswers deletes old answers in batches.
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

// Kind names the job in the queue.
func (sweepFilesArgs) Kind() string { return "sweep_files" }

// InsertOpts allows only one of these in the queue at a time.
func (sweepFilesArgs) InsertOpts() river.InsertOpts { return queue.Once }

// unusedFor is how long a picture in a draft is kept before the form is saved.
const unusedFor = 30 * 24 * time.Hour

// unsentFor is how long a file is kept before its message or project is sent.
const unsentFor = 24 * time.Hour

// sweepFiles removes pictures that nothing shows, files that belong to no message or project, and
// stored objects that no row refers to.
type sweepFiles struct {
	river.WorkerDefaults[sweepFilesArgs]
	pool  *pgxpool.Pool
	sweep func(context.Context) error
}

// Work runs both parts, even if the first fails. The stored object of a deleted file is removed by
// a later sweep, once it is old enough.
func (w *sweepFiles) Work(ctx context.Context, _ *river.Job[sweepFilesArgs]) error {
	_, err := w.pool.Exec(ctx, `SELECT private.forget_unused_pictures($1), private.forget_unsent_files($2)`, unusedFor, unsentFor)
	return errors.Join(err, w.sweep(ctx))
}
