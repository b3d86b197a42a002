package main

import (
	"context"
	"fmt"

	"automacao/internal/app"
)

type demoCommand struct {
	Remove demoRemoveCommand `cmd:"" help:"Remove the demonstration: its accounts, what belongs to them, and what others wrote to them. Refused if a real person would lose a deal."`
}

type demoRemoveCommand struct{ app.Config }

// Run removes the demonstration data and prints what was removed.
func (c *demoRemoveCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	done, err := app.RemoveDemo(ctx, c.Config, newLog(c.Config))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "the demonstration is taken out: %d people, %d projects and %d contracts, %d rows in all; %d people stay\n",
		done.People, done.Projects, done.Contracts, done.Rows, done.Left)
	return err
}
