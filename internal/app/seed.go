package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/database"
	"automacao/internal/market/demo"
	"automacao/internal/market/volume"
)

// Seeded says what seeding did: which data it loaded, and what of the volume
// is there afterwards.
type Seeded struct {
	Demo    bool
	Volume  bool
	Present volume.Size
}

// Seed loads the demonstration data where it is missing, and then as much
// volume as is asked for where there is none.
func Seed(ctx context.Context, cfg Config, log *slog.Logger, size volume.Size, progress volume.Progress) (done Seeded, err error) {
	if err := size.Validate(); err != nil {
		return Seeded{}, err
	}
	err = withMembers(ctx, cfg, log, func(db *database.Database, m members) error {
		var err error
		done.Demo, err = demo.Load(ctx, db.Pool, m, log)
		if err != nil || size == (volume.Size{}) {
			return err
		}
		return done.loadVolume(ctx, db.OwnerURL, size, progress)
	})
	return done, err
}

// loadVolume works as the owner of the schema, whose statements have no time
// limit and who may let triggers rest.
func (s *Seeded) loadVolume(ctx context.Context, ownerURL string, size volume.Size, progress volume.Progress) (err error) {
	conn, err := pgx.Connect(ctx, ownerURL)
	if err != nil {
		return fmt.Errorf("connect as the owner of the schema: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	s.Present, s.Volume, err = volume.Load(ctx, conn, size, time.Now(), progress)
	return err
}
