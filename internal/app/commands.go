package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"automacao/internal/postgres"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
)

// withDatabase opens the configured database for one piece of work. It may run beside a server that
// uses the private cluster. It does not create a market unless the configuration asks for a new
// one.
func withDatabase(ctx context.Context, cfg Config, log *slog.Logger, work func(*postgres.Database) error) error {
	return withOpened(ctx, cfg, cfg.database(log), work)
}

func withOpened(ctx context.Context, cfg Config, opening postgres.Config, work func(*postgres.Database) error) error {
	if err := requireMarket(cfg); err != nil {
		return err
	}
	opening.Beside, opening.Duty = true, "command"
	db, err := postgres.Open(ctx, opening)
	if err != nil {
		return err
	}
	return errors.Join(work(db), db.Close(context.WithoutCancel(ctx)))
}

// requireMarket refuses a data directory without a market. Opening it would create one, and a
// mistyped folder would go unnoticed.
func requireMarket(cfg Config) error {
	if cfg.DatabaseURL != "" || cfg.NewMarket || postgres.HasCluster(cfg.Data) {
		return nil
	}
	return fmt.Errorf("there is no market in %s: name its folder in AUTOMACAO_DATA, start one with `automacao serve`, or have one made here with --new-market", cfg.Data)
}

// Migrate brings the schema up to date and grants the role of DATABASE_URL what it needs to serve.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger) error {
	opening := cfg.database(log)
	opening.Migrates = true
	return withOpened(ctx, cfg, opening, func(*postgres.Database) error { return nil })
}

func withMembers(ctx context.Context, cfg Config, log *slog.Logger, work func(*postgres.Database, members) error) error {
	signing, err := passingKeys()
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, log, func(db *postgres.Database) error {
		a := &App{cfg: cfg}
		a.auth = auth.New(db.Pool, signing, a.authConfig(), log)
		defer a.auth.Close()
		return work(db, members{a.auth})
	})
}

// passingKeys returns keys that are used by this process only. Commands answer no request, and
// leave it to the server to make the market's keys.
func passingKeys() (*token.Keys, error) { return token.FromSecret(apikey.New()) }
