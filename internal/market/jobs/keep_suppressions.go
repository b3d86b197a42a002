package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"automacao/internal/notify/queue"
)

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
