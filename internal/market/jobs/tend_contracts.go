package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/deal/amendment"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/money/invoice"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/people/organisation"
	"automacao/internal/notify/queue"
)

type tendContractsArgs struct{}

// Kind names the work in the queue.
func (tendContractsArgs) Kind() string { return "tend_contracts" }

// InsertOpts keeps one in the queue.
func (tendContractsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// tendContracts does what time does to deals.
type tendContracts struct {
	river.WorkerDefaults[tendContractsArgs]
	pool     *pgxpool.Pool
	giveBack withholding.Return
}

// Work does what is due now.
func (w *tendContracts) Work(ctx context.Context, _ *river.Job[tendContractsArgs]) error {
	return tend(ctx, w.pool, time.Now(), w.giveBack)
}

type tendContractsAsOfArgs struct {
	At time.Time `json:"at"`
}

// Kind names the work in the queue.
func (tendContractsAsOfArgs) Kind() string { return "tend_contracts_as_of" }

// InsertOpts gives it one attempt: what it left is the next round's.
func (tendContractsAsOfArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

// tendContractsAsOf does so as if it were another moment.
type tendContractsAsOf struct {
	river.WorkerDefaults[tendContractsAsOfArgs]
	pool     *pgxpool.Pool
	giveBack withholding.Return
}

// Work does what is due at the moment it was told.
func (w *tendContractsAsOf) Work(ctx context.Context, job *river.Job[tendContractsAsOfArgs]) error {
	return tend(ctx, w.pool, job.Args.At, w.giveBack)
}

// TendContracts has what is due at a moment done at once, in place of waiting
// for it. Whoever may ask for that is the caller's to say.
func (j *Jobs) TendContracts(ctx context.Context, tx pgx.Tx, at time.Time) error {
	if _, err := j.client.InsertTx(ctx, tx, tendContractsAsOfArgs{At: at}, nil); err != nil {
		return fmt.Errorf("enqueue what is due at %s: %w", at, err)
	}
	return nil
}

// tend counts silence as accepted, received and conceded, reminds of it and of
// invoices, enforces decisions, and lets terminations, amendments and proposals lapse.
func tend(ctx context.Context, pool *pgxpool.Pool, at time.Time, giveBack withholding.Return) error {
	return errors.Join(checklist.Tend(ctx, pool, at), milestone.Tend(ctx, pool, at), settlement.Tend(ctx, pool, at), dispute.Tend(ctx, pool, at),
		contract.Tend(ctx, pool, at), amendment.Tend(ctx, pool, at), proposal.Expire(ctx, pool, at), invoice.Tend(ctx, pool, at),
		withholding.Tend(ctx, pool, at, giveBack), organisation.Tend(ctx, pool, at))
}
