package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// check is one thing that the product is trusted for.
type check struct {
	// ID is the letter of its group and a number: D4.
	ID string
	// Title says what is done to the product, Limit what must come of it.
	Title, Limit string
	// FullOnly leaves the check out of --quick.
	FullOnly bool
	// Run does it and returns what was counted or measured, with its units. An
	// error fails the check; one of absent() says why it could not be run here.
	Run func(context.Context, *run) (figure string, err error)
}

// groups are all checks, in the order of their table.
var groups = [][]check{money, faults, backup, authorization, tokens, input, overload, operations}

// run is what a check may use.
type run struct {
	*stage
	// Quick asks for small counts: seconds, not minutes.
	Quick bool
	// Soak is how long the long check lasts.
	Soak time.Duration
	// Rand is drawn from the run's seed and the check's id, so that the seed
	// repeats what was found.
	Rand *rand.Rand
}

// count is how often something is done: all of it, or little when quick.
func (r *run) count(whole, quick int) int {
	if r.Quick {
		return quick
	}
	return whole
}

// errAbsent marks what could not be run here and so says nothing.
var errAbsent = errors.New("not run")

// absent is the reason why a check could not be run here.
func absent(format string, values ...any) error {
	return fmt.Errorf("%w: %s", errAbsent, fmt.Sprintf(format, values...))
}

// later is a check of something that the product does not have yet.
func later(id, title, limit, reason string) check {
	return check{ID: id, Title: title, Limit: limit, Run: func(context.Context, *run) (string, error) {
		return "", absent("%s", reason)
	}}
}
