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

// Kind names the work in the queue.
func (keepDocumentsArgs) Kind() string { return "keep_documents" }

// InsertOpts keeps one in the queue.
func (keepDocumentsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// keepDocuments prints and keeps the contracts from before their files were kept.
type keepDocuments struct {
	river.WorkerDefaults[keepDocumentsArgs]
	pool *pgxpool.Pool
}

// keptTurnsMax bounds how many transactions of contracts one piece of work prints, so
// that it ends before its time does; the next hour goes on.
const keptTurnsMax = 20

// Work goes on until every contract has its file, or for so many turns.
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
