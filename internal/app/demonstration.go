package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/demo"
	"automacao/internal/market/people/account"
	"automacao/internal/market/volume"
	"automacao/internal/postgres"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/storage"
)

// clock lets people in a demonstration move time forward.
func (a *App) clock() demo.Clock {
	return demo.Clock{IsDemo: a.cfg.Demo, RequireAdmin: account.RequireAdmin, Tend: func(ctx context.Context, tx pgx.Tx, at time.Time) error {
		return a.jobs.TendContracts(ctx, tx, at)
	}}
}

// actors creates the users of the demonstration. They share one password hash: their password is
// published, and hashing is slow on purpose.
type actors struct {
	members
	hash string
}

// CreateMember registers a user as a sign-up does. Every user gets the password of the first one.
func (a *actors) CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (id uuid.UUID, err error) {
	if a.hash == "" {
		if a.hash, err = a.auth.Accounts.HashPassword(ctx, password); err != nil {
			return uuid.Nil, err
		}
	}
	return a.auth.Accounts.CreateUser(ctx, tx, core.NewUser{Email: email, PasswordHash: a.hash, Metadata: data})
}

// openDemonstration loads the demonstration, or locks the accounts of one that an earlier start
// loaded.
func (a *App) openDemonstration(ctx context.Context) error {
	if a.cfg.Demo {
		return a.loadDemo(ctx)
	}
	return a.closeDemo(ctx)
}

func (a *App) loadDemo(ctx context.Context) error {
	// The first node loads, which takes many transactions. The others wait and find it done.
	return demo.Alone(ctx, a.db.Pool, func(ctx context.Context) error {
		started := time.Now()
		loaded, err := demo.Load(ctx, a.db.Pool, &actors{members: members{a.auth}}, a.log)
		if errors.Is(err, demo.ErrMarket) {
			return fmt.Errorf("AUTOMACAO_DEMO: %w", err)
		}
		if err != nil {
			return fmt.Errorf("load demonstration data: %w", err)
		}
		if err := demo.Unlock(ctx, a.db.Pool, doorkeeper{a.auth}); err != nil {
			return fmt.Errorf("open demonstration accounts: %w", err)
		}
		if err := demo.Attach(ctx, a.db.Pool, a.storage, storage.Reads(a.bucket)); err != nil {
			return fmt.Errorf("load demonstration files: %w", err)
		}
		took := time.Since(started)
		steps, err := demo.Deal(ctx, demo.Market{Pool: a.db.Pool, Desk: a.payments, Door: doorkeeper{a.auth}, Store: a.storage, Open: storage.Reads(a.bucket)})
		if err != nil {
			return fmt.Errorf("load demonstration deals: %w", err)
		}
		if loaded || steps > 0 {
			a.log.Info("loaded demonstration data", "took_ms", took.Milliseconds(), "steps", steps, "steps_took_ms", (time.Since(started) - took).Milliseconds())
		}
		return nil
	})
}

// closeDemo locks the accounts whose password is published, because this server is no
// demonstration. It also warns if the settings do not name who operates the market.
func (a *App) closeDemo(ctx context.Context) error {
	if a.cfg.Operator == "" || a.cfg.Officer == "" {
		a.log.Warn("AUTOMACAO_OPERATOR and AUTOMACAO_OFFICER are not both set: the pages say that nobody is named, which Decreto 7.962/2013 and LGPD art. 41 do not allow")
	}
	if _, err := demo.Recognise(ctx, a.db.Pool); err != nil {
		return err
	}
	if err := demo.ServeAsMarket(ctx, a.db.Pool); err != nil {
		return err
	}
	present, err := demo.Lock(ctx, a.db.Pool, doorkeeper{a.auth})
	if present > 0 {
		a.log.Warn("this database holds the demonstration, whose accounts are kept out: run `automacao demo remove` to take it out", "accounts", present)
	}
	return err
}

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
