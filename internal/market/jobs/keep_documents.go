package jobs

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/deal/contract"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type keepDocumentsArgs struct{}

// Kind names the job in the queue.
func (keepDocumentsArgs) Kind() string { return "keep_documents" }

// InsertOpts allows only one of these in the queue at a time.
func (keepDocumentsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// keepDocuments prints and stores the files of contracts that were made before contracts were
// stored as files.
type keepDocuments struct {
	river.WorkerDefaults[keepDocumentsArgs]
	pool *pgxpool.Pool
}

// keptTurnsMax is the maximum number of transactions in one job, so that the job ends before its
// timeout. The next hour's job continues.
const keptTurnsMax = 20

// Work continues until every contract has its file, or for keptTurnsMax transactions.
func (w *keepDocuments) Work(ctx context.Context, _ *river.Job[keepDocumentsArgs]) error {
	var last uuid.UUID
	for range keptTurnsMax {
		err := postgres.InTx(ctx, w.pool, func(tx pgx.Tx) (err error) {
			last, err = contract.KeepFiles(ctx, tx, last)
			return err
		})
		if err != nil || last == uuid.Nil {
			return err
		}
	}
	return nil
}
