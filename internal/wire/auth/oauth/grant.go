package oauth

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// grantsMax bounds how many of a user's apps are listed.
const grantsMax = 1000

var errConsentNotFound = fault.New(http.StatusNotFound, "oauth_consent_not_found", "No active grant found for this client")

// grant is an app that a user has granted access.
type grant struct {
	Client    clientShown `json:"client"`
	Scopes    []string    `json:"scopes"`
	GrantedAt time.Time   `json:"granted_at"`
}

// ListGrants is GET /user/oauth/grants, newest first.
func (s *Server) ListGrants(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	rows, err := s.DB.Query(r.Context(), `
		SELECT c.id, coalesce(c.client_name, ''), coalesce(c.client_uri, ''), coalesce(c.logo_uri, ''), k.scopes, k.granted_at
		  FROM auth.oauth_consents k JOIN auth.oauth_clients c ON c.id = k.client_id AND c.deleted_at IS NULL
		 WHERE k.user_id = $1 AND k.revoked_at IS NULL ORDER BY k.granted_at DESC, k.id LIMIT $2`, me.ID, grantsMax)
	if err != nil {
		return fmt.Errorf("list grants: %w", err)
	}
	grants, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (g grant, err error) {
		var scopes string
		err = row.Scan(&g.Client.ID, &g.Client.Name, &g.Client.URI, &g.Client.LogoURI, &scopes, &g.GrantedAt)
		g.Scopes, g.GrantedAt = strings.Fields(scopes), g.GrantedAt.UTC()
		return g, err
	})
	if err != nil {
		return fmt.Errorf("list grants: %w", err)
	}
	return core.Answer(w, http.StatusOK, grants)
}

// RevokeGrant is DELETE /user/oauth/grants?client_id=: it revokes the consent and ends the app's
// sessions.
func (s *Server) RevokeGrant(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	client, err := uuid.Parse(r.URL.Query().Get("client_id"))
	if err != nil {
		return core.Invalid("invalid client_id format")
	}
	ctx := r.Context()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if err := core.LockUser(ctx, tx, me.ID); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `UPDATE auth.oauth_consents SET revoked_at = greatest($3, granted_at) WHERE user_id = $1 AND client_id = $2 AND revoked_at IS NULL`, me.ID, client, s.Config.Now())
		if err != nil {
			return fmt.Errorf("revoke consent: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return errConsentNotFound
		}
		for _, statement := range []string{
			`DELETE FROM auth.sessions WHERE user_id = $1 AND oauth_client_id = $2`,
			`DELETE FROM auth.oauth_authorizations WHERE user_id = $1 AND client_id = $2`,
		} {
			if _, err := tx.Exec(ctx, statement, me.ID, client); err != nil {
				return fmt.Errorf("end the client's sessions: %w", err)
			}
		}
		return s.Record(ctx, tx, core.ActionGrantRevoked, me.ID, map[string]any{"client_id": client})
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
