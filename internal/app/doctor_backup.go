package app

import (
	"context"
	"errors"
	"time"

	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
)

// lookAtBackups checks that the newest backup is recent enough, and that backups are encrypted.
func (d *doctor) lookAtBackups(ctx context.Context) {
	if err := d.cfg.backupLacks(ctx); err != nil {
		d.say("backups", Ill, "none can be made from here: %v", err)
		return
	}
	if d.cfg.BackupTo == "" {
		d.say("backups", Doubted, "the server makes none by itself: set AUTOMACAO_BACKUP_TO, or have automacao backup run every day")
		return
	}
	var held []backup.Held
	place, err := backup.OpenTarget(ctx, d.cfg.BackupTo)
	if err == nil {
		held, err = place.List(ctx)
		err = errors.Join(err, place.Close())
	}
	newest := backup.Newest(held)
	age := time.Since(newest).Round(time.Minute)
	switch {
	case err != nil:
		d.say("backups", Ill, "where AUTOMACAO_BACKUP_TO leads cannot be read: %v", err)
	case newest.IsZero():
		d.say("backups", Ill, "there is none where AUTOMACAO_BACKUP_TO leads: the server makes the first as it starts, and its log says what hinders it")
	case age > d.cfg.backupEvery()+backupSlack:
		d.say("backups", Ill, "the newest is %s old and should be %s at most: the server's log says what hinders the next", age, d.cfg.backupEvery())
	case d.cfg.BackupRecipient == "":
		d.say("backups", Doubted, "the newest is %s old, and whoever reads it reads everything: make a key with automacao backup key and name its public half in AUTOMACAO_BACKUP_RECIPIENT", age)
	default:
		d.say("backups", Well, "the newest is %s old, and encrypted from the next on at the latest", age)
	}
}

// lookAtArchive checks that the WAL of the private database is archived beside its backups.
func (d *doctor) lookAtArchive(context.Context) {
	if d.cfg.walArchive() == nil || !postgres.HasCluster(d.cfg.Data) {
		return
	}
	state, err := postgres.ReadArchive(d.cfg.Data)
	waits := time.Since(state.Since).Round(time.Second)
	switch {
	case d.cfg.archiveID() == "":
		d.say("WAL", Doubted, "it is archived from the next start on, and no moment between two backups can be restored before")
	case err != nil:
		d.say("WAL", Ill, "the database's folder cannot be read: %v", err)
	case !state.Since.IsZero() && waits > archiveLate:
		d.say("WAL", Ill, "%d files wait to be archived, the first for %s: they fill the disk; the server's log says what hinders them", state.Waiting, waits)
	default:
		d.say("WAL", Well, "it is archived, and %d files are on their way", state.Waiting)
	}
}

// backupSlack is the time that making a backup may take.
const backupSlack = 2 * time.Hour
