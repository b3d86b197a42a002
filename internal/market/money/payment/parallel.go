package payment

import (
	"errors"
	"log/slog"
	"sync"

	"automacao/internal/kernel/background"
)

// errBroke is of work that panicked; the log has the cause.
var errBroke = errors.New("payments: the work panicked")

// inParallel does work on all of them, callsMax at once. A panic in one is an
// error and lets the others be done.
func inParallel[T any](log *slog.Logger, all []T, work func(T) error) error {
	var running sync.WaitGroup
	errs := make([]error, len(all))
	turns := make(chan struct{}, callsMax)
	for i, one := range all {
		turns <- struct{}{}
		running.Go(func() {
			defer func() { <-turns }()
			errs[i] = errBroke
			background.Survive(log, "payments", func() { errs[i] = work(one) })
		})
	}
	running.Wait()
	return errors.Join(errs...)
}
