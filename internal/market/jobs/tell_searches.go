package jobs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/people/search"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type tellSearchesArgs struct{}

// Kind names the job in the queue.
func (tellSearchesArgs) Kind() string { return "tell_searches" }

// InsertOpts allows only one of these in the queue at a time.
func (tellSearchesArgs) InsertOpts() river.InsertOpts { return queue.Once }

// tellSearches compares what arrived in the directories with the saved searches, tells people at once
// who want that, and writes the letters that are due.
type tellSearches struct {
	river.WorkerDefaults[tellSearchesArgs]
	pool   *pgxpool.Pool
	links  search.Links
	isMute bool
}

// Work does each step until there is nothing left, in small transactions.
func (w *tellSearches) Work(ctx context.Context, _ *river.Job[tellSearchesArgs]) error {
	now := time.Now()
	for _, step := range []func(context.Context, pgx.Tx, time.Time) (bool, error){search.Match, w.tell, w.digest} {
		for more := true; more; {
			err := postgres.InTx(ctx, w.pool, func(tx pgx.Tx) (err error) {
				more, err = step(ctx, tx, now)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *tellSearches) tell(ctx context.Context, tx pgx.Tx, now time.Time) (more bool, err error) {
	found, more, err := search.Tell(ctx, tx, now)
	if err != nil {
		return false, err
	}
	letters := make([][]search.Found, 0, len(found))
	for _, f := range found {
		letters = append(letters, []search.Found{f})
	}
	return more, w.post(ctx, tx, letters...)
}

func (w *tellSearches) digest(ctx context.Context, tx pgx.Tx, now time.Time) (more bool, err error) {
	found, more, err := search.Digest(ctx, tx, now)
	if err != nil || len(found) == 0 {
		return more, err
	}
	return more, w.post(ctx, tx, found)
}

// post enqueues a letter for the results of each person, in the transaction that marks them as told.
func (w *tellSearches) post(ctx context.Context, tx pgx.Tx, letters ...[]search.Found) error {
	if w.isMute || len(letters) == 0 {
		return nil
	}
	var jobs []river.InsertManyParams
	for _, found := range letters {
		letter, err := w.links.Letter(found)
		if err != nil {
			return err
		}
		jobs = append(jobs, river.InsertManyParams{Args: queue.SendMailArgs{Letter: letter}})
	}
	_, err := river.ClientFromContext[pgx.Tx](ctx).InsertManyTx(ctx, tx, jobs)
	return err
}
