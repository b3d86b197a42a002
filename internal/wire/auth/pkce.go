package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// pkceRequest asks that a mail's link end in a code instead of a session (RFC 7636), so that only
// the browser that asked can use it.
type pkceRequest struct {
	CodeChallenge       string `json:"code_challenge"`
	CodeChallengeMethod string `json:"code_challenge_method"`
}

var challengeShape = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// challenge256 refuses a malformed challenge. The method plain protects nothing from somebody who
// saw the request: it is accepted only with PlainPKCE, and stored like S256.
func (s *Server) challenge256(p pkceRequest) (pkceRequest, error) {
	isPlain := s.cfg.PlainPKCE && strings.EqualFold(p.CodeChallengeMethod, "plain")
	switch {
	case p.CodeChallenge == "" && p.CodeChallengeMethod == "":
		return p, nil
	case p.CodeChallenge == "" || p.CodeChallengeMethod == "":
		return p, invalid("PKCE flow requires code_challenge_method and code_challenge")
	case !isPlain && !strings.EqualFold(p.CodeChallengeMethod, "s256"):
		return p, invalid("code challenge method must be s256")
	case !challengeShape.MatchString(p.CodeChallenge):
		return p, invalid("code challenge must be 43 to 128 unreserved characters")
	case isPlain:
		return pkceRequest{CodeChallenge: s256(p.CodeChallenge), CodeChallengeMethod: "s256"}, nil
	}
	return p, nil
}

// openFlow stores a challenge until its link is followed.
func (s *Server) openFlow(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, method string) (uuid.UUID, error) {
	now := s.cfg.Now()
	var id uuid.UUID
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.flow_states (user_id, code_challenge, method, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`, userID, challenge, method, now.Add(s.cfg.LinkTTL), now).Scan(&id)
	if err != nil {
		return uuid.Nil, fmt.Errorf("open flow: %w", err)
	}
	return id, nil
}

// issueCode issues a code for a followed link.
func (s *Server) issueCode(ctx context.Context, tx pgx.Tx, flowID uuid.UUID) (string, error) {
	code := uuid.NewString()
	tag, err := tx.Exec(ctx, `UPDATE auth.flow_states SET code_hash = $2, expires_at = $3 WHERE id = $1 AND code_hash IS NULL`,
		flowID, tokenHash(code), s.cfg.Now().Add(s.cfg.FlowTTL))
	if err != nil {
		return "", fmt.Errorf("issue code: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return "", errFlowNotFound
	}
	return code, nil
}

// exchange exchanges a code and its verifier for a session. The first attempt uses the code up,
// whatever the outcome.
func (s *Server) exchange(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		AuthCode     string `json:"auth_code"`
		CodeVerifier string `json:"code_verifier"`
	}
	if err := decode(r, &in); err != nil {
		return err
	}
	if in.AuthCode == "" || in.CodeVerifier == "" {
		return invalid("invalid request: both auth code and code verifier should be non-empty")
	}
	ctx := r.Context()
	var out *answered
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		userID, method, kept, err := s.takeFlow(ctx, tx, in.AuthCode, in.CodeVerifier)
		if err != nil {
			return err
		}
		if kept.Link != nil {
			if err := s.finishPending(ctx, tx, r, userID, *kept.Link); err != nil {
				return err
			}
		}
		if out, err = s.giveSession(ctx, tx, userID, opening{method: method, aal: levelOf(method), until: kept.SessionUntil}); err != nil {
			return err
		}
		out.ProviderToken, out.ProviderRefreshToken = kept.Access, kept.Refresh
		return nil
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, out)
}

// takeFlow deletes a code and returns its user and the data beside it.
func (s *Server) takeFlow(ctx context.Context, tx pgx.Tx, code, verifier string) (userID uuid.UUID, method string, kept codeData, err error) {
	var challenge string
	var expiresAt time.Time
	var sealed []byte
	err = tx.QueryRow(ctx, `
		DELETE FROM auth.flow_states WHERE code_hash = $1 RETURNING user_id, code_challenge, method, expires_at, provider_tokens`,
		tokenHash(code)).Scan(&userID, &challenge, &method, &expiresAt, &sealed)
	switch {
	case isMissing(err):
		return userID, method, kept, errFlowNotFound
	case err != nil:
		return userID, method, kept, fmt.Errorf("take flow: %w", err)
	case expiresAt.Before(s.cfg.Now()):
		return userID, method, kept, settled(errFlowExpired)
	case !verifies(verifier, challenge):
		return userID, method, kept, settled(errCodeVerifier)
	}
	kept, err = openCodeData(code, sealed)
	return userID, method, kept, err
}

func verifies(verifier, challenge string) bool {
	return subtle.ConstantTimeCompare([]byte(s256(verifier)), []byte(challenge)) == 1
}

func s256(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
