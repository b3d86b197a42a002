package app

import (
	"context"
	"log/slog"
	"time"

	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
)

// Seeded says what seeding did: which data it loaded, and what of the volume
// is there afterwards.
type Seeded struct {
	Demo    bool
	Volume  bool
	Present volume.Size
}

// Seed loads the demonstration data where it is missing, and then as much
// volume as is asked for where there is none. A volume that was interrupted is
// gone on with.
func Seed(ctx context.Context, cfg Config, log *slog.Logger, size volume.Size, progress volume.Progress) (done Seeded, err error) {
	if err := size.Validate(); err != nil {
		return Seeded{}, err
	}
	// What it makes is a demonstration, whose password nobody else may have.
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
		// The owner's statements have no time limit, and he may let triggers rest.
		done.Present, done.Volume, err = volume.Load(ctx, db.OwnerURL, size, time.Now(), progress)
		return err
	})
	return done, err
}

// RemoveDemo takes the demonstration out of the market of the configuration.
func RemoveDemo(ctx context.Context, cfg Config, log *slog.Logger) (done demo.Removed, err error) {
	err = withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		done, err = demo.Remove(ctx, db.OwnerURL)
		return err
	})
	return done, err
}
