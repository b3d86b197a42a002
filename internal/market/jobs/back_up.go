package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"automacao/internal/market/people/notification"
	"automacao/internal/notify/queue"
	"automacao/internal/postgres"
)

type backUpArgs struct{}

// Kind names the work in the queue.
func (backUpArgs) Kind() string { return "back_up" }

// InsertOpts keeps one in the queue.
func (backUpArgs) InsertOpts() river.InsertOpts { return queue.Once }

// backUp looks every few minutes whether a backup is due, so that one that fails
// is told as soon, and tried again.
type backUp struct {
	river.WorkerDefaults[backUpArgs]
	pool   *pgxpool.Pool
	backUp func(context.Context) error
	log    *slog.Logger
}

// Work tells administrators of a backup that failed.
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

// Timeout lets a market of a hundred gigabytes be copied; the work of a node that
// died is taken up after it.
func (w *backUp) Timeout(*river.Job[backUpArgs]) time.Duration { return backUpTimeout }
