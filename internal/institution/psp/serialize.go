package psp

import (
	"context"
	"fmt"
	"sync"
)

// turns serialises the calls about one reference: two concurrent calls that first look and then act
// would both act.
type turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{}
}

// take waits for the turn of a reference and returns the function that ends it.
func (t *turns) take(ctx context.Context, reference string) (done func(), err error) {
	for {
		before := t.claim(reference)
		if before == nil {
			return func() { t.release(reference) }, nil
		}
		select {
		case <-before:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the previous call: %w: %w", ErrUnavailable, ctx.Err())
		}
	}
}

// claim takes the turn, or returns a channel that closes when its holder is done.
func (t *turns) claim(reference string) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if before, isTaken := t.taken[reference]; isTaken {
		return before
	}
	if t.taken == nil {
		t.taken = map[string]chan struct{}{}
	}
	t.taken[reference] = make(chan struct{})
	return nil
}

func (t *turns) release(reference string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.taken[reference])
	delete(t.taken, reference)
}
