package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/money/ledger"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type verifyLedgerArgs struct{}

// Kind names the job in the queue.
func (verifyLedgerArgs) Kind() string { return "verify_ledger" }

// InsertOpts allows only one of these in the queue at a time.
func (verifyLedgerArgs) InsertOpts() river.InsertOpts { return queue.Once }

// verifyLedger recomputes the ledger every night.
type verifyLedger struct {
	river.WorkerDefaults[verifyLedgerArgs]
	pool *pgxpool.Pool
	log  *slog.Logger
}

// Work notifies administrators if the ledger is wrong.
func (w *verifyLedger) Work(ctx context.Context, _ *river.Job[verifyLedgerArgs]) error {
	return postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error { return ledger.Audit(ctx, tx, w.log) })
}

const verifyTimeout = time.Hour

// Timeout leaves time to verify millions of entries. Each page has its own statement timeout.
func (w *verifyLedger) Timeout(*river.Job[verifyLedgerArgs]) time.Duration { return verifyTimeout }
