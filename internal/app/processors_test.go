package app_test

import (
	"testing"

	"automacao/internal/app"
)

func TestProcessors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		chosen int
		asked  string
		want   int
	}{
		{"HashingLeavesAsManyAsItTakes", 2, "", 4},
		{"WhatTheEnvironmentAsksForStays", 3, "3", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := app.Processors(c.chosen, c.asked); got != c.want {
				t.Errorf("%d processors, want %d", got, c.want)
			}
		})
	}
}
