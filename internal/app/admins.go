package app

import (
	"context"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/account"
	"automacao/internal/postgres"
)

// CreateAdmin makes an administrator.
func CreateAdmin(ctx context.Context, cfg Config, log *slog.Logger, email, password, name string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		_, err := m.CreateAdmin(ctx, tx, email, password, name)
		return err
	})
}

// PromoteAdmin makes an account that has not dealt yet an administrator's.
func PromoteAdmin(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		who, err := account.Promote(ctx, tx, email)
		if err != nil {
			return err
		}
		if err := m.auth.Accounts.SetMetadata(ctx, tx, who.ID, map[string]any{"role": "admin"}); err != nil {
			return err
		}
		return disconnect(ctx, tx, who.ID)
	})
}

// ResetPassword gives an account another password and signs it out everywhere.
func ResetPassword(ctx context.Context, cfg Config, log *slog.Logger, email, password string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		who, err := account.FindByEmail(ctx, tx, email)
		if err != nil {
			return err
		}
		if err := m.auth.Accounts.SetPassword(ctx, tx, who.ID, password); err != nil {
			return err
		}
		return disconnect(ctx, tx, who.ID)
	})
}

// ListAdmins returns the administrators, the first made first.
func ListAdmins(ctx context.Context, cfg Config, log *slog.Logger) (found []account.Person, err error) {
	err = administer(ctx, cfg, log, func(tx pgx.Tx, _ members) error {
		found, err = account.Administrators(ctx, tx)
		return err
	})
	return found, err
}

// BlockAccount signs an account out everywhere and keeps it out.
func BlockAccount(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		return account.BlockByOperator(ctx, tx, doorkeeper(m), email)
	})
}

// UnblockAccount lets a blocked account in again.
func UnblockAccount(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		return account.ActivateByOperator(ctx, tx, doorkeeper(m), email)
	})
}

func administer(ctx context.Context, cfg Config, log *slog.Logger, work func(pgx.Tx, members) error) error {
	return withMembers(ctx, cfg, log, func(db *postgres.Database, m members) error {
		return postgres.InTx(ctx, db.Pool, func(tx pgx.Tx) error { return work(tx, m) })
	})
}

// disconnect closes the sockets of somebody whose sessions have ended.
func disconnect(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}
