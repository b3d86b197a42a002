package jobs

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"automacao/internal/notify/queue"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// kinds are all kinds of jobs.
var kinds = []string{
	queue.SendMailArgs{}.Kind(), mailNewsArgs{}.Kind(), pushArgs{}.Kind(), writeDigestsArgs{}.Kind(), digestArgs{}.Kind(), publishReviewsArgs{}.Kind(), tendContractsArgs{}.Kind(),
	tendContractsAsOfArgs{}.Kind(), verifyLedgerArgs{}.Kind(), backUpArgs{}.Kind(), keepSuppressionsArgs{}.Kind(), foldCountsArgs{}.Kind(), purgeArgs{}.Kind(), keepDocumentsArgs{}.Kind(), sweepFilesArgs{}.Kind(), tellSearchesArgs{}.Kind(),
}

// states are those of unfinished jobs and of discarded ones.
var states = []string{
	string(rivertype.JobStateAvailable), string(rivertype.JobStateRunning), string(rivertype.JobStateRetryable),
	string(rivertype.JobStateScheduled), string(rivertype.JobStateDiscarded),
}

// Queued is the number of jobs of a kind in a state, in the whole market.
type Queued struct {
	Kind, State string
	Count       int64
	// Waiting is how long the oldest job has been ready to run. It is zero for states other than
	// available.
	Waiting time.Duration
}

// Queued counts the jobs of every kind and state. It runs a query over all jobs that are unfinished
// or discarded.
func (j *Jobs) Queued(ctx context.Context) ([]Queued, error) {
	rows, err := j.pool.Query(ctx, `
		SELECT kind, state::text, count(*),
		       coalesce(extract(epoch FROM now() - min(scheduled_at) FILTER (WHERE state = 'available')), 0)::float8
		  FROM `+queue.Schema+`.river_job WHERE state::text = ANY($1) AND kind = ANY($2) GROUP BY kind, state`, states, kinds)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[[2]string]Queued{}
	for rows.Next() {
		var one Queued
		var seconds float64
		if err := rows.Scan(&one.Kind, &one.State, &one.Count, &seconds); err != nil {
			return nil, err
		}
		one.Waiting = time.Duration(max(seconds, 0) * float64(time.Second))
		found[[2]string{one.Kind, one.State}] = one
	}
	var all []Queued
	for _, kind := range kinds {
		for _, state := range states {
			one := found[[2]string{kind, state}]
			one.Kind, one.State = kind, state
			all = append(all, one)
		}
	}
	return all, rows.Err()
}

// Outcomes of a job.
const (
	done    = "done"
	later   = "later"
	failed  = "failed"
	broke   = "broke"
	unknown = "unknown"
)

// Worked is what this node did of one kind since it started.
type Worked struct {
	Kind string
	// Outcomes counts jobs by how they ended: done, later, failed or broke.
	Outcomes map[string]int64
	Took     time.Duration
}

// Worked returns the counts of every kind.
func (j *Jobs) Worked() []Worked {
	var all []Worked
	for _, kind := range slices.Sorted(slices.Values(kinds)) {
		t := j.tally.of(kind)
		all = append(all, Worked{Kind: kind, Took: time.Duration(t.took.Load()), Outcomes: map[string]int64{
			done: t.done.Load(), later: t.later.Load(), failed: t.failed.Load(), broke: t.broke.Load(),
		}})
	}
	return all
}

// tally counts the jobs that this node runs, and reports each one to watch.
type tally struct {
	river.MiddlewareDefaults
	watch func(ctx context.Context, kind string) (context.Context, func(error))

	mu     sync.Mutex
	byKind map[string]*outcomes
}

type outcomes struct{ done, later, failed, broke, took atomic.Int64 }

func newTally(watch func(context.Context, string) (context.Context, func(error))) *tally {
	if watch == nil {
		watch = func(ctx context.Context, _ string) (context.Context, func(error)) { return ctx, func(error) {} }
	}
	return &tally{watch: watch, byKind: map[string]*outcomes{}}
}

func (t *tally) of(kind string) *outcomes {
	if !slices.Contains(kinds, kind) {
		kind = unknown
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byKind[kind] == nil {
		t.byKind[kind] = &outcomes{}
	}
	return t.byKind[kind]
}

var errBroke = errors.New("it panicked")

// Work wraps every job.
func (t *tally) Work(ctx context.Context, job *rivertype.JobRow, doInner func(context.Context) error) (err error) {
	ctx, end := t.watch(ctx, job.Kind)
	counted, started, returned := t.of(job.Kind), time.Now(), false
	defer func() {
		counted.took.Add(int64(time.Since(started)))
		_, isLater := errors.AsType[*rivertype.JobSnoozeError](err)
		switch {
		case !returned:
			counted.broke.Add(1)
			end(errBroke)
		case isLater:
			counted.later.Add(1)
			end(nil)
		case err != nil:
			counted.failed.Add(1)
			end(err)
		default:
			counted.done.Add(1)
			end(nil)
		}
	}()
	err = doInner(ctx)
	returned = true
	return err
}
