package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"filippo.io/age"

	"automacao/internal/files/blob"
	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
)

// Restore restores a backup into an empty data directory or, with DATABASE_URL, into an empty
// database. A private market appears whole or not at all.
func Restore(ctx context.Context, cfg Config, log *slog.Logger, from string, identities []age.Identity, say func(string, ...any)) (made backup.Manifest, err error) {
	if err := cfg.requireNoMarket(); err != nil {
		return made, err
	}
	source, err := backup.OpenSource(ctx, from)
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if made, err = backup.ReadManifest(ctx, source); err != nil {
		return made, err
	}
	since := decidedSince{[]string{backup.AddressOfAll(from), cfg.BackupTo}, made.MadeAt, identities}
	if !made.HasDump() {
		return cfg.restoreBase(ctx, log, source, since, say)
	}
	err = cfg.inDraft(func(draft Config) error {
		err := draft.withBackedUp(ctx, log, say, func(market backup.Market) (err error) {
			market.Identities = identities
			made, err = backup.Restore(ctx, source, market)
			return err
		})
		if err != nil {
			return err
		}
		return draft.settleRestored(ctx, log, since, say)
	})
	return made, err
}

// restoreBase restores a backup of the files of a private database.
func (c *Config) restoreBase(ctx context.Context, log *slog.Logger, source *backup.Place, since decidedSince, say func(string, ...any)) (made backup.Manifest, err error) {
	if c.DatabaseURL != "" {
		return made, errors.New("this backup has the private database's own files and no dump, as its machine had no pg_dump: restore it without DATABASE_URL, then move it with a backup of a machine that has pg_dump")
	}
	err = c.inDraft(func(draft Config) error {
		err := draft.withUnpacked(ctx, log, say, func(market backup.Market, open func() (string, error)) error {
			market.Identities = since.identities
			found, err := backup.RestoreBase(ctx, source, postgres.ClusterDir(draft.Data), market, open)
			if made = found.Manifest; len(found.Missing) > 0 {
				say("%d files were removed while the backup was made: the database may name them, and whoever opens one finds nothing", len(found.Missing))
			}
			return err
		})
		if err != nil {
			return err
		}
		return draft.settleRestored(ctx, log, since, say)
	})
	return made, err
}

// withUnpacked lets work lay out the files of a private database, then starts it to check it.
func (c *Config) withUnpacked(ctx context.Context, log *slog.Logger, say func(string, ...any), work func(market backup.Market, open func() (string, error)) error) (err error) {
	opening := c.database(log)
	opening.Archive = nil
	var db *postgres.Database
	defer func() {
		if db != nil {
			err = errors.Join(err, db.Close(context.WithoutCancel(ctx)))
		}
	}()
	market := c.backedUp("", say)
	if market.Files, err = blob.Open(ctx, c.BlobURL, c.Data); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, market.Files.Close()) }()
	return work(market, func() (string, error) {
		if db, err = postgres.OpenBare(ctx, opening); err != nil {
			return "", err
		}
		return db.OwnerURL, nil
	})
}

// inDraft lets work create a market in a draft folder of the data directory, and moves it to its
// place when it is whole.
func (c *Config) inDraft(work func(Config) error) (err error) {
	draft := *c
	// The restored market is another market. It writes nothing to the place of the backups before
	// it is served.
	draft.BackupTo = ""
	draft.Data = filepath.Join(c.Data, "restoring")
	if err := os.RemoveAll(draft.Data); err != nil {
		return fmt.Errorf("remove what an earlier restore left: %w", err)
	}
	if err := os.MkdirAll(draft.Data, 0o755); err != nil {
		return fmt.Errorf("make a folder to restore in: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(draft.Data)) }()
	if err := work(draft); err != nil {
		return err
	}
	// The database is moved last, because a data directory with a database is a market.
	for _, name := range append(c.keyFiles(), "objects", "postgres") {
		err := os.Rename(filepath.Join(draft.Data, name), filepath.Join(c.Data, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("put what was restored in its place: %w", err)
		}
	}
	return nil
}

// requireNoMarket refuses a data directory in which a restore would replace something.
func (c *Config) requireNoMarket() error {
	for _, name := range append(c.keyFiles(), "objects", "postgres") {
		if _, err := os.Stat(filepath.Join(c.Data, name)); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%s is not empty, it holds %s: restore into a new AUTOMACAO_DATA, and nothing is overwritten", c.Data, name)
		}
	}
	return nil
}
