package account

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

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
