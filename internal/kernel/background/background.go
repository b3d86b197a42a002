// Package background keeps alive what runs beside requests: a panic there is
// logged and ends neither the process nor, for long, the part it happened in.
// It knows nothing of what the parts do.
package background

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"
)

// The pause before a part runs again doubles with each panic. Whoever ran for
// as long as the longest pause starts with the shortest again.
const (
	pauseMin = 100 * time.Millisecond
	pauseMax = 30 * time.Second
)

// Keep runs part, again after every panic, until it returns or ctx ends.
func Keep(ctx context.Context, log *slog.Logger, name string, part func(context.Context) error) error {
	pause := pauseMin
	for {
		var err error
		started := time.Now()
		if Survive(log, name, func() { err = part(ctx) }) {
			return err
		}
		if time.Since(started) >= pauseMax {
			pause = pauseMin
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// Survive runs work and reports whether it returned; a panic is logged, with
// the stack that led to it.
func Survive(log *slog.Logger, name string, work func()) (returned bool) {
	defer func() {
		if cause := recover(); cause != nil {
			log.Error("background work panicked", "part", name, "cause", cause, "stack", string(debug.Stack()))
		}
	}()
	work()
	return true
}
