// Package background guards work that runs beside requests: a panic in one part is logged and does
// not end the process, and the part is restarted. The package knows nothing about what the parts
// do.
package background

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"
)

// The pause before a restart doubles with each panic. A part that ran for at least pauseMax
// restarts after pauseMin again.
const (
	pauseMin = 100 * time.Millisecond
	pauseMax = 30 * time.Second
)

// Keep runs part, and restarts it after a panic, until it returns or ctx ends.
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

// Survive runs work and reports whether it returned. It logs a panic with its stack.
func Survive(log *slog.Logger, name string, work func()) (returned bool) {
	defer func() {
		if cause := recover(); cause != nil {
			log.Error("background work panicked", "part", name, "cause", cause, "stack", string(debug.Stack()))
		}
	}()
	work()
	return true
}
