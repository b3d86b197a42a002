package psp

import (
	"context"
	"fmt"
	"sync"
)

// turns lets calls about one reference follow each other: of two that look and
// then act at once, both would act.
type turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{}
}

// take waits for the turn of a reference and returns what ends it.
func (t *turns) take(ctx context.Context, reference string) (done func(), err error) {
	for {
		before := t.claim(reference)
		if before == nil {
			return func() { t.release(reference) }, nil
		}
		select {
		case <-before:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the call before: %w: %w", ErrUnavailable, ctx.Err())
		}
	}
}

// claim takes the turn, or returns what closes when whoever has it is done.
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
