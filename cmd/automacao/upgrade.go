package main

import (
	"context"
	"fmt"

	"automacao/internal/app"
)

type upgradeClusterCommand struct {
	app.Config
	ToBin   string `name:"to-bin" help:"Folder of the newer PostgreSQL's programs; the newest that is found when empty." placeholder:"DIR" type:"path"`
	Confirm bool   `help:"Remove the old database, which the upgrade kept." xor:"step"`
	Back    bool   `help:"Go back to the old database. The new one is kept, with everything written since the upgrade." xor:"step"`
}

// Run moves the private database to a newer PostgreSQL, or completes or undoes such a move.
func (c *upgradeClusterCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	switch {
	case c.Confirm:
		removed, err := app.ConfirmUpgrade(ctx, c.Config)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s is removed\n", removed)
		return err
	case c.Back:
		if err := app.RevertUpgrade(ctx, c.Config); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, "the database that was kept is in use again, and the other is kept until --confirm")
		return err
	}
	made, err := app.UpgradeCluster(ctx, c.Config, newLog(c.Config), c.ToBin, say)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "PostgreSQL %d is now %d, with %d rows; the old database is kept in %s until `automacao upgrade-cluster --confirm`, or taken back with --back\n", made.From, made.To, made.Rows, made.Kept)
	return err
}
