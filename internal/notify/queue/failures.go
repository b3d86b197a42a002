package queue

import (
	"context"
	"errors"
	"log/slog"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// failures logs failed jobs by their id, kind and reason only: a job's arguments, and what a mail
// server says about them, may name people.
type failures struct {
	log       *slog.Logger
	ownErrors []error
}

// HandleError logs a failed attempt, the last one as an error.
func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, failure error) *river.ErrorHandlerResult {
	level := slog.LevelWarn
	if job.Attempt >= job.MaxAttempts {
		level = slog.LevelError
	}
	f.log.Log(ctx, level, "job failed", "job", job.ID, "kind", job.Kind, "attempt", job.Attempt, "attempts_max", job.MaxAttempts, "reason", reasonOf(failure, f.ownErrors))
	return nil
}

// HandlePanic logs a job that panicked.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, value any, trace string) *river.ErrorHandlerResult {
	f.log.ErrorContext(ctx, "job panicked", "job", job.ID, "kind", job.Kind, "value", value, "trace", trace)
	return nil
}

// quiet leaves out what the queue logs about its own operation.
func quiet(log *slog.Logger) *slog.Logger {
	return slog.New(leveled{log.Handler()})
}

type leveled struct{ slog.Handler }

// Enabled lets warnings and errors through.
func (l leveled) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && l.Handler.Enabled(ctx, level)
}

// Handle leaves out what fails because the queue was told to stop.
func (l leveled) Handle(ctx context.Context, record slog.Record) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return nil
	}
	return l.Handler.Handle(ctx, record)
}
