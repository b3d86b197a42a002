package app

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/account"
	"automacao/internal/wire/auth"
)

// doorkeeper lets the market end and forbid sessions; the sockets of a banned
// user are closed with them.
type doorkeeper struct{ auth *auth.Server }

// Ban ends every session of a user and keeps them out.
func (d doorkeeper) Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := d.auth.Accounts.Ban(ctx, tx, userID, nil); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}

// Unban admits a user again.
func (d doorkeeper) Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.Accounts.Unban(ctx, tx, userID)
}

// List returns the sessions of a user.
func (d doorkeeper) List(ctx context.Context, tx pgx.Tx, userID uuid.UUID) ([]account.Session, error) {
	found, err := d.auth.Sessions.Of(ctx, tx, userID)
	sessions := make([]account.Session, 0, len(found))
	for _, s := range found {
		sessions = append(sessions, account.Session{ID: s.ID, CreatedAt: s.CreatedAt, RefreshedAt: s.RefreshedAt, IP: s.IP, UserAgent: s.UserAgent})
	}
	return sessions, err
}

// End ends one session of a user.
func (d doorkeeper) End(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error {
	return d.auth.Sessions.End(ctx, tx, userID, sessionID)
}

// CheckPassword refuses a password that is not the user's.
func (d doorkeeper) CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error {
	return d.auth.Accounts.CheckPassword(ctx, tx, userID, password, account.ErrWrongPassword)
}

// Prove refuses who is not shown to be the account's owner.
func (d doorkeeper) Prove(ctx context.Context, tx pgx.Tx, who caller.Caller, password string) error {
	return d.auth.Accounts.ProveOwner(ctx, tx, who.UserID, who.SessionID, password, account.ErrWrongPassword, account.ErrUnproved)
}

// Describe sets what a user's tokens say, from the next one on.
func (d doorkeeper) Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, metadata map[string]any) error {
	return d.auth.Accounts.Describe(ctx, tx, userID, metadata)
}

// Delete removes who a user is.
func (d doorkeeper) Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.Accounts.DeleteUser(ctx, tx, userID)
}
