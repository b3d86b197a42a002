package session

import (
	"context"
	"fmt"
	"net/http"

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
		return core.ErrAAL2Needed
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
