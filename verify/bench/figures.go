package main

import (
	"fmt"
	"slices"
	"time"
)

// durations are the times of repeated runs of the same work.
type durations []time.Duration

// at returns the quantile for a share: that share of the durations is at most as long.
func (d durations) at(share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d.Microseconds())/1000) }

// measure runs work the given number of times and returns the durations.
func measure(times int, work func() error) (durations, error) {
	taken := make(durations, 0, times)
	for range times {
		began := time.Now()
		if err := work(); err != nil {
			return nil, err
		}
		taken = append(taken, time.Since(began))
	}
	return taken, nil
}

// spread is a median with its quartiles.
type spread struct{ median, low, high float64 }

func spreadOf(figures []float64) spread {
	sorted := slices.Sorted(slices.Values(figures))
	last := float64(len(sorted) - 1)
	return spread{sorted[int(last*0.5)], sorted[int(last*0.25)], sorted[int(last*0.75)]}
}

func (s spread) String() string { return fmt.Sprintf("%.2f (%.2f–%.2f)", s.median, s.low, s.high) }
