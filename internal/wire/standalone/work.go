package standalone

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"automacao/internal/notify/queue"
)

// orphanAge is how long stored bytes may wait for their row: longer than the longest upload.
// cleanEvery is the interval of cleaning up.
const (
	orphanAge  = time.Hour
	cleanEvery = time.Hour
)

type cleanArgs struct{}

// Kind names the job in the queue.
func (cleanArgs) Kind() string { return "clean" }

// InsertOpts keeps at most one such job in the queue.
func (cleanArgs) InsertOpts() river.InsertOpts { return queue.Once }

// clean deletes ended sessions and stored bytes without a row.
type clean struct {
	river.WorkerDefaults[cleanArgs]
	server *Server
}

// Work does both, even if the first fails.
func (w *clean) Work(ctx context.Context, _ *river.Job[cleanArgs]) error {
	_, err := w.server.storage.Sweep(ctx, orphanAge)
	return errors.Join(w.server.auth.Purge(ctx), err)
}

// openQueue prepares the job queue.
func (s *Server) openQueue() (err error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &queue.SendMail{Sender: s.sender})
	river.AddWorker(workers, &clean{server: s})
	s.queue, err = queue.New(s.conns.work, queue.Config{
		Workers: workers, Periodic: []*river.PeriodicJob{queue.Every(cleanEvery, cleanArgs{})}, OwnErrors: []error{queue.ErrNoMailServer}, Direct: s.direct,
	}, s.log)
	return err
}

// work runs the queue until ctx ends.
func (s *Server) work(ctx context.Context) error {
	if err := s.queue.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	<-ctx.Done()
	queue.Stop(ctx, s.queue)
	return nil
}
