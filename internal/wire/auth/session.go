package auth

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// These are the authentication methods of the amr claim (RFC 8176).
const (
	methodPassword     = "password"
	methodOTP          = "otp"
	methodRecovery     = "recovery"
	methodTOTP         = "totp"
	methodAnonymous    = "anonymous"
	methodRecoveryCode = "recovery_code"
	methodPasskey      = "mfa/webauthn"
	methodPhone        = "mfa/phone"
	methodOAuth        = "oauth"
	methodWeb3         = "web3"
	methodSAML         = "sso/saml"
	// methodRefresh is not a sign-in method and never in amr; only a hook is told of it.
	methodRefresh = "token_refresh"
	methodClient  = "oauth_provider/authorization_code"
)

// These are the authenticator assurance levels: one factor, or two.
const (
	aal1 = "aal1"
	aal2 = "aal2"
)

// Session is a session as its user may see it.
type Session struct {
	ID          uuid.UUID  `json:"id"`
	CreatedAt   time.Time  `json:"created_at"`
	RefreshedAt time.Time  `json:"refreshed_at"`
	NotAfter    *time.Time `json:"not_after"`
	AAL         string     `json:"aal"`
	UserAgent   string     `json:"user_agent"`
	IP          string     `json:"ip"`

	userID uuid.UUID
	amr    signInMethods
	givenTo
}

// givenTo is who holds a session: the user, or an app.
type givenTo struct {
	// client is nil for the user's own sessions.
	client *uuid.UUID
	scopes string
}

// isGivenTo reports whether the session belongs to the client; uuid.Nil means the user.
func (g givenTo) isGivenTo(client uuid.UUID) bool {
	if g.client == nil {
		return client == uuid.Nil
	}
	return *g.client == client
}

type signInMethod struct {
	Method    string `json:"method"`
	Timestamp int64  `json:"timestamp"`
}

type signInMethods []signInMethod

// Value writes the methods as JSON text, because behind a pooler the parameter's type is not known.
func (m signInMethods) Value() (driver.Value, error) {
	raw, err := json.Marshal(m)
	return string(raw), err
}

// answered is the protocol's session object.
type answered struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	ExpiresAt    int64  `json:"expires_at"`
	RefreshToken string `json:"refresh_token"`
	User         *User  `json:"user"`
	// These are the provider's tokens, returned once.
	ProviderToken        string `json:"provider_token,omitempty"`
	ProviderRefreshToken string `json:"provider_refresh_token,omitempty"`
	// WeakPassword is set if the password that was used would be refused as a new one.
	WeakPassword *weakAnswer `json:"weak_password,omitempty"`

	sessionID uuid.UUID
	givenTo
}

// weakAnswer says why a session's password is weak.
type weakAnswer struct {
	Message string   `json:"message"`
	Reasons []string `json:"reasons"`
}

const sessionColumns = `s.id, s.user_id, s.created_at, s.refreshed_at, s.not_after, s.aal, s.amr, s.user_agent, coalesce(host(s.ip), ''), s.oauth_client_id, coalesce(s.scopes, '')`

func scanSession(row pgx.Row) (Session, error) {
	var s Session
	err := row.Scan(&s.ID, &s.userID, &s.CreatedAt, &s.RefreshedAt, &s.NotAfter, &s.AAL, &s.amr, &s.UserAgent, &s.IP, &s.client, &s.scopes)
	return s, err
}

// openSession signs a user in and returns the session. It locks the user's row first, so that a
// concurrent ban or deletion is either seen here or ends this session too.
func (s *Server) openSession(ctx context.Context, tx pgx.Tx, userID uuid.UUID, method string) (*answered, error) {
	return s.giveSession(ctx, tx, userID, opening{method: method, aal: levelOf(method)})
}

// opening is how a session is opened.
type opening struct {
	method, aal string
	// until is the end of the session set by somebody else; zero is none.
	until time.Time
	givenTo
}

