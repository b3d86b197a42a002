package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/files/blob"
	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
	"automacao/internal/wire/storage"
)

// How many files are looked for, as a random sample of more, and for how long.
const (
	filesLookedAtMax = 10_000
	lookingForFiles  = 5 * time.Second
)

// examineFiles checks that the object store has the files of which the database has rows.
func (d *doctor) examineFiles(ctx context.Context, pool *pgxpool.Pool) error {
	var all int64
	switch err := pool.QueryRow(ctx, `SELECT count(*) FROM storage.objects`).Scan(&all); {
	case postgres.IsMissing(err):
		return nil // examineSchema reports a schema that is behind
	case err != nil:
		return err
	case all == 0:
		d.say("stored files", Well, "there are none yet")
		return nil
	}
	if folder := d.folder(); folder != "" {
		if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
			d.say("stored files", Ill, "the folder %s is gone, and with it the bytes of %d files: put it back from a backup", folder, all)
			return nil
		}
	}
	bucket, err := blob.Open(ctx, d.cfg.BlobURL, d.cfg.Data)
	if err != nil {
		d.say("stored files", Ill, "%v", err)
		return nil
	}
	defer func() { _ = bucket.Close() }()
	ctx, cancel := context.WithTimeout(ctx, lookingForFiles)
	defer cancel()
	looked, missing, err := storage.Missing(ctx, pool, bucket, filesLookedAtMax)
	switch {
	case err != nil && ctx.Err() == nil:
		d.say("stored files", Ill, "the files cannot be looked for: %v", err)
	case missing > 0:
		d.say("stored files", Ill, "the bytes of %d files are gone, of %d that were looked for and %d in all: put them back from a backup", missing, looked, all)
	case looked < all:
		d.say("stored files", Well, "the bytes of %d files were looked for, of %d in all, and are there", looked, all)
	default:
		d.say("stored files", Well, "the bytes of all %d are there", all)
	}
	return nil
}

// folder returns the folder that holds files, "" if they are in a bucket.
func (d *doctor) folder() string {
	if blob.IsRemote(d.cfg.BlobURL) {
		return ""
	}
	if named, isFile := strings.CutPrefix(d.cfg.BlobURL, "file://"); isFile {
		return named
	}
	return filepath.Join(d.cfg.Data, "objects")
}

// doctorKey is the object that is written to a bucket and removed again.
const doctorKey = "doctor/probe"

func (d *doctor) lookAtBucket(ctx context.Context) {
	if !blob.IsRemote(d.cfg.BlobURL) {
		d.lookAtFolder()
		return
	}
	bucket, err := blob.Open(ctx, d.cfg.BlobURL, d.cfg.Data)
	if err != nil {
		d.say("files", Ill, "%v", err)
		return
	}
	defer func() { _ = bucket.Close() }()
	err = blob.Reach(ctx, bucket)
	if err == nil {
		err = blob.Put(ctx, bucket, doctorKey, "text/plain", func(w io.Writer) error {
			_, err := io.WriteString(w, "automacao doctor")
			return err
		})
	}
	if err == nil {
		_, err = bucket.ReadAll(ctx, doctorKey)
	}
	if err == nil {
		err = bucket.Delete(ctx, doctorKey)
	}
	if err != nil {
		d.say("files", Ill, "the bucket of BLOB_URL does not write, read and remove: %v", err)
		return
	}
	d.say("files", Well, "the bucket writes, reads and removes")
}

func (d *doctor) lookAtFolder() {
	folder := d.folder()
	draft, err := os.CreateTemp(folder, ".doctor-*")
	switch {
	case errors.Is(err, os.ErrNotExist):
		d.say("files", Well, "%s is made by the first start", folder)
	case err != nil:
		d.say("files", Ill, "the folder for files cannot be written to: %v", err)
	default:
		if err := errors.Join(draft.Close(), os.Remove(draft.Name())); err != nil {
			d.say("files", Ill, "the folder for files cannot be written to: %v", err)
			return
		}
		d.say("files", Well, "%s can be written to", folder)
	}
}

// lookAtScanner checks that the virus scanner answers, if there is one.
func (d *doctor) lookAtScanner(ctx context.Context) {
	scanner, err := d.cfg.scanner()
	switch {
	case err != nil:
		d.say("virus scanner", Ill, "%v", err)
		return
	case scanner == nil:
		d.say("virus scanner", Well, "none is asked, as AUTOMACAO_CLAMD is empty; programs and files that are not what they say are refused all the same")
		return
	}
	if err := scanner.Reach(ctx); err != nil {
		d.say("virus scanner", Ill, "it does not answer at AUTOMACAO_CLAMD, and no file is taken until it does: %v", err)
		return
	}
	d.say("virus scanner", Well, "it answers, and every file is shown to it")
}

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
