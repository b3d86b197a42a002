package session

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
)

// The database stores only the hash of a refresh token. Each token is derived from its parent and a
// seed, so whoever presents a used parent can be given the live token, and whoever reads the table
// cannot find it.

func childToken(parent string, seed []byte) string {
	mac := hmac.New(sha256.New, []byte(parent))
	mac.Write(seed)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// insertToken starts a session's chain of refresh tokens.
func insertToken(ctx context.Context, tx pgx.Tx, sessionID uuid.UUID, now time.Time) (string, error) {
	root := core.RandomToken()
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.refresh_tokens (hash, session_id, seed, created_at) VALUES ($1, $2, '', $3)`,
		core.TokenHash(root), sessionID, now)
	if err != nil {
		return "", fmt.Errorf("insert refresh token: %w", err)
	}
	return root, nil
}

// extendToken marks the live token of a session as used and returns its child.
func extendToken(ctx context.Context, tx pgx.Tx, sessionID uuid.UUID, live string, now time.Time) (string, error) {
	seed := make([]byte, core.TokenBytes)
	_, _ = rand.Read(seed)
	child := childToken(live, seed)
	if _, err := tx.Exec(ctx, `UPDATE auth.refresh_tokens SET used_at = $2 WHERE hash = $1`, core.TokenHash(live), now); err != nil {
		return "", fmt.Errorf("use refresh token: %w", err)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.refresh_tokens (hash, session_id, parent, seed, created_at) VALUES ($1, $2, $3, $4, $5)`,
		core.TokenHash(child), sessionID, core.TokenHash(live), seed, now)
	if err != nil {
		return "", fmt.Errorf("extend refresh token: %w", err)
	}
	return child, nil
}

// Refresh is the grant refresh_token.
func (s *Server) Refresh(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		RefreshToken string `json:"refresh_token"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if in.RefreshToken == "" {
		return core.Invalid("refresh_token required")
	}
	var out *Answer
	err := s.InTx(r.Context(), func(tx pgx.Tx) (err error) {
		out, err = s.Rotate(r.Context(), tx, in.RefreshToken, uuid.Nil)
		return err
	})
	if err != nil {
		return err
	}
	// These headers let a proxy distinguish sessions.
	w.Header().Set("Sb-Auth-User-Id", out.User.ID.String())
	w.Header().Set("Sb-Auth-Session-Id", out.SessionID.String())
	w.Header().Set("Sb-Auth-Refresh-Token-Prefix", out.RefreshToken[:refreshPrefix])
	return core.Answer(w, http.StatusOK, out)
}

// refreshPrefix is how much of a token the header contains.
const refreshPrefix = 5

// Rotate locks the session's row, so that concurrent refreshes see each other's result. An app's
// token can be used only by that app, and the user's own, for which client is uuid.Nil, by no app.
func (s *Server) Rotate(ctx context.Context, tx pgx.Tx, presented string, client uuid.UUID) (*Answer, error) {
	now := s.Config.Now()
	session, err := Scan(tx.QueryRow(ctx, `
		SELECT `+Columns+` FROM auth.sessions s
		 WHERE s.id = (SELECT t.session_id FROM auth.refresh_tokens t WHERE t.hash = $1)
		   FOR UPDATE`, core.TokenHash(presented)))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, errRefreshUnknown
	}
	if err != nil {
		return nil, fmt.Errorf("lock session: %w", err)
	}
	if !session.isGivenTo(client) {
		return nil, errRefreshUnknown
	}
	if err := s.mayContinue(ctx, tx, session, now); err != nil {
		return nil, err
	}
	// This is a separate statement so that it sees what was committed while waiting for the lock.
	var usedAt *time.Time
	if err := tx.QueryRow(ctx, `SELECT used_at FROM auth.refresh_tokens WHERE hash = $1`, core.TokenHash(presented)).Scan(&usedAt); err != nil {
		return nil, fmt.Errorf("read refresh token: %w", err)
	}
	if usedAt != nil {
		return s.replay(ctx, tx, session, presented, *usedAt)
	}
	next, err := extendToken(ctx, tx, session.ID, presented, now)
	if err != nil {
		return nil, err
	}
	from := caller.From(ctx)
	_, err = tx.Exec(ctx, `UPDATE auth.sessions SET refreshed_at = $2, user_agent = $3, ip = $4 WHERE id = $1`,
		session.ID, now, core.ShortAgent(from.UserAgent), core.Address(from.IP))
	if err != nil {
		return nil, fmt.Errorf("mark session: %w", err)
	}
	return s.Present(ctx, tx, session, next, methodRefresh)
}

// mayContinue ends a session that is past its limits and refuses banned users.
func (s *Server) mayContinue(ctx context.Context, tx pgx.Tx, session Session, now time.Time) error {
	idleUntil := session.RefreshedAt.Add(s.Config.SessionIdleMax)
	if idleUntil.Before(now) {
		return EndSettled(ctx, tx, session.ID, errSessionIdle)
	}
	if session.NotAfter != nil && session.NotAfter.Before(now) {
		return EndSettled(ctx, tx, session.ID, errSessionExpired)
	}
	var banned bool
	err := tx.QueryRow(ctx, `SELECT coalesce(banned_until > $2, false) FROM auth.users WHERE id = $1`, session.userID, now).Scan(&banned)
	if err != nil {
		return fmt.Errorf("read ban: %w", err)
	}
	if banned {
		return errBannedRefresh
	}
	if !s.Config.SingleSession {
		return nil
	}
	return s.mustBeNewest(ctx, tx, session)
}

// mustBeNewest ends a session if another of its user was refreshed later.
func (s *Server) mustBeNewest(ctx context.Context, tx pgx.Tx, session Session) error {
	var replaced bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM auth.sessions o WHERE o.user_id = $1 AND o.id <> $2 AND o.refreshed_at > $3 AND coalesce(o.not_after > $4, true) AND o.oauth_client_id IS NOT DISTINCT FROM $5)`,
		session.userID, session.ID, session.RefreshedAt, s.Config.Now(), session.Client).Scan(&replaced)
	if err != nil {
		return fmt.Errorf("look up newer sessions: %w", err)
	}
	if replaced {
		return EndSettled(ctx, tx, session.ID, errSessionReplaced)
	}
	return nil
}

