package app

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/people/account"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
)

// doorkeeper lets the market end and forbid sessions. It also closes the sockets of a banned user.
type doorkeeper struct{ auth *auth.Server }

// Ban ends every session of a user and keeps them from signing in.
func (d doorkeeper) Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := d.auth.Accounts.Ban(ctx, tx, userID, nil); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}

// Unban lets a user sign in again.
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

// CheckPassword returns account.ErrWrongPassword if the password is not the user's.
func (d doorkeeper) CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error {
	return d.auth.Accounts.CheckPassword(ctx, tx, userID, password, account.ErrWrongPassword)
}

// Prove returns an error unless the caller proves that the account is theirs, by password or by a
// recent sign-in.
func (d doorkeeper) Prove(ctx context.Context, tx pgx.Tx, who caller.Caller, password string) error {
	return d.auth.Accounts.ProveOwner(ctx, tx, who.UserID, who.SessionID, password, account.ErrWrongPassword, account.ErrUnproved)
}

// Describe sets the metadata that a user's tokens carry from the next one on.
func (d doorkeeper) Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, metadata map[string]any) error {
	return d.auth.Accounts.Describe(ctx, tx, userID, metadata)
}

// Delete removes a user.
func (d doorkeeper) Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.Accounts.DeleteUser(ctx, tx, userID)
}

// members creates users for the demonstration and for administrators.
type members struct{ auth *auth.Server }

// CreateMember registers a user as a sign-up does.
func (m members) CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (uuid.UUID, error) {
	return m.auth.Accounts.CreateUser(ctx, tx, core.NewUser{Email: email, Password: password, Metadata: data})
}

// CreateAdmin creates an administrator, who has no document and does not pass the sign-up hook.
func (m members) CreateAdmin(ctx context.Context, tx pgx.Tx, email, password, name string) (uuid.UUID, error) {
	id, err := m.auth.Accounts.CreateUser(ctx, tx, core.NewUser{
		Email: email, Password: password, Metadata: map[string]any{"name": name, "role": "admin"}, SkipHook: true,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}
