package app

import (
	"context"
	"log/slog"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/account"
	"automacao/internal/postgres"
)

// CreateAdmin creates an administrator.
func CreateAdmin(ctx context.Context, cfg Config, log *slog.Logger, email, password, name string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		_, err := m.CreateAdmin(ctx, tx, email, password, name)
		return err
	})
}

// PromoteAdmin makes an existing account an administrator. The account must not have taken part in
// a deal.
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

// ResetPassword sets the password of an account and ends its sessions.
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

// ListAdmins returns the administrators, oldest first.
func ListAdmins(ctx context.Context, cfg Config, log *slog.Logger) (found []account.Person, err error) {
	err = administer(ctx, cfg, log, func(tx pgx.Tx, _ members) error {
		found, err = account.Administrators(ctx, tx)
		return err
	})
	return found, err
}

// BlockAccount ends the sessions of an account and keeps its user from signing in.
func BlockAccount(ctx context.Context, cfg Config, log *slog.Logger, email string) error {
	return administer(ctx, cfg, log, func(tx pgx.Tx, m members) error {
		return account.BlockByOperator(ctx, tx, doorkeeper(m), email)
	})
}

// UnblockAccount lets the user of a blocked account sign in again.
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

// disconnect closes the sockets of a user whose sessions have ended.
func disconnect(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}
