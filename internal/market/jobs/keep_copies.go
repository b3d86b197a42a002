package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/people/notification"
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

type keepSuppressionsArgs struct{}

// Kind names the job in the queue.
func (keepSuppressionsArgs) Kind() string { return "keep_suppressions" }

// InsertOpts allows only one of these in the queue at a time.
func (keepSuppressionsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// keepSuppressions stores beside the backups who was erased, was blocked or withdrew a consent.
type keepSuppressions struct {
	river.WorkerDefaults[keepSuppressionsArgs]
	keep func(context.Context) error
}

// Work stores what is new. What fails is retried in the next round.
func (w *keepSuppressions) Work(ctx context.Context, _ *river.Job[keepSuppressionsArgs]) error {
	return w.keep(ctx)
}

type backUpArgs struct{}

// Kind names the job in the queue.
func (backUpArgs) Kind() string { return "back_up" }

// InsertOpts allows only one of these in the queue at a time.
func (backUpArgs) InsertOpts() river.InsertOpts { return queue.Once }

// backUp checks every few minutes whether a backup is due. A failed backup is therefore reported
// and retried within minutes.
type backUp struct {
	river.WorkerDefaults[backUpArgs]
	pool   *pgxpool.Pool
	backUp func(context.Context) error
	log    *slog.Logger
}

// Work makes the backup, and notifies administrators if it fails.
func (w *backUp) Work(ctx context.Context, _ *river.Job[backUpArgs]) error {
	failure := w.backUp(ctx)
	if failure == nil || ctx.Err() != nil {
		return failure
	}
	w.log.ErrorContext(ctx, "the backup that is due was not made", "error", failure)
	return errors.Join(failure, postgres.InTx(ctx, w.pool, func(tx pgx.Tx) error {
		return notification.TellAdmins(ctx, tx, notification.News{
			Kind: notification.Account, Title: "O backup falhou", Group: "backup", SubjectKind: notification.AboutBackup,
			Body: "A cópia de segurança do mercado não foi feita. O registro do servidor diz por quê; automacao doctor confere o resto.",
		})
	}))
}

const backUpTimeout = time.Hour

// Timeout leaves time to copy a database of a hundred gigabytes. If a node dies, another node takes
// over its job after this time.
func (w *backUp) Timeout(*river.Job[backUpArgs]) time.Duration { return backUpTimeout }
