package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"filippo.io/age"

	"automacao/internal/app"
	"automacao/internal/postgres/backup"
)

type backupCommands struct {
	Make   backupCommand `cmd:"" default:"withargs" help:"Back up the database, files and keys of one moment, whether or not the server runs."`
	Verify verifyCommand `cmd:"" help:"Read a backup from end to end, and check its digests, rows and files."`
	Key    keyCommand    `cmd:"" help:"Generate a key for backups, and print its public half."`
}

type backupCommand struct {
	app.Config
	To string `help:"Folder, or bucket as s3://bucket/prefix?region=…, for the backup, which gets a subfolder of its own; AUTOMACAO_BACKUP_TO when empty." placeholder:"DIR|URL"`
}

// say reports progress on standard error, apart from the result.
func say(format string, arguments ...any) { fmt.Fprintf(os.Stderr, format+"\n", arguments...) }

// Run makes a backup and prints its location.
func (c *backupCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	to := cmp.Or(c.To, c.BackupTo)
	if to == "" {
		return errors.New("--to or AUTOMACAO_BACKUP_TO has to say where the backup is put")
	}
	made, err := app.Backup(ctx, c.Config, newLog(c.Config), to, say)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, made)
	return err
}

// source names a backup, and the key file if the backup is encrypted.
type source struct {
	From     string `help:"Folder or address of the backup." required:"" placeholder:"DIR|URL"`
	Identity string `help:"File with the key (age) that opens the backup." env:"AUTOMACAO_BACKUP_IDENTITY" placeholder:"FILE" type:"path"`
}

type verifyCommand struct {
	source
	PGBin string `name:"pg-bin" help:"Folder of pg_restore; searched for when empty." env:"AUTOMACAO_PG_BIN" placeholder:"DIR"`
}

// Run verifies a backup and prints what it contains.
func (c *verifyCommand) Run(ctx context.Context, out output) error {
	identities, err := backup.Identities(c.Identity)
	if err != nil {
		return err
	}
	from, err := backup.OpenSource(ctx, c.From)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	made, err := backup.Verify(ctx, from, identities, c.PGBin)
	if errors.Is(err, backup.ErrEncrypted) {
		return sayHeld(out, "every byte is as it was written, and encrypted: name the file of its key with --identity to read rows and files", made)
	}
	if err != nil {
		return err
	}
	return sayHeld(out, "the backup is whole", made)
}

type restoreCommand struct {
	app.Config
	source
	At string `help:"Moment to restore, such as 2026-11-23T14:05:00-03:00 or, in Brasília's time, '2026-11-23 14:05:00'. --from then names the folder or bucket of all backups. When empty, the moment of the backup." placeholder:"TIME"`
}

// Run restores a backup and prints what it contained.
func (c *restoreCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	identities, err := backup.Identities(c.Identity)
	if err != nil {
		return err
	}
	if c.At != "" {
		return c.restoreAt(ctx, out, identities)
	}
	made, err := app.Restore(ctx, c.Config, newLog(c.Config), c.From, identities, say)
	if err != nil {
		return err
	}
	return sayHeld(out, "the market is restored", made)
}

// moments are the accepted formats of a moment. Those without an offset are in Brasília time.
var moments = []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04", "2006-01-02T15:04", "02/01/2006 15:04:05", "02/01/2006 15:04"}

// brasilia has had a single offset since Brazil abolished daylight saving time in 2019.
var brasilia = time.FixedZone("-03", -3*60*60)

func parseMoment(text string) (time.Time, error) {
	for _, layout := range moments {
		if at, err := time.ParseInLocation(layout, strings.TrimSpace(text), brasilia); err == nil {
			return at, nil
		}
	}
	return time.Time{}, badSetting{fmt.Errorf("--at %q is no moment: write 2026-11-23T14:05:00-03:00 or, in Brasília's time, '2026-11-23 14:05:00'", text)}
}

// restoreAt restores the market to a moment, and prints that moment and the speed.
func (c *restoreCommand) restoreAt(ctx context.Context, out output, identities []age.Identity) error {
	at, err := parseMoment(c.At)
	if err != nil {
		return err
	}
	say("the moment is %s, %s in Brasília", at.UTC().Format("2006-01-02 15:04:05.999 MST"), at.In(brasilia).Format("02/01/2006 15:04:05.999"))
	found, err := app.RestoreAt(ctx, c.Config, newLog(c.Config), c.From, at, identities, say)
	if err != nil {
		return err
	}
	made := found.Manifest
	made.MadeAt = at.UTC()
	if err := sayHeld(out, "the market is restored", made); err != nil {
		return err
	}
	if len(found.Missing) > 0 {
		say("%d files are in no backup, as they were put in after the newest one: the database names them, and whoever opens one finds nothing", len(found.Missing))
	}
	_, err = fmt.Fprintf(out, "it took %.1f s for %.2f GB of data and WAL, %.0f s per GB\n", found.Took.Seconds(), float64(found.Bytes)/1e9, found.Took.Seconds()/(float64(found.Bytes)/1e9))
	return err
}

type keyCommand struct {
	To string `help:"File to write the key to. It opens every backup made for it, so keep it apart from the backups." required:"" placeholder:"FILE" type:"path"`
}

// Run creates a key and prints its public part.
func (c *keyCommand) Run(out output) error {
	recipient, err := backup.NewKey(c.To)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, recipient)
	return err
}

func sayHeld(out output, what string, made backup.Manifest) error {
	rows := int64(0)
	for _, count := range made.Database.Rows {
		rows += count
	}
	_, err := fmt.Fprintf(out, "%s: %d rows in %d tables, %d files, of %s\n", what, rows, len(made.Database.Rows), made.Files, made.MadeAt.Format("2006-01-02 15:04:05 MST"))
	return err
}
