package external

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Exchange exchanges a code and its verifier for a session. The first attempt uses the code up,
// whatever the outcome.
func (s *Server) Exchange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		AuthCode     string `json:"auth_code"`
		CodeVerifier string `json:"code_verifier"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if in.AuthCode == "" || in.CodeVerifier == "" {
		return core.Invalid("invalid request: both auth code and code verifier should be non-empty")
	}
	ctx := r.Context()
	var out *session.Answer
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		userID, method, kept, err := s.takeFlow(ctx, tx, in.AuthCode, in.CodeVerifier)
		if err != nil {
			return err
		}
		if kept.Link != nil {
			if err := s.finishPending(ctx, tx, r, userID, *kept.Link); err != nil {
				return err
			}
		}
		if out, err = s.sessions.OpenAs(ctx, tx, userID, session.Opening{Method: method, AAL: session.LevelOf(method), Until: kept.SessionUntil}); err != nil {
			return err
		}
		out.ProviderToken, out.ProviderRefreshToken = kept.Access, kept.Refresh
		return nil
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

// takeFlow deletes a code and returns its user and the data beside it.
func (s *Server) takeFlow(ctx context.Context, tx pgx.Tx, code, verifier string) (userID uuid.UUID, method string, kept CodeData, err error) {
	var challenge string
	var expiresAt time.Time
	var sealed []byte
	err = tx.QueryRow(ctx, `
		DELETE FROM auth.flow_states WHERE code_hash = $1 RETURNING user_id, code_challenge, method, expires_at, provider_tokens`,
		core.TokenHash(code)).Scan(&userID, &challenge, &method, &expiresAt, &sealed)
	switch {
	case core.IsMissing(err):
		return userID, method, kept, core.ErrFlowNotFound
	case err != nil:
		return userID, method, kept, fmt.Errorf("take flow: %w", err)
	case expiresAt.Before(s.Config.Now()):
		return userID, method, kept, core.Settled(errFlowExpired)
	case !message.Verifies(verifier, challenge):
		return userID, method, kept, core.Settled(errCodeVerifier)
	}
	kept, err = openCodeData(code, sealed)
	return userID, method, kept, err
}
