package main

import (
	"context"
	"fmt"

	"automacao/internal/app"
)

type readyCommand struct{ app.Config }

// Run asks the server that runs on this machine with the same settings whether it is ready.
func (c *readyCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.AskReady(ctx, c.Config); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "ready")
	return err
}
