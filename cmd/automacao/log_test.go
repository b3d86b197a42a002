package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestTheLogWritesDurationsWithTheirUnit(t *testing.T) {
	for _, isText := range []bool{true, false} {
		var out bytes.Buffer
		log := logTo(&out, slog.LevelInfo, isText).With("every", 40*time.Second)
		log.Info("lost", "retry_in", 1500*time.Millisecond, slog.Group("pool", slog.Duration("waited", 20*time.Microsecond)))
		for _, want := range []string{"1.5s", "40s", "20µs"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s is missing in %s", want, out.String())
			}
		}
	}
}
