package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"

	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/cluster"
)

// walArchive keeps the private cluster's WAL where its backups are; nil where there
// are none.
func (c *Config) walArchive() *cluster.Archive {
	if c.BackupTo == "" || c.DatabaseURL != "" {
		return nil
	}
	// Check has read the recipients.
	recipients, _ := backup.Recipients(c.BackupRecipient)
	return &cluster.Archive{Keep: func(ctx context.Context, id, name, path string) (err error) {
		to, err := backup.OpenTarget(ctx, c.BackupTo)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, to.Close()) }()
		return to.KeepWAL(ctx, id, name, path, recipients)
	}}
}

// archiveID names the run of WAL that is archived; "" where none is.
func (c *Config) archiveID() string {
	if c.walArchive() == nil {
		return ""
	}
	return postgres.ArchiveID(c.Data)
}

// archiveLate is how long finished WAL may wait before somebody is told.
const archiveLate = 5 * time.Minute

// archiveBehind is an error where WAL has waited too long to be archived.
func (c *Config) archiveBehind(now time.Time) error {
	if c.archiveID() == "" {
		return nil
	}
	state, err := postgres.ReadArchive(c.Data)
	if err == nil && !state.Since.IsZero() && now.Sub(state.Since) > archiveLate {
		err = fmt.Errorf("%d files of WAL wait to be archived, the first for %s: they fill this disk, and what is in them is in no backup", state.Waiting, now.Sub(state.Since).Round(time.Minute))
	}
	return err
}

// RestoreAt brings a private market to how it was at a moment, in an empty data
// directory; it appears whole or not at all. From names all backups of a market.
func RestoreAt(ctx context.Context, cfg Config, log *slog.Logger, from string, at time.Time, identities []age.Identity, say func(string, ...any)) (found backup.Moment, err error) {
	if cfg.DatabaseURL != "" {
		return found, errors.New("--at is for the private database: one that DATABASE_URL names is led to a moment by whoever archives its WAL")
	}
	if err := cfg.requireNoMarket(); err != nil {
		return found, err
	}
	if err := cfg.requireTarget(from); err != nil {
		return found, err
	}
	source, err := backup.OpenTarget(ctx, from)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	err = cfg.inDraft(func(draft Config) error {
		err := draft.withUnpacked(ctx, log, say, func(market backup.Market, open func() (string, error)) (err error) {
			market.Identities = identities
			found, err = backup.RestoreAt(ctx, source, at, postgres.ClusterDir(draft.Data), market, log, open)
			return err
		})
		if err != nil {
			return err
		}
		return draft.settleRestored(ctx, log, decidedSince{[]string{from, cfg.BackupTo}, at, identities}, say)
	})
	return found, err
}

// requireTarget refuses a folder that is not there, which a target would make, and
// one backup where all of them are meant.
func (c *Config) requireTarget(from string) error {
	if err := backup.CheckPlace(from); err != nil || len(from) > 5 && from[:5] == "s3://" {
		return err
	}
	if _, err := os.Stat(filepath.Join(from, "manifest.json")); err == nil {
		return fmt.Errorf("%s is one backup: with --at, --from names the folder that holds all of them, as AUTOMACAO_BACKUP_TO does", from)
	}
	if info, err := os.Stat(from); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is no folder with backups", from)
	}
	return nil
}
