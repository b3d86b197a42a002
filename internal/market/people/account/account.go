// Package account owns who may take part: registration and its checks, an administrator's decision
// to block or activate somebody, and the export and deletion of a member's data. It must not know
// how anybody signs in, which belongs to the auth protocol.
package account

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// adminLock is the advisory lock that serialises decisions about administrators, so that two
// concurrent ones cannot leave none.
const adminLock = 7_207_203

func lockAdmins(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, adminLock); err != nil {
		return fmt.Errorf("wait for another decision: %w", err)
	}
	return nil
}

// RequireAdmin returns ErrNotAdmin unless the caller is an active administrator.
func RequireAdmin(ctx context.Context, tx pgx.Tx) error {
	var isAdmin bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.profiles WHERE id = $1 AND role = 'admin' AND status = 'active')`,
		caller.From(ctx).UserID).Scan(&isAdmin)
	if err != nil {
		return fmt.Errorf("look up administrator: %w", err)
	}
	if !isAdmin {
		return ErrNotAdmin
	}
	return nil
}

// Session is a signed-in device, as its owner sees it.
type Session struct {
	ID          uuid.UUID `json:"id"`
	CreatedAt   time.Time `json:"created_at"`
	RefreshedAt time.Time `json:"refreshed_at"`
	IP          string    `json:"ip"`
	UserAgent   string    `json:"user_agent"`
	IsCurrent   bool      `json:"is_current"`
}

// Sessions lists and ends the sessions of a user.
type Sessions interface {
	List(ctx context.Context, tx pgx.Tx, userID uuid.UUID) ([]Session, error)
	End(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error
}

// Nothing is the argument of a call that takes none.
type Nothing struct{}

// SessionReference names the session that a call is about.
type SessionReference struct {
	SessionID uuid.UUID `json:"session_id"`
}

// Ended names the session that ended.
type Ended struct {
	ID uuid.UUID `json:"id"`
}

// ListSessions returns the caller's sessions, the most recently used first.
func ListSessions(sessions Sessions) func(context.Context, pgx.Tx, Nothing) ([]Session, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) ([]Session, error) {
		who := caller.From(ctx)
		found, err := sessions.List(ctx, tx, who.UserID)
		for i := range found {
			found[i].IsCurrent = found[i].ID == who.SessionID
		}
		return found, err
	}
}

// EndSession signs the caller out on one device and closes its open connections.
func EndSession(sessions Sessions) func(context.Context, pgx.Tx, SessionReference) (Ended, error) {
	return func(ctx context.Context, tx pgx.Tx, in SessionReference) (Ended, error) {
		return Ended{ID: in.SessionID}, sessions.End(ctx, tx, caller.From(ctx).UserID, in.SessionID)
	}
}

// SecondFactors manages the recovery codes of users who lose the device of their second factor.
type SecondFactors interface {
	// MakeRecoveryCodes refuses a session that has not proved its second factor, or in which the
	// user has not proved their identity recently.
	MakeRecoveryCodes(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) ([]string, error)
	RecoveryCodesLeft(ctx context.Context, tx pgx.Tx, userID uuid.UUID) (int, error)
}

// RecoveryCodes are the new codes. They are shown only once, when they are made.
type RecoveryCodes struct {
	Codes []string `json:"codes"`
}

// RecoveryCodesLeft is the number of codes that still work.
type RecoveryCodesLeft struct {
	Left int `json:"left"`
}

// MakeRecoveryCodes gives the caller ten new recovery codes, which replace all earlier ones.
func MakeRecoveryCodes(factors SecondFactors) func(context.Context, pgx.Tx, Nothing) (RecoveryCodes, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (RecoveryCodes, error) {
		who := caller.From(ctx)
		codes, err := factors.MakeRecoveryCodes(ctx, tx, who.UserID, who.SessionID)
		return RecoveryCodes{Codes: codes}, err
	}
}

// CountRecoveryCodes returns how many of the caller's recovery codes still work.
func CountRecoveryCodes(factors SecondFactors) func(context.Context, pgx.Tx, Nothing) (RecoveryCodesLeft, error) {
	return func(ctx context.Context, tx pgx.Tx, _ Nothing) (RecoveryCodesLeft, error) {
		left, err := factors.RecoveryCodesLeft(ctx, tx, caller.From(ctx).UserID)
		return RecoveryCodesLeft{Left: left}, err
	}
}
