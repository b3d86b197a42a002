package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// check is one property that the product is trusted for.
type check struct {
	// ID is the letter of its group and a number, such as D4.
	ID string
	// Title says what is done to the product, and Limit what the result must be.
	Title, Limit string
	// FullOnly excludes the check from --quick.
	FullOnly bool
	// Run performs the check and returns what was counted or measured, with units. An error fails
	// the check; one from absent() gives the reason why it could not run here.
	Run func(context.Context, *run) (figure string, err error)
}

// documented are the checks whose results docs/evidence/trust.md shows. Those of the money are in
// money-checks.md.
var documented = groups[1:]

// groups are all checks, in the order of their table.
var groups = [][]check{money, faults, backup, authorization, tokens, input, overload, operations}

// run is what a check may use.
type run struct {
	*stage
	// Quick asks for small counts: seconds, not minutes.
	Quick bool
	// Soak is how long the soak check lasts.
	Soak time.Duration
	// Rand is seeded from the run's seed and the check's id, so that the seed reproduces a failure.
	Rand *rand.Rand
}

// count returns how often something is done: whole, or quick in a quick run.
func (r *run) count(whole, quick int) int {
	if r.Quick {
		return quick
	}
	return whole
}

// errAbsent marks a check that could not run here, which is neither a pass nor a failure.
var errAbsent = errors.New("not run")

// absent returns the reason why a check could not run here.
func absent(format string, values ...any) error {
	return fmt.Errorf("%w: %s", errAbsent, fmt.Sprintf(format, values...))
}

// later is a check of something that the product does not have yet.
func later(id, title, limit, reason string) check {
	return check{ID: id, Title: title, Limit: limit, Run: func(context.Context, *run) (string, error) {
		return "", absent("%s", reason)
	}}
}