// walkMax bounds the rotations within one reuse interval.
const walkMax = 32

// replay handles a token that was used before. If it is the parent of the live token, the client
// probably never got the response; if it was used recently, several tabs refresh together. Both get
// the live token by following the chain. Any other token is stolen, and the session is ended.
func (s *Server) replay(ctx context.Context, tx pgx.Tx, session Session, presented string, usedAt time.Time) (*Answer, error) {
	recent := !s.Config.Now().After(usedAt.Add(s.Config.RefreshReuseInterval))
	token := presented
	for step := 1; step == 1 || (recent && step <= walkMax); step++ {
		var seed []byte
		var childUsedAt *time.Time
		err := tx.QueryRow(ctx, `SELECT seed, used_at FROM auth.refresh_tokens WHERE parent = $1`, core.TokenHash(token)).Scan(&seed, &childUsedAt)
		if errors.Is(err, pgx.ErrNoRows) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("follow refresh token: %w", err)
		}
		token = childToken(token, seed)
		if childUsedAt == nil {
			return s.Present(ctx, tx, session, token, methodRefresh)
		}
	}
	if err := s.Record(ctx, tx, core.ActionTokenReused, session.userID, map[string]any{"session_id": session.ID}); err != nil {
		return nil, err
	}
	return nil, EndSettled(ctx, tx, session.ID, errRefreshUsed)
}

// EndSettled ends a session, and commits that despite returning the error.
func EndSettled(ctx context.Context, tx pgx.Tx, sessionID uuid.UUID, refusal error) error {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.sessions WHERE id = $1`, sessionID); err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return core.Settled(refusal)
}

// ResetTokens restarts a session's chain and invalidates earlier tokens.
func ResetTokens(ctx context.Context, tx pgx.Tx, sessionID uuid.UUID, now time.Time) (string, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM auth.refresh_tokens WHERE session_id = $1`, sessionID); err != nil {
		return "", fmt.Errorf("delete refresh tokens: %w", err)
	}
	return insertToken(ctx, tx, sessionID, now)
}
