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

// keyFiles are the keys that a data directory keeps.
func (c *Config) keyFiles() []string {
	var names []string
	for _, path := range []string{c.secretsPath(), c.barsKeyPath(), c.pushKeyPath(), c.sealKeysPath()} {
		names = append(names, filepath.Base(path))
	}
	return names
}

func (c *Config) backedUp(url string, say func(string, ...any)) backup.Market {
	// Check has read the recipients.
	recipients, _ := backup.Recipients(c.BackupRecipient)
	return backup.Market{URL: url, Recipients: recipients, Key: storage.Key, DataDir: c.Data, KeyFiles: c.keyFiles(), BinDir: c.PGBin, IsPrivate: c.DatabaseURL == "", Say: say}
}

// Backup copies the market of the configuration to a place of its own below to,
// while its server runs or not, and returns how that is named.
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

// withBackedUp migrates nothing: a backup comes before a new version.
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

// backUp makes the backup that is due by the settings, if one is.
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

// backupLacks says why this program could make no backup of the market, nil where it
// could. The private database needs nothing; of another one it is asked as its owner,
// where that is known.
func (c *Config) backupLacks(ctx context.Context) error {
	if c.DatabaseURL == "" || c.MigrateURL == "" {
		return nil
	}
	return backup.Ready(ctx, c.backedUp(c.MigrateURL, func(string, ...any) {}))
}

// warnOfBackups says at the start what the first backup would fail for.
func (a *App) warnOfBackups(ctx context.Context) error {
	if err := a.cfg.backupLacks(ctx); err != nil {
		a.log.WarnContext(ctx, "no backup of this market can be made from here", "cause", err)
	}
	return nil
}
