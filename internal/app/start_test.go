package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
)

// TestPartsCloseInReverse checks that Close ends the parts that were opened, the last one first, and
// among them the one that failed to open.
func TestPartsCloseInReverse(t *testing.T) {
	t.Parallel()
	errOpen, errClose := errors.New("does not open"), errors.New("does not close")
	var took []string
	step := func(name string, err error) func(context.Context) error {
		return func(context.Context) error { took = append(took, name); return err }
	}
	a := &App{log: slog.New(slog.DiscardHandler)}
	err := a.start(t.Context(), []part{
		{"first", step("open first", nil), step("close first", nil)},
		{"second", step("open second", nil), nil},
		{"third", step("open third", errOpen), step("close third", errClose)},
		{"fourth", step("open fourth", nil), step("close fourth", nil)},
	})
	if !errors.Is(err, errOpen) {
		t.Errorf("the start fails with %v", err)
	}
	if err := a.Close(t.Context()); !errors.Is(err, errClose) {
		t.Errorf("the close fails with %v", err)
	}
	if err := a.Close(t.Context()); err != nil {
		t.Errorf("a second close fails with %v", err)
	}
	want := []string{"open first", "open second", "open third", "close third", "close first"}
	if !slices.Equal(took, want) {
		t.Errorf("took %q, want %q", took, want)
	}
}
