package payment

import (
	"errors"
	"log/slog"
	"sync"

	"automacao/internal/kernel/background"
)

// errBroke is the error of work that panicked; the log has the cause.
var errBroke = errors.New("payments: the work panicked")

// inParallel runs work on every element, at most callsMax at once. A panic becomes an error, and
// the other elements are still processed.
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
