package session

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
)

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
