package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/files/blob"
	"automacao/internal/postgres"
	"automacao/internal/wire/storage"
)

// How many files are looked for, by chance among more, and for how long.
const (
	filesLookedAtMax = 10_000
	lookingForFiles  = 5 * time.Second
)

// examineFiles looks for the bytes of the files that the database has rows of.
func (d *doctor) examineFiles(ctx context.Context, pool *pgxpool.Pool) error {
	var all int64
	switch err := pool.QueryRow(ctx, `SELECT count(*) FROM storage.objects`).Scan(&all); {
	case postgres.IsMissing(err):
		return nil // a schema that is behind has been said to be
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

// folder is where files are kept on this machine, empty where that is elsewhere.
func (d *doctor) folder() string {
	if blob.IsRemote(d.cfg.BlobURL) {
		return ""
	}
	if named, isFile := strings.CutPrefix(d.cfg.BlobURL, "file://"); isFile {
		return named
	}
	return filepath.Join(d.cfg.Data, "objects")
}
