package app

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/route"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/demo"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/barred"
	"automacao/internal/wire/auth/core"
)

// authConfig makes every sign-up a registration in the market.
func (a *App) authConfig() core.Config {
	cfg := core.Config{
		PublicURL: a.cfg.URL(), LinkPage: a.cfg.URL() + route.MailLink, AccessTokenTTL: a.cfg.AccessTokenTTL, PasswordMin: a.cfg.PasswordMin, RefuseCommon: !a.cfg.Demo, Meter: a.meter,
		OnSignup: func(ctx context.Context, tx pgx.Tx, user core.NewUser) (map[string]any, error) {
			metadata, err := welcome(ctx, tx, user)
			if err != nil {
				return nil, err
			}
			return metadata, a.barred().Refuse(ctx, tx, user.ID)
		},
		OnDelete: func(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
			if err := account.Remove(a.barred())(ctx, tx, userID); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
			return err
		},
	}
	if !a.cfg.Demo {
		cfg.Published = []string{demo.Password}
	}
	if a.sealer != nil {
		cfg.Seal = seal.Texts{Sealer: a.sealer}
	}
	if a.sender != nil {
		cfg.Mailer, cfg.ConfirmEmail = postman{a}, a.cfg.ConfirmEmail
	}
	return cfg
}

// welcome stores what new users, or their identity providers, say about them. A name that the
// database refuses is refused with the sentence of the database.
func welcome(ctx context.Context, tx pgx.Tx, user core.NewUser) (metadata map[string]any, err error) {
	if user.IsVouchedFor() {
		metadata, err = account.Recognise(ctx, tx, user.ID, user.Email, user.Metadata)
	} else {
		metadata, err = account.Register(ctx, tx, user.ID, user.Email, user.Metadata, time.Now())
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "PGRST" {
		if said, _, isSaid := fault.Raised(refused.Message, refused.Detail); isSaid {
			return nil, said.Because(err)
		}
	}
	return metadata, err
}

// barred returns the list of people who may not sign up again. It has its own key, so that they
// stay barred when the signing key changes.
func (a *App) barred() barred.List { return barred.New(a.keys.bars) }
