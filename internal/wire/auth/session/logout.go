package session

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
)

// endings are the statements that end sessions, by scope, when user $1 signs out from session $2.
var endings = map[string]string{
	"":       `DELETE FROM auth.sessions WHERE user_id = $1 OR id = $2`,
	"global": `DELETE FROM auth.sessions WHERE user_id = $1 OR id = $2`,
	"local":  `DELETE FROM auth.sessions WHERE user_id = $1 AND id = $2`,
	"others": `DELETE FROM auth.sessions WHERE user_id = $1 AND id <> $2`,
}

// Logout is POST /logout: it ends this session, the user's others, or all. A session without the
// second factor can only end itself.
func (s *Server) Logout(w http.ResponseWriter, r *http.Request, me SignedIn) error {
	scope := r.URL.Query().Get("scope")
	if _, known := endings[scope]; !known {
		return core.Invalid("Unsupported logout scope %q", scope)
	}
	if me.LacksSecondFactor() && scope != "local" {
		return ErrAAL2Needed
	}
	if me.Session.Client != nil && scope != "local" {
		return errClientSession
	}
	err := s.InTx(r.Context(), func(tx pgx.Tx) error { return s.SignOut(r.Context(), tx, me, scope) })
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// SignOut ends the user's sessions in scope: global, local or others.
func (s *Server) SignOut(ctx context.Context, tx pgx.Tx, me SignedIn, scope string) error {
	if err := core.LockUser(ctx, tx, me.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, endings[scope], me.ID, me.Session.ID); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	if scope != "local" {
		if err := forgetCodes(ctx, tx, me.ID); err != nil {
			return err
		}
	}
	return s.Record(ctx, tx, core.ActionLogout, me.ID, map[string]any{"scope": scope})
}

// Of lists a user's sessions, most recently used first.
func (s *Server) Of(ctx context.Context, tx pgx.Tx, userID uuid.UUID) ([]Session, error) {
	rows, err := tx.Query(ctx, `SELECT `+Columns+` FROM auth.sessions s WHERE s.user_id = $1 ORDER BY s.refreshed_at DESC, s.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (Session, error) { return Scan(row) })
}

// EndAll signs a user out everywhere.
func (s *Server) EndAll(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := core.LockUser(ctx, tx, userID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM auth.sessions WHERE user_id = $1`, userID); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return forgetCodes(ctx, tx, userID)
}

// End ends one session of a user. If the user has no such session, the error is the fault
// session_not_found.
func (s *Server) End(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error {
	tag, err := tx.Exec(ctx, `DELETE FROM auth.sessions WHERE user_id = $1 AND id = $2`, userID, sessionID)
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return ErrSessionNotFound
	}
	return s.Record(ctx, tx, core.ActionLogout, userID, map[string]any{"session_id": sessionID})
}

// forgetCodes deletes a user's authorization codes that apps have not redeemed yet.
func forgetCodes(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.oauth_authorizations WHERE user_id = $1 AND session_id IS NULL`, userID); err != nil {
		return fmt.Errorf("delete authorization codes: %w", err)
	}
	return nil
}