// giveSession is openSession with other parameters, or for an app.
func (s *Server) giveSession(ctx context.Context, tx pgx.Tx, userID uuid.UUID, how opening) (*answered, error) {
	now := s.cfg.Now()
	until := now.Add(s.cfg.SessionLifetimeMax)
	if !how.until.IsZero() && how.until.Before(until) {
		until = how.until
	}
	var banned bool
	err := tx.QueryRow(ctx, `
		UPDATE auth.users SET last_sign_in_at = $2 WHERE id = $1 AND deleted_at IS NULL
		RETURNING coalesce(banned_until > $2, false)`, userID, now).Scan(&banned)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, errUserNotFound
	case err != nil:
		return nil, fmt.Errorf("sign in: %w", err)
	case banned:
		return nil, errBanned
	}
	from := caller.From(ctx)
	session, err := scanSession(tx.QueryRow(ctx, `
		INSERT INTO auth.sessions AS s (user_id, amr, user_agent, ip, not_after, refreshed_at, created_at, aal, oauth_client_id, scopes)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, nullif($9, '')) RETURNING `+sessionColumns,
		userID, signInMethods{{how.method, now.Unix()}}, shortAgent(from.UserAgent), address(from.IP), until, now, how.aal, how.client, how.scopes))
	if err != nil {
		return nil, fmt.Errorf("open session: %w", err)
	}
	refreshToken, err := insertToken(ctx, tx, session.ID, now)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.identities SET last_sign_in_at = $2 WHERE user_id = $1`, userID, now); err != nil {
		return nil, fmt.Errorf("sign in identity: %w", err)
	}
	if err := s.record(ctx, tx, actionLogin, userID, map[string]any{"method": how.method}); err != nil {
		return nil, err
	}
	return s.present(ctx, tx, session, refreshToken, how.method)
}

// levelOf is the assurance level of a single method.
func levelOf(method string) string {
	if method == methodPasskey {
		return aal2
	}
	return aal1
}

// present signs a session's access token and adds its user. method is how the session was obtained.
func (s *Server) present(ctx context.Context, tx pgx.Tx, session Session, refreshToken, method string) (*answered, error) {
	user, err := findUser(ctx, tx, "u.id = $1", session.userID)
	if err != nil {
		return nil, err
	}
	user = session.show(user)
	now := s.cfg.Now()
	expiresAt := now.Add(s.cfg.AccessTokenTTL)
	// No token outlives its session, so that verifiers need not know the session's limit.
	if session.NotAfter != nil && session.NotAfter.Before(expiresAt) {
		expiresAt = *session.NotAfter
	}
	claims, err := s.customised(ctx, tx, user.ID, method, s.claims(user, session, now, expiresAt))
	if err != nil {
		return nil, err
	}
	signed, err := s.keys.Sign(claims)
	if err != nil {
		return nil, fmt.Errorf("sign access token: %w", err)
	}
	return &answered{
		AccessToken:  signed,
		TokenType:    "bearer",
		ExpiresIn:    int(expiresAt.Sub(now).Seconds()),
		ExpiresAt:    expiresAt.Unix(),
		RefreshToken: refreshToken,
		User:         user,
		sessionID:    session.ID,
		givenTo:      session.givenTo,
	}, nil
}

func (s *Server) claims(user *User, session Session, now, expiresAt time.Time) jwt.MapClaims {
	claims := jwt.MapClaims{
		"iss":           s.issuer,
		"sub":           user.ID,
		"aud":           audience,
		"exp":           expiresAt.Unix(),
		"iat":           now.Unix(),
		"email":         user.Email,
		"phone":         user.Phone,
		"app_metadata":  user.AppMetadata,
		"user_metadata": user.UserMetadata,
		"role":          user.Role,
		"aal":           session.AAL,
		"amr":           session.amr,
		"session_id":    session.ID,
		"is_anonymous":  user.IsAnonymous,
	}
	if session.client != nil {
		claims["client_id"], claims["scope"] = session.client, session.scopes
	}
	return claims
}

// metadataMax bounds user_metadata, in bytes, since every token contains it.
const metadataMax = 4 << 10

func encodeMetadata(metadata map[string]any) (json.RawMessage, error) {
	if metadata == nil {
		return json.RawMessage("{}"), nil
	}
	raw, err := json.Marshal(metadata)
	if err != nil {
		return nil, fmt.Errorf("encode metadata: %w", err)
	}
	if len(raw) > metadataMax {
		return nil, invalid("User metadata is larger than %d bytes", metadataMax)
	}
	return raw, nil
}
