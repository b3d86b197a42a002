package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"automacao/internal/postgres"
	"automacao/internal/postgres/backup"
	"automacao/internal/postgres/cluster"
)

// Upgraded is the result of an upgrade of the private database: its version before and after.
type Upgraded struct {
	From, To int
	Rows     int64
	// Kept is the folder of the old database, until the upgrade is confirmed.
	Kept string
}

// errNotPrivate refuses a command that works on the private database only.
var errNotPrivate = errors.New("this is for the private database: one that DATABASE_URL names is upgraded by whoever runs it")

// UpgradeCluster upgrades the private database to the newest PostgreSQL that is installed, or to
// the one whose programs are in bin, while no server runs. The new database is complete and
// compared with the old one before it takes its place. The old one is kept.
func UpgradeCluster(ctx context.Context, cfg Config, log *slog.Logger, bin string, say func(string, ...any)) (made Upgraded, err error) {
	dir, err := cfg.stoppedCluster(ctx)
	if err != nil {
		return made, err
	}
	made.Kept = cluster.KeptDir(dir)
	if _, err := os.Lstat(made.Kept); !errors.Is(err, os.ErrNotExist) {
		return made, fmt.Errorf("%s is still kept: run `automacao upgrade-cluster --confirm`, or --back, first", made.Kept)
	}
	if bin, made.From, made.To, err = cluster.FindNewer(bin, dir); err != nil {
		return made, err
	}
	draft := cfg
	draft.Data, draft.PGBin, draft.BackupTo = filepath.Join(cfg.Data, "upgrading"), bin, ""
	if err := os.RemoveAll(draft.Data); err != nil {
		return made, fmt.Errorf("remove what an earlier upgrade left: %w", err)
	}
	if err := os.MkdirAll(draft.Data, 0o755); err != nil {
		return made, fmt.Errorf("make a folder to upgrade in: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(draft.Data)) }()
	if _, err := cluster.FindTools(bin, made.To); err != nil {
		say("no backup can be made of the new database yet: %s", err)
	}
	say("moving the database from PostgreSQL %d to %d", made.From, made.To)
	err = cfg.withOwnCluster(ctx, log, func(old string) error {
		return draft.withOwnCluster(ctx, log, func(target string) error {
			moved, err := backup.Transfer(ctx, cfg.backedUp(old, say), draft.backedUp(target, say))
			for _, count := range moved.Rows {
				made.Rows += count
			}
			return err
		})
	})
	if err != nil {
		return made, err
	}
	return made, cluster.Replace(ctx, dir, postgres.ClusterDir(draft.Data))
}

// ConfirmUpgrade removes the database that an upgrade kept, and returns its folder.
func ConfirmUpgrade(ctx context.Context, cfg Config) (removed string, err error) {
	if cfg.DatabaseURL != "" {
		return "", errNotPrivate
	}
	removed = cluster.KeptDir(postgres.ClusterDir(cfg.Data))
	if _, err := os.Lstat(removed); err != nil {
		return "", fmt.Errorf("there is no %s: no upgrade waits to be confirmed", removed)
	}
	if err := os.RemoveAll(removed); err != nil {
		return "", fmt.Errorf("remove the kept database: %w", err)
	}
	return removed, ctx.Err()
}

// RevertUpgrade puts the kept database back into use, and keeps the other one.
func RevertUpgrade(ctx context.Context, cfg Config) error {
	dir, err := cfg.stoppedCluster(ctx)
	if err != nil {
		return err
	}
	return cluster.Exchange(ctx, dir)
}

// stoppedCluster returns the folder of the private database, if no server runs on it.
func (c *Config) stoppedCluster(ctx context.Context) (string, error) {
	if c.DatabaseURL != "" {
		return "", errNotPrivate
	}
	if !postgres.HasCluster(c.Data) {
		return "", fmt.Errorf("there is no market in %s: name its folder in AUTOMACAO_DATA", c.Data)
	}
	if running, err := postgres.Running(ctx, c.Data); err != nil || running != "" {
		return "", errors.Join(err, fmt.Errorf("the server of %s runs: stop it first, as what is written meanwhile would be lost", c.Data))
	}
	return postgres.ClusterDir(c.Data), nil
}

// withOwnCluster starts the private database for one piece of work, which gets the address of the
// owner's role.
func (c *Config) withOwnCluster(ctx context.Context, log *slog.Logger, work func(url string) error) error {
	db, err := postgres.OpenBare(ctx, c.database(log))
	if err != nil {
		return err
	}
	return errors.Join(work(db.OwnerURL), db.Close(context.WithoutCancel(ctx)))
}
