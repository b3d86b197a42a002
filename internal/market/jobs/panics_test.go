package jobs

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"automacao/internal/notify/queue"
	"automacao/internal/postgres/dbtest"
)

// breaking panics once in each kind of job, and then succeeds.
type breaking struct {
	river.MiddlewareDefaults
	mu     sync.Mutex
	broken map[string]bool
	worked map[string]bool
}

// Work replaces the worker's own.
func (b *breaking) Work(_ context.Context, job *rivertype.JobRow, _ func(context.Context) error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.broken[job.Kind] {
		b.broken[job.Kind] = true
		panic("nobody expected " + job.Kind)
	}
	b.worked[job.Kind] = true
	return nil
}

func (b *breaking) hasWorked(kind string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.worked[kind]
}

// everyWork is one job of each kind that New has workers for.
var everyWork = []river.JobArgs{
	queue.SendMailArgs{}, mailNewsArgs{}, pushArgs{}, writeDigestsArgs{}, digestArgs{}, publishReviewsArgs{}, tendContractsArgs{},
	tendContractsAsOfArgs{}, verifyLedgerArgs{}, backUpArgs{}, keepSuppressionsArgs{}, foldCountsArgs{}, purgeArgs{}, keepDocumentsArgs{}, sweepFilesArgs{}, tellSearchesArgs{},
}

// TestTheQueueOutlivesAPanicOfEveryWorker checks that each panic is logged and that the same job
// runs when it is enqueued again.
func TestTheQueueOutlivesAPanicOfEveryWorker(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("jobs.go")
	if err != nil {
		t.Fatal(err)
	}
	if workers := len(regexp.MustCompile(`river\.AddWorker\(`).FindAll(source, -1)); workers != len(everyWork) {
		t.Fatalf("there are %d workers, and %d kinds are broken here", workers, len(everyWork))
	}
	db := dbtest.Open(t)
	if err := queue.Migrate(t.Context(), db.Owner); err != nil {
		t.Fatal(err)
	}
	b := &breaking{broken: map[string]bool{}, worked: map[string]bool{}}
	heard, said := io.Pipe()
	queue, err := New(db.Pool, Config{BackUp: func(context.Context) error { return nil }, KeepSuppressions: func(context.Context) error { return nil }, around: []rivertype.Middleware{b}}, slog.New(slog.NewTextHandler(said, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() {
		stopped <- queue.Run(ctx)
		_ = said.Close()
	}()
	lines := make(chan string, 100)
	go func() { lines <- linesOf(heard) }()

	// Some kinds can be in the queue only once at a time, so one that is enqueued too early is
	// dropped.
	for _, args := range everyWork {
		for !b.hasWorked(args.Kind()) {
			if _, err := queue.client.Insert(t.Context(), args, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	stop()
	if err := <-stopped; err != nil {
		t.Errorf("stop: %v", err)
	}
	worked := map[string]map[string]int64{}
	for _, one := range queue.Worked() {
		worked[one.Kind] = one.Outcomes
	}
	log := <-lines
	for _, args := range everyWork {
		if !strings.Contains(log, "nobody expected "+args.Kind()) {
			t.Errorf("the log says nothing of %s", args.Kind())
		}
		if counted := worked[args.Kind()]; counted[broke] < 1 || counted[done] < 1 {
			t.Errorf("jobs of kind %s are counted as %v", args.Kind(), counted)
		}
	}
	t.Attr("figure", fmt.Sprintf("%d workers panicked, logged it and worked again", len(everyWork)))
}

func linesOf(heard io.Reader) string {
	text, _ := io.ReadAll(heard)
	return string(text)
}
