package standalone

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"automacao/internal/notify/queue"
)

// orphanAge is how long stored bytes may wait for the row that names them: more than
// the longest upload takes. cleanEvery is how often what is over is removed.
const (
	orphanAge  = time.Hour
	cleanEvery = time.Hour
)

type cleanArgs struct{}

// Kind names the work in the queue.
func (cleanArgs) Kind() string { return "clean" }

// InsertOpts keeps one in the queue.
func (cleanArgs) InsertOpts() river.InsertOpts { return queue.Once }

// clean removes sessions that are over and stored bytes that no row names.
type clean struct {
	river.WorkerDefaults[cleanArgs]
	server *Server
}

// Work tries both, whatever becomes of the first.
func (w *clean) Work(ctx context.Context, _ *river.Job[cleanArgs]) error {
	_, err := w.server.storage.Sweep(ctx, orphanAge)
	return errors.Join(w.server.auth.Purge(ctx), err)
}

// openQueue prepares the work that may be late.
func (s *Server) openQueue() (err error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &queue.SendMail{Sender: s.sender})
	river.AddWorker(workers, &clean{server: s})
	s.queue, err = queue.New(s.conns.work, queue.Config{
		Workers: workers, Periodic: []*river.PeriodicJob{queue.Every(cleanEvery, cleanArgs{})}, Spoken: []error{queue.ErrNoMailServer}, Direct: s.direct,
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
