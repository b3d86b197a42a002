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

// walArchive returns where the WAL of the private cluster is archived, beside its backups. It is
// nil if there are no backups.
func (c *Config) walArchive() *cluster.Archive {
	if c.BackupTo == "" || c.DatabaseURL != "" {
		return nil
	}
	// Check has validated the recipients.
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

// archiveID returns the id of the WAL archive in use, "" if there is none.
func (c *Config) archiveID() string {
	if c.walArchive() == nil {
		return ""
	}
	return postgres.ArchiveID(c.Data)
}

// archiveLate is how long a finished WAL file may wait to be archived before an error is reported.
const archiveLate = 5 * time.Minute

// archiveBehind returns an error if WAL has waited too long to be archived.
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

// RestoreAt restores a private market as it was at a moment, into an empty data directory. The
// market appears there whole or not at all. from names the place with all backups of the market.
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

// requireTarget refuses a folder that does not exist, which opening would create, and a single
// backup in place of the folder of all backups.
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
