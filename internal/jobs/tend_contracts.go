package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/amendment"
	"automacao/internal/market/contract"
	"automacao/internal/market/dispute"
	"automacao/internal/market/milestone"
	"automacao/internal/market/proposal"
	"automacao/internal/market/settlement"
)

type tendContractsArgs struct{}

// Kind names the work in the queue.
func (tendContractsArgs) Kind() string { return "tend_contracts" }

// InsertOpts keeps one in the queue.
func (tendContractsArgs) InsertOpts() river.InsertOpts { return once }

// tendContracts does what time does to deals.
type tendContracts struct {
	river.WorkerDefaults[tendContractsArgs]
	pool *pgxpool.Pool
}

// Work counts silence as accepted, received and conceded, reminds of it,
// enforces decisions, and lets terminations, amendments and proposals lapse.
func (w *tendContracts) Work(ctx context.Context, _ *river.Job[tendContractsArgs]) error {
	at := time.Now()
	return errors.Join(milestone.Tend(ctx, w.pool, at), settlement.Tend(ctx, w.pool, at), dispute.Tend(ctx, w.pool, at),
		contract.Tend(ctx, w.pool, at), amendment.Tend(ctx, w.pool, at), proposal.Expire(ctx, w.pool, at))
}
