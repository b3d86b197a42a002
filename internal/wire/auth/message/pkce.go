package message

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
)

// Challenge asks that a mail's link end in a code instead of a session (RFC 7636), so that only
// the browser that asked can use it.
type Challenge struct {
	CodeChallenge       string `json:"code_challenge"`
	CodeChallengeMethod string `json:"code_challenge_method"`
}

var challengeShape = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

// ReadChallenge refuses a malformed challenge. The method plain protects nothing from somebody who
// saw the request: it is accepted only with PlainPKCE, and stored like S256.
func (s *Server) ReadChallenge(p Challenge) (Challenge, error) {
	isPlain := s.Config.PlainPKCE && strings.EqualFold(p.CodeChallengeMethod, "plain")
	switch {
	case p.CodeChallenge == "" && p.CodeChallengeMethod == "":
		return p, nil
	case p.CodeChallenge == "" || p.CodeChallengeMethod == "":
		return p, core.Invalid("PKCE flow requires code_challenge_method and code_challenge")
	case !isPlain && !strings.EqualFold(p.CodeChallengeMethod, "s256"):
		return p, core.Invalid("code challenge method must be s256")
	case !challengeShape.MatchString(p.CodeChallenge):
		return p, core.Invalid("code challenge must be 43 to 128 unreserved characters")
	case isPlain:
		return Challenge{CodeChallenge: S256(p.CodeChallenge), CodeChallengeMethod: "s256"}, nil
	}
	return p, nil
}

// openFlow stores a challenge until its link is followed.
func (s *Server) openFlow(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, method string) (uuid.UUID, error) {
	now := s.Config.Now()
	var id uuid.UUID
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.flow_states (user_id, code_challenge, method, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5) RETURNING id`, userID, challenge, method, now.Add(s.Config.LinkTTL), now).Scan(&id)
	if err != nil {
		return uuid.Nil, fmt.Errorf("open flow: %w", err)
	}
	return id, nil
}

// IssueCode issues a code for a followed link.
func (s *Server) IssueCode(ctx context.Context, tx pgx.Tx, flowID uuid.UUID) (string, error) {
	code := uuid.NewString()
	tag, err := tx.Exec(ctx, `UPDATE auth.flow_states SET code_hash = $2, expires_at = $3 WHERE id = $1 AND code_hash IS NULL`,
		flowID, core.TokenHash(code), s.Config.Now().Add(s.Config.FlowTTL))
	if err != nil {
		return "", fmt.Errorf("issue code: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return "", core.ErrFlowNotFound
	}
	return code, nil
}

// Verifies reports whether a verifier matches a stored challenge.
func Verifies(verifier, challenge string) bool {
	return subtle.ConstantTimeCompare([]byte(S256(verifier)), []byte(challenge)) == 1
}

// S256 is the challenge of a verifier.
func S256(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
