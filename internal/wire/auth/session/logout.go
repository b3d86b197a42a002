package session

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
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

// showToClient is a user as an app with these scopes may see them.
func showToClient(u *core.User, scopes string) *core.User {
	shown := *u
	shown.Identities, shown.Factors, shown.NewEmail, shown.NewPhone = []core.Identity{}, nil, "", ""
	shown.InvitedAt, shown.ConfirmationSentAt, shown.RecoverySentAt, shown.EmailChangeSentAt, shown.PhoneChangeSentAt, shown.ReauthenticationSentAt = nil, nil, nil, nil, nil, nil
	hidden := map[string]bool{}
	if !oauthserver.Has(scopes, "email") {
		shown.Email, shown.EmailConfirmedAt = "", nil
		hidden["email"], hidden["new_email"] = true, true
	}
	if !oauthserver.Has(scopes, "phone") {
		shown.Phone, shown.PhoneConfirmedAt = "", nil
		hidden["phone"], hidden["phone_number"] = true, true
	}
	shown.ConfirmedAt = core.Earlier(shown.EmailConfirmedAt, shown.PhoneConfirmedAt)
	shown.UserMetadata = json.RawMessage("{}")
	if oauthserver.Has(scopes, "profile") {
		shown.UserMetadata = without(u.UserMetadata, hidden)
	}
	return &shown
}

// without removes hidden fields from a document. An unreadable document becomes empty.
func without(document json.RawMessage, hidden map[string]bool) json.RawMessage {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(document, &all); err != nil {
		return json.RawMessage("{}")
	}
	for name := range hidden {
		delete(all, name)
	}
	left, err := json.Marshal(all)
	if err != nil {
		return json.RawMessage("{}")
	}
	return left
}

// Show is a user as the session may see them: a session that lacks the second factor sees the
// factors and whose account it is, and nothing else.
func (session Session) Show(u *core.User) *core.User {
	if session.Client != nil {
		return showToClient(u, session.Scopes)
	}
	if session.AAL == AAL2 || !u.HasVerifiedFactor() {
		return u
	}
	shown := *u
	shown.UserMetadata, shown.Identities, shown.NewEmail, shown.NewPhone = json.RawMessage("{}"), []core.Identity{}, "", ""
	shown.Factors = slices.Clone(u.Factors)
	for i := range shown.Factors {
		shown.Factors[i].Phone = nil
	}
	return &shown
}
