package app

import (
	"context"
	"log/slog"
	"time"

	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
)

// Seeded is the result of seeding: which data was loaded, and how much volume there is now.
type Seeded struct {
	Demo    bool
	Volume  bool
	Present volume.Size
}

// Seed loads the demonstration data if it is missing, and then the requested volume if there is
// none. It continues an interrupted volume.
func Seed(ctx context.Context, cfg Config, log *slog.Logger, size volume.Size, progress volume.Progress) (done Seeded, err error) {
	if err := size.Validate(); err != nil {
		return Seeded{}, err
	}
	// Seeding creates a demonstration, whose password is published.
	cfg.Demo = true
	if err := cfg.Check(); err != nil {
		return Seeded{}, err
	}
	err = withMembers(ctx, cfg, log, func(db *postgres.Database, m members) error {
		var err error
		done.Demo, err = demo.Load(ctx, db.Pool, &actors{members: m}, log)
		if err != nil || size == (volume.Size{}) {
			return err
		}
		// The owner's statements have no timeout, and the owner may disable triggers.
		done.Present, done.Volume, err = volume.Load(ctx, db.OwnerURL, size, time.Now(), progress)
		return err
	})
	return done, err
}

// RemoveDemo removes the demonstration from the configured market.
func RemoveDemo(ctx context.Context, cfg Config, log *slog.Logger) (done demo.Removed, err error) {
	err = withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		done, err = demo.Remove(ctx, db.OwnerURL)
		return err
	})
	return done, err
}
