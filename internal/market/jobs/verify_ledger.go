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

// Kind names the work in the queue.
func (verifyLedgerArgs) Kind() string { return "verify_ledger" }

// InsertOpts keeps one in the queue.
func (verifyLedgerArgs) InsertOpts() river.InsertOpts { return queue.Once }

// verifyLedger reckons the ledger anew every night.
type verifyLedger struct {
	river.WorkerDefaults[verifyLedgerArgs]
	pool *pgxpool.Pool
	log  *slog.Logger
}

// Work tells administrators when the ledger is not what was posted.
func (w *verifyLedger) Work(ctx context.Context, _ *river.Job[verifyLedgerArgs]) error {
	return postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error { return ledger.Audit(ctx, tx, w.log) })
}

const verifyTimeout = time.Hour

// Timeout lets a ledger of millions be reckoned; each page has its own bound.
func (w *verifyLedger) Timeout(*river.Job[verifyLedgerArgs]) time.Duration { return verifyTimeout }
