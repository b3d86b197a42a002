package background

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

var errDone = errors.New("done")

func TestKeepRunsAgainAfterAPanic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		began := time.Now()
		var starts []time.Duration
		err := Keep(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), "sweep", func(context.Context) error {
			starts = append(starts, time.Since(began))
			switch len(starts) {
			case 3:
				time.Sleep(pauseMax)
				fallthrough
			case 1, 2:
				panicHere()
			}
			return errDone
		})
		if !errors.Is(err, errDone) {
			t.Errorf("Keep returns %v", err)
		}
		want := []time.Duration{0, pauseMin, 3 * pauseMin, pauseMax + 4*pauseMin}
		if len(starts) != len(want) {
			t.Fatalf("the part started at %v, want %v", starts, want)
		}
		for i := range want {
			if starts[i] != want[i] {
				t.Errorf("start %d is at %v, want %v", i, starts[i], want[i])
			}
		}
		if panics, stacks := strings.Count(log.String(), "part=sweep"), strings.Count(log.String(), "panicHere("); panics != 3 || stacks != 3 {
			t.Errorf("three panics are logged as\n%s", log.String())
		}
	})
}

func panicHere() { panic("nobody expected this") }

func TestKeepPausesAtMostSoLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		var starts int
		err := Keep(ctx, slog.New(slog.DiscardHandler), "sweep", func(context.Context) error {
			starts++
			panic("again")
		})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Keep returns %v", err)
		}
		if min := int(time.Hour / pauseMax); starts < min || starts > min+10 {
			t.Errorf("the part started %d times in an hour", starts)
		}
	})
}

func TestSurviveTellsWhetherWorkReturned(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	if !Survive(log, "read", func() {}) || Survive(log, "read", panicHere) {
		t.Error("a panic is taken for a return, or the other way around")
	}
}
