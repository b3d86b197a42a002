package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"automacao/internal/app"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
	"automacao/verify/spawn"
)

// stage is a server in this process with its own database, which the measurements can also reach
// directly.
type stage struct {
	folder string
	db     *postgres.Database
	app    *app.App
	cfg    app.Config
}

// defaults returns settings like the command line's defaults, with request limits and quotas off.
func defaults(folder, addr string) app.Config {
	return app.Config{
		Addr: addr, Data: filepath.Join(folder, "data"), Demo: true, PasswordMin: 6,
		AccessTokenTTL: time.Hour, ShutdownTimeout: 10 * time.Second, AnswersMB: 64, LogFormat: "json", LogLevel: "warn",
		Limits: []string{"requests=none", "quotas=none"},
	}
}

func openStage(ctx context.Context, size volume.Size) (_ *stage, err error) {
	folder, err := spawn.Folder()
	if err != nil {
		return nil, err
	}
	addr, err := spawn.FreeAddr()
	if err != nil {
		return nil, err
	}
	s := &stage{folder: folder, cfg: defaults(folder, addr)}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	log := slog.New(slog.DiscardHandler)
	if s.db, err = postgres.Open(ctx, postgres.Config{Dir: s.cfg.Data, Log: log}); err != nil {
		return nil, err
	}
	s.cfg.DatabaseURL = s.db.OwnerURL
	began := time.Now()
	if _, err = app.Seed(ctx, s.cfg, log, size, func(string, int, int) {}); err != nil {
		return nil, err
	}
	fmt.Printf("seeded %d projects, %d professionals, %d companies, %d messages in %.1f s\n",
		size.Projects, size.Professionals, size.Companies, size.Messages, time.Since(began).Seconds())
	s.app, err = app.Start(ctx, s.cfg, log)
	return s, err
}

func (s *stage) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.ShutdownTimeout)
	defer cancel()
	var errs []error
	if s.app != nil {
		errs = append(errs, s.app.Close(ctx))
	}
	if s.db != nil {
		errs = append(errs, s.db.Close(ctx))
	}
	return errors.Join(append(errs, os.RemoveAll(s.folder))...)
}
