package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"automacao/internal/files/blob"
	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
	"automacao/internal/wire/storage"
)

// keyFiles returns the names of the key files in a data directory.
func (c *Config) keyFiles() []string {
	var names []string
	for _, path := range []string{c.secretsPath(), c.barsKeyPath(), c.pushKeyPath(), c.sealKeysPath()} {
		names = append(names, filepath.Base(path))
	}
	return names
}

func (c *Config) backedUp(url string, say func(string, ...any)) backup.Market {
	// Check has validated the recipients.
	recipients, _ := backup.Recipients(c.BackupRecipient)
	return backup.Market{URL: url, Recipients: recipients, Key: storage.Key, DataDir: c.Data, KeyFiles: c.keyFiles(), BinDir: c.PGBin, IsPrivate: c.DatabaseURL == "", Say: say}
}

// Backup writes a backup of the market below to, and returns its name. The market's server may run
// meanwhile.
func Backup(ctx context.Context, cfg Config, log *slog.Logger, to string, say func(string, ...any)) (made string, err error) {
	if err := requireMarket(cfg); err != nil {
		return "", err
	}
	target, err := backup.OpenTarget(ctx, to)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	err = cfg.withBackedUp(ctx, log, say, func(market backup.Market) error {
		if to == cfg.BackupTo {
			market.Archive = cfg.archiveID()
		}
		at, err := backup.Make(ctx, market, target)
		if err == nil {
			made = at.String()
		}
		return err
	})
	return made, err
}

// withBackedUp opens the market for a backup. It does not migrate: the backup comes before a new
// version.
func (c *Config) withBackedUp(ctx context.Context, log *slog.Logger, say func(string, ...any), work func(backup.Market) error) (err error) {
	url := cmp.Or(c.MigrateURL, c.DirectURL, c.DatabaseURL)
	if url == "" {
		opening := c.database(log)
		opening.Beside = true
		db, err := postgres.OpenBare(ctx, opening)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close(context.WithoutCancel(ctx))) }()
		url = db.OwnerURL
	}
	market := c.backedUp(url, say)
	if market.Files, err = blob.Open(ctx, c.BlobURL, c.Data); err != nil {
		return err
	}
	return errors.Join(work(market), market.Files.Close())
}

// backUp makes a backup if the settings say that one is due.
func (a *App) backUp(ctx context.Context) (err error) {
	target, err := backup.OpenTarget(ctx, a.cfg.BackupTo)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	market := a.cfg.backedUp(cmp.Or(a.cfg.MigrateURL, a.db.OwnerURL), func(format string, arguments ...any) {
		a.log.DebugContext(ctx, "backup", "progress", fmt.Sprintf(format, arguments...))
	})
	market.Files = a.bucket
	market.Archive = a.cfg.archiveID()
	began := time.Now()
	made, err := backup.Schedule{Every: a.cfg.backupEvery(), Keep: a.cfg.BackupKeep}.Tend(ctx, market, target, began)
	if err == nil && made != nil {
		a.log.InfoContext(ctx, "a backup was made", "took", time.Since(began).Round(time.Millisecond))
	}
	return errors.Join(err, a.cfg.archiveBehind(began))
}

// backupLacks returns why this program cannot back up the market, or nil. The private database
// always allows it. An external database is asked only if the role of its owner is configured.
func (c *Config) backupLacks(ctx context.Context) error {
	if c.DatabaseURL == "" || c.MigrateURL == "" {
		return nil
	}
	return backup.Ready(ctx, c.backedUp(c.MigrateURL, func(string, ...any) {}))
}

// warnOfBackups logs, at the start, why backups would fail.
func (a *App) warnOfBackups(ctx context.Context) error {
	if err := a.cfg.backupLacks(ctx); err != nil {
		a.log.WarnContext(ctx, "no backup of this market can be made from here", "cause", err)
	}
	return nil
}
