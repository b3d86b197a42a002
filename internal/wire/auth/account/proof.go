package account

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// ProveOwner checks that the account's owner is present: by their password or, if they have none
// because they signed up through a provider, by what the session proved within freshFor: that
// provider, or the code that /reauthenticate mailed and PUT /user accepted. It returns wrong for a
// wrong password, which a recent session never replaces, and stale for a session that proved
// nothing recently or belongs to another app.
func (s *Server) ProveOwner(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID, password string, wrong, stale error) error {
	var hasPassword bool
	err := tx.QueryRow(ctx, `SELECT coalesce(password_hash, '') <> '' FROM auth.users WHERE id = $1 AND deleted_at IS NULL`, userID).Scan(&hasPassword)
	if core.IsMissing(err) {
		return core.ErrUserNotFound
	}
	if err != nil {
		return fmt.Errorf("look up the password: %w", err)
	}
	if hasPassword || password != "" {
		return s.CheckPassword(ctx, tx, userID, password, wrong)
	}
	var proofs session.Methods
	err = tx.QueryRow(ctx, `SELECT amr FROM auth.sessions WHERE id = $1 AND user_id = $2 AND oauth_client_id IS NULL`, sessionID, userID).Scan(&proofs)
	if err != nil && !core.IsMissing(err) {
		return fmt.Errorf("look up the session's proofs: %w", err)
	}
	if !s.sessions.ProvedLately(proofs) {
		return stale
	}
	return nil
}

// refreshProof handles a PUT /user that changes nothing and proves the caller: by the current
// password, or by the code that /reauthenticate mailed.
func (s *Server) refreshProof(ctx context.Context, in accountChange, me session.SignedIn) error {
	method := session.MethodPassword
	if in.Nonce != "" {
		method = session.MethodOTP
	}
	if err := s.proveGiven(ctx, in, me); err != nil {
		return err
	}
	return s.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE auth.sessions s SET amr = `+session.Stamped+` WHERE id = $1 AND user_id = $2 AND aal = $3`,
			me.Session.ID, me.ID, me.Session.AAL, method, s.Config.Now().Unix())
		if err != nil {
			return fmt.Errorf("store the proof: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return core.ErrSessionGone
		}
		return s.Record(ctx, tx, core.ActionReproved, me.ID, map[string]any{"method": method})
	})
}
