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

// Kind names the job in the queue.
func (tendContractsArgs) Kind() string { return "tend_contracts" }

// InsertOpts allows only one of these in the queue at a time.
func (tendContractsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// tendContracts does the time-driven work on deals.
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

// Kind names the job in the queue.
func (tendContractsAsOfArgs) Kind() string { return "tend_contracts_as_of" }

// InsertOpts gives the job one attempt: the next round does what it left.
func (tendContractsAsOfArgs) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: 1} }

// tendContractsAsOf does the same work as of another time.
type tendContractsAsOf struct {
	river.WorkerDefaults[tendContractsAsOfArgs]
	pool     *pgxpool.Pool
	giveBack withholding.Return
}

// Work does what is due at the given time.
func (w *tendContractsAsOf) Work(ctx context.Context, job *river.Job[tendContractsAsOfArgs]) error {
	return tend(ctx, w.pool, job.Args.At, w.giveBack)
}

// TendContracts enqueues the work that is due at a given time, instead of waiting for it. The
// caller checks who may ask for that.
func (j *Jobs) TendContracts(ctx context.Context, tx pgx.Tx, at time.Time) error {
	if _, err := j.client.InsertTx(ctx, tx, tendContractsAsOfArgs{At: at}, nil); err != nil {
		return fmt.Errorf("enqueue what is due at %s: %w", at, err)
	}
	return nil
}

// tend treats silence as acceptance, receipt or concession, sends reminders of it and of invoices,
// enforces decisions, and lets terminations, amendments and proposals lapse.
func tend(ctx context.Context, pool *pgxpool.Pool, at time.Time, giveBack withholding.Return) error {
	return errors.Join(checklist.Tend(ctx, pool, at), milestone.Tend(ctx, pool, at), settlement.Tend(ctx, pool, at), dispute.Tend(ctx, pool, at),
		contract.Tend(ctx, pool, at), amendment.Tend(ctx, pool, at), proposal.Expire(ctx, pool, at), invoice.Tend(ctx, pool, at),
		withholding.Tend(ctx, pool, at, giveBack), organisation.Tend(ctx, pool, at))
}
