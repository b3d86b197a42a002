package queue

import (
	"context"
	"errors"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// failures logs work that went wrong by its number, kind and reason: what it
// carries, and what a mail server says of it, may name people.
type failures struct {
	log    *slog.Logger
	spoken []error
}

// HandleError logs a failed attempt, the last one as an error.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, failure error) *river.ErrorHandlerResult {
	level := slog.LevelWarn
	if job.Attempt >= job.MaxAttempts {
		level = slog.LevelError
	}
	f.log.Log(ctx, level, "work failed", "job", job.ID, "kind", job.Kind, "attempt", job.Attempt, "of", job.MaxAttempts, "why", why(failure, f.spoken))
	return nil
}

// HandlePanic logs work that broke.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "work broke", "job", job.ID, "kind", job.Kind, "value", value, "trace", trace)
	return nil
}

// quiet leaves out what the queue says about its own comings and goings.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(leveled{log.Handler()})
}

type leveled struct{ slog.Handler }

// Enabled lets warnings and errors through.
func (l leveled) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && l.Handler.Enabled(ctx, level)
}

// Handle leaves out what fails because the queue has been told to stop.
func (l leveled) Handle(ctx context.Context, record slog.Record) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return l.Handler.Handle(ctx, record)
}
