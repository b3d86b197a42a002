package jobs

import (
	"context"

	"github.com/riverqueue/river"

	"automacao/internal/notify/queue"
)

type keepSuppressionsArgs struct{}

// Kind names the work in the queue.
func (keepSuppressionsArgs) Kind() string { return "keep_suppressions" }

// InsertOpts keeps one in the queue.
func (keepSuppressionsArgs) InsertOpts() river.InsertOpts { return queue.Once }

// keepSuppressions puts beside the backups who was erased, blocked or withdrew a consent.
type keepSuppressions struct {
	river.WorkerDefaults[keepSuppressionsArgs]
	keep func(context.Context) error
}

// Work goes on until nothing is left; what fails is the next round's.
func (w *keepSuppressions) Work(ctx context.Context, _ *river.Job[keepSuppressionsArgs]) error {
	return w.keep(ctx)
}
