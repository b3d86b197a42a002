package payment

import (
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
)

// TestOneThatPanicsLeavesTheOthers checks that the other elements are processed and the process
// survives.
func TestOneThatPanicsLeavesTheOthers(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	var done atomic.Int64
	all := make([]int, 3*callsMax)
	for i := range all {
		all[i] = i
	}
	err := inParallel(slog.New(slog.NewTextHandler(&said, nil)), all, func(one int) error {
		if one == 1 {
			panic("nobody expected this")
		}
		done.Add(1)
		return nil
	})
	if !errors.Is(err, errBroke) || done.Load() != int64(len(all)-1) {
		t.Errorf("%d of %d are done, %v", done.Load(), len(all), err)
	}
	if !strings.Contains(said.String(), "nobody expected this") {
		t.Errorf("the log says %s", said.String())
	}
}
