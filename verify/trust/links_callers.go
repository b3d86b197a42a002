package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"automacao/internal/wire/client"
	"automacao/verify/trust/badlink"
)

// deadline is when every request must have ended; deadlineSpare allows for a busy machine.
const (
	deadline      = 35 * time.Second
	deadlineSpare = 5 * time.Second
	neverMax      = 3 * time.Minute
)

// callers send all kinds of requests concurrently, while others listen.
type callers struct {
	*audience
	files   *badlink.Link
	members []*client.Client
	picture []byte

	mu    sync.Mutex
	acked []uuid.UUID
}

// The number of callers and listeners.
const (
	askers    = 8
	listening = 5
)

func (f *far) callers(ctx context.Context) (*callers, error) {
	c := &callers{files: f.files, picture: noise()}
	var err error
	c.audience, err = f.invite(ctx, listening, 2)
	for i := 0; i < askers && err == nil; i++ {
		var who *client.Client
		who, err = f.member(ctx, "professional", fmt.Sprint("Pessoa ", i))
		c.members = append(c.members, who)
	}
	if err != nil {
		return nil, err
	}
	if err := c.enter(ctx); err != nil {
		c.quit()
		return nil, err
	}
	return c, nil
}

// outcomes counts the results of requests.
type outcomes struct {
	mu                      sync.Mutex
	answered, refused, lost int
	slowest                 time.Duration
	slowestKind             string
	// late counts the requests of each kind that took longer than allowed.
	late map[string]int
	// last is the last error.
	last error
}

func (o *outcomes) add(kind string, took time.Duration, err error) {
	_, isAnswer := errors.AsType[*client.Status](err)
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err == nil:
		o.answered++
	case isAnswer:
		o.refused++
	default:
		o.lost++
	}
	if err != nil {
		o.last = fmt.Errorf("%s: %w", kind, err)
	}
	if took > o.slowest {
		o.slowest, o.slowestKind = took, kind
	}
	if took > deadline+deadlineSpare {
		o.late[kind]++
	}
}

// askFor makes every caller send all kinds of requests in turn until ctx ends, and waits for the
// unanswered ones.
func (c *callers) askFor(ctx context.Context) *outcomes {
	o := &outcomes{late: map[string]int{}}
	var asking sync.WaitGroup
	for i, who := range c.members {
		asking.Go(func() {
			for turn := i; ctx.Err() == nil; turn++ {
				kind := kinds[turn%len(kinds)]
				bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), neverMax)
				began := time.Now()
				err := kind.ask(bounded, c, who)
				cancel()
				o.add(kind.name, time.Since(began), err)
				time.Sleep(retryPause)
			}
		})
	}
	asking.Wait()
	return o
}

// How long requests run on good links to fill caches and pools, and how long the server then rests.
const (
	warmUp   = 2 * time.Second
	restStep = 200 * time.Millisecond
)

// settleDown fills caches and pools, and returns the server's state afterwards.
func (c *callers) settleDown(ctx context.Context) (state, error) {
	// Concurrent uploads first, so that the store's connection pool opens a connection for each.
	var uploading errgroup.Group
	for _, who := range c.members {
		uploading.Go(func() error {
			return errors.Join(c.upload(ctx, who), c.download(ctx, who))
		})
	}
	if err := uploading.Wait(); err != nil {
		return state{}, fmt.Errorf("files on good links: %w", err)
	}
	bounded, cancel := context.WithTimeout(ctx, warmUp)
	defer cancel()
	if o := c.askFor(bounded); o.refused+o.lost > 0 {
		return state{}, fmt.Errorf("of requests on good links %d were refused and %d lost, the last %w", o.refused, o.lost, o.last)
	}
	return c.rest(ctx)
}

// rest returns the server's state while there are no requests.
func (c *callers) rest(ctx context.Context) (state, error) {
	c.http.CloseIdleConnections()
	time.Sleep(restStep)
	return c.stateOf(ctx)
}

// under reports the results of requests while a link is bad, and the state afterwards.
func (c *callers) under(ctx context.Context, link *badlink.Link, toxic badlink.Toxic, lasts time.Duration, before state) (said string, after state, err error) {
	bounded, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	link.Turn(toxic)
	if toxic.IsDown {
		up := time.AfterFunc(min(lasts, downFor), func() { link.Turn(badlink.Toxic{}) })
		defer up.Stop()
	}
	asked := make(chan *outcomes, 1)
	go func() { asked <- c.askFor(bounded) }()
	<-bounded.Done()
	// Unanswered requests must end by themselves.
	o := <-asked
	link.Turn(badlink.Toxic{})
	mended := time.Now()
	failure := c.allWell(ctx, mended)
	well := time.Since(mended)
	after, err = c.asBefore(ctx, before, mended)
	if len(o.late) > 0 {
		err = errors.Join(err, fmt.Errorf("later than %s: %v", deadline, o.late))
	}
	said = fmt.Sprintf("%s %d/%d/%d %.1f s %.1f s", toxic.Name, o.answered, o.refused, o.lost, o.slowest.Seconds(), well.Seconds())
	return said, after, errors.Join(failure, err)
}

// allWell repeats one request of each kind until it succeeds, and checks that every listener is
// notified.
func (c *callers) allWell(ctx context.Context, since time.Time) error {
	bounded, cancel := context.WithDeadline(ctx, since.Add(mendMax))
	defer cancel()
	for _, kind := range kinds {
		for {
			err := kind.ask(bounded, c, c.members[0])
			if err == nil {
				break
			}
			if bounded.Err() != nil {
				return fmt.Errorf("%s after %s on a good link: %w", kind.name, mendMax, err)
			}
			time.Sleep(retryPause)
		}
	}
	if err := c.sayToAll(bounded, 1); err != nil {
		return err
	}
	return c.compare(bounded)
}

// asBefore waits until the server uses no more resources than before.
func (c *callers) asBefore(ctx context.Context, before state, since time.Time) (after state, err error) {
	for {
		if after, err = c.rest(ctx); err != nil {
			return after, err
		}
		if err = after.isMoreThan(before, c.files.Conns()); err == nil || time.Since(since) > mendMax {
			return after, err
		}
	}
}

// isMoreThan returns an error for counts that grew by more than 5 % and more than one. Each kept
// connection to the store, ten at most, has a reader and a writer goroutine.
func (s state) isMoreThan(before state, kept int) (err error) {
	before.goroutines += 2 * kept
	for name, counts := range map[string][2]int{"goroutines": {before.goroutines, s.goroutines}, "connections": {before.connections, s.connections}} {
		if counts[1] > max(counts[0]+1, int(float64(counts[0])*(1+countSway))) {
			err = errors.Join(err, fmt.Errorf("%s are %d, and were %d", name, counts[1], counts[0]))
		}
	}
	return err
}
