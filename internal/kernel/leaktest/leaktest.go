// Package leaktest runs a package's tests and fails if a goroutine outlives them. Only tests import
// it.
package leaktest

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long goroutines may take to end: a busy machine must not look like a leak.
const patience = 2 * time.Minute

// Main is the TestMain of a package. It ignores the known goroutines.
func Main(m *testing.M, known ...goleak.Option) {
	code := m.Run()
	if code == 0 {
		if err := awaitEnd(patience, known...); err != nil {
			fmt.Fprintf(os.Stderr, "every test passed, but goroutines are still running: %v\n", err)
			code = 1
		}
	}
	os.Exit(code)
}

// awaitEnd waits until no goroutine is left, and returns an error naming those left after max.
func awaitEnd(max time.Duration, known ...goleak.Option) error {
	// Idle connections leak nothing.
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(max); ; {
		err := goleak.Find(known...)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}
