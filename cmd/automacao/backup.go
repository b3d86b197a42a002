package main

import (
	"context"
	"fmt"
	"os"

	"automacao/internal/app"
	"automacao/internal/backup"
)

type backupCommands struct {
	Make   backupCommand `cmd:"" default:"withargs" help:"Copy database, files and keys of one moment, while the server runs or not."`
	Verify verifyCommand `cmd:"" help:"Read a backup from end to end: digests, rows and files."`
}

type backupCommand struct {
	app.Config
	To string `help:"Folder in which the backup gets a folder of its own." required:"" placeholder:"DIR" type:"path"`
}

// say tells of progress beside the result.
func say(format string, arguments ...any) { fmt.Fprintf(os.Stderr, format+"\n", arguments...) }

// Run makes a backup and prints its folder.
func (c *backupCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	made, err := app.Backup(ctx, c.Config, newLog(c.Config), c.To, say)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, made)
	return err
}

type verifyCommand struct {
	From  string `help:"Folder of the backup." required:"" placeholder:"DIR" type:"path"`
	PGBin string `name:"pg-bin" help:"Folder of pg_restore; found by itself when empty." env:"AUTOMACAO_PG_BIN" placeholder:"DIR"`
}

// Run reads a backup and says what it holds.
func (c *verifyCommand) Run(ctx context.Context, out output) error {
	made, err := backup.Verify(ctx, c.From, c.PGBin)
	if err != nil {
		return err
	}
	return sayHeld(out, "the backup is whole", made)
}

type restoreCommand struct {
	app.Config
	From string `help:"Folder of the backup." required:"" placeholder:"DIR" type:"path"`
}

// Run restores a backup and says what it held.
func (c *restoreCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	made, err := app.Restore(ctx, c.Config, newLog(c.Config), c.From, say)
	if err != nil {
		return err
	}
	return sayHeld(out, "the market is restored", made)
}

func sayHeld(out output, what string, made backup.Manifest) error {
	rows := int64(0)
	for _, count := range made.Database.Rows {
		rows += count
	}
	_, err := fmt.Fprintf(out, "%s: %d rows in %d tables, %d files, of %s\n", what, rows, len(made.Database.Rows), made.Files, made.MadeAt.Format("2006-01-02 15:04:05 MST"))
	return err
}
