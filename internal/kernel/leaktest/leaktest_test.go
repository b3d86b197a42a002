package leaktest

import (
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { Main(m) }

// TestWhatGoesOnIsFound is not parallel, so that goroutines of other tests do not interfere.
func TestWhatGoesOnIsFound(t *testing.T) {
	known := goleak.IgnoreCurrent()
	end, ended := make(chan struct{}), make(chan struct{})
	go func() { defer close(ended); <-end }()
	if err := awaitEnd(0, known); err == nil || !strings.Contains(err.Error(), "TestWhatGoesOnIsFound") {
		t.Errorf("a goroutine that waits forever: %v", err)
	}
	close(end)
	<-ended
	if err := awaitEnd(time.Minute, known); err != nil {
		t.Errorf("no goroutine is left, but %v", err)
	}
}
