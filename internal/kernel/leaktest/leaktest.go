// Package leaktest runs a package's tests and fails when a goroutine outlives
// them. It knows nothing of what the packages do; only tests import it.
package leaktest

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is how long what is ending may take: a machine that is busy with
// other work makes no leak.
const patience = 2 * time.Minute

// Main is the TestMain of a package. Goroutines that are known are no leak.
func Main(m *testing.M, known ...goleak.Option) {
	code := m.Run()
	if code == 0 {
		if err := awaitEnd(patience, known...); err != nil {
			fmt.Fprintf(os.Stderr, "every test passed, but what they started goes on: %v\n", err)
			code = 1
		}
	}
	os.Exit(code)
}

// awaitEnd looks until nothing goes on, and says what does after max.
func awaitEnd(max time.Duration, known ...goleak.Option) error {
	// Connections that wait for a next request leak nothing.
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(max); ; {
		err := goleak.Find(known...)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}
