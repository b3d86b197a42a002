package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"automacao/internal/app"
)

type tableCommand struct {
	Apply   tableApplyCommand   `cmd:"" help:"Run a file of SQL in one transaction, as the role that owns the schema, and have the servers reload the schema."`
	Watch   tableWatchCommand   `cmd:"" help:"Turn live updates of a table on, for subscribers who may read the row."`
	Unwatch tableUnwatchCommand `cmd:"" help:"Turn live updates of a table off."`
	List    tableListCommand    `cmd:"" help:"List the tables with live updates."`
}

type tableApplyCommand struct {
	app.Config
	File string `arg:"" help:"File of SQL; - for standard input."`
}

// Run applies the file to the database.
func (c *tableApplyCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	read := func() ([]byte, error) { return os.ReadFile(c.File) }
	if c.File == "-" {
		read = func() ([]byte, error) { return io.ReadAll(os.Stdin) }
	}
	statements, err := read()
	if err != nil {
		return err
	}
	if err := app.ApplySQL(ctx, c.Config, newLog(c.Config), string(statements)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "applied %s\n", c.File)
	return err
}

type tableWatchCommand struct {
	app.Config
	Table string `arg:"" help:"Table, as in SQL: name, or schema.name if the schema is not public."`
}

// Run starts publishing a table's changes.
func (c *tableWatchCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.WatchTable(ctx, c.Config, newLog(c.Config), c.Table); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "changes of %s are told\n", c.Table)
	return err
}

type tableUnwatchCommand struct {
	app.Config
	Table string `arg:"" help:"Table, as in SQL: name, or schema.name if the schema is not public."`
}

// Run stops publishing a table's changes.
func (c *tableUnwatchCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.UnwatchTable(ctx, c.Config, newLog(c.Config), c.Table); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "changes of %s are told to nobody\n", c.Table)
	return err
}

type tableListCommand struct{ app.Config }

// Run lists the tables whose changes are published, one per line.
func (c *tableListCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	names, err := app.WatchedTables(ctx, c.Config, newLog(c.Config))
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := fmt.Fprintln(out, name); err != nil {
			return err
		}
	}
	return nil
}
