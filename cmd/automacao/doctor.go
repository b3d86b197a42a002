package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"automacao/internal/app"
)

type doctorCommand struct {
	app.Config
	JSON bool `help:"Print a JSON array."`
}

// errIll sets the exit status of an installation with a problem to fix. Warnings do not cause it.
var errIll = errors.New("there is something to mend")

// Run prints one sentence on the state of each part.
func (c *doctorCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	found := app.Doctor(ctx, c.Config, newLog(c.Config))
	if err := printFindings(out, found, c.JSON); err != nil {
		return err
	}
	for _, one := range found {
		if one.State == app.Ill {
			return errIll
		}
	}
	return nil
}

func printFindings(out output, found []app.Finding, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(found)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, one := range found {
		if _, err := fmt.Fprintf(table, "%s\t%s\t%s\n", one.State, one.Part, one.Sentence); err != nil {
			return err
		}
	}
	return table.Flush()
}

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
