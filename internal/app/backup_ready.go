package app

import (
	"context"

	"automacao/internal/postgres/backup"
)

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
