package auth

import (
	"context"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"
)

// endings are the statements that end sessions, by scope, when user $1 signs out from session $2.
var endings = map[string]string{
	"":       `DELETE FROM auth.sessions WHERE user_id = $1 OR id = $2`,
	"global": `DELETE FROM auth.sessions WHERE user_id = $1 OR id = $2`,
	"local":  `DELETE FROM auth.sessions WHERE user_id = $1 AND id = $2`,
	"others": `DELETE FROM auth.sessions WHERE user_id = $1 AND id <> $2`,
}

// logout is POST /logout: it ends this session, the user's others, or all. A session without the
// second factor can only end itself.
func (s *Server) logout(w http.ResponseWriter, r *http.Request, me signedIn) error {
	scope := r.URL.Query().Get("scope")
	if _, known := endings[scope]; !known {
		return invalid("Unsupported logout scope %q", scope)
	}
	if me.lacksSecondFactor() && scope != "local" {
		return errAAL2Needed
	}
	if me.session.client != nil && scope != "local" {
		return errClientSession
	}
	err := s.inTx(r.Context(), func(tx pgx.Tx) error { return s.signOut(r.Context(), tx, me, scope) })
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) signOut(ctx context.Context, tx pgx.Tx, me signedIn, scope string) error {
	if err := lockUser(ctx, tx, me.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, endings[scope], me.ID, me.session.ID); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	if scope != "local" {
		if err := forgetCodes(ctx, tx, me.ID); err != nil {
			return err
		}
	}
	return s.record(ctx, tx, actionLogout, me.ID, map[string]any{"scope": scope})
}
