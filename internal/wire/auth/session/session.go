package session

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
)

// These are the authentication methods of the amr claim (RFC 8176).
const (
	MethodPassword     = "password"
	MethodOTP          = "otp"
	MethodRecovery     = "recovery"
	MethodTOTP         = "totp"
	MethodAnonymous    = "anonymous"
	MethodRecoveryCode = "recovery_code"
	MethodPasskey      = "mfa/webauthn"
	MethodPhone        = "mfa/phone"
	MethodOAuth        = "oauth"
	MethodWeb3         = "web3"
	MethodSAML         = "sso/saml"
	// methodRefresh is not a sign-in method and never in amr; only a hook is told of it.
	methodRefresh = "token_refresh"
	MethodClient  = "oauth_provider/authorization_code"
)

// These are the authenticator assurance levels: one factor, or two.
const (
	AAL1 = "aal1"
	AAL2 = "aal2"
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

	userID  uuid.UUID
	AMR     Methods `json:"-"`
	GivenTo `json:"-"`
}

// GivenTo is who holds a session: the user, or an app.
type GivenTo struct {
	// Client is nil for the user's own sessions.
	Client *uuid.UUID
	Scopes string
}

// isGivenTo reports whether the session belongs to the client; uuid.Nil means the user.
func (g GivenTo) isGivenTo(client uuid.UUID) bool {
	if g.Client == nil {
		return client == uuid.Nil
	}
	return *g.Client == client
}

// Method is one method by which a session's user proved their identity.
type Method struct {
	Method    string `json:"method"`
	Timestamp int64  `json:"timestamp"`
}

// Methods are a session's methods, as the amr claim lists them.
type Methods []Method

// Value writes the methods as JSON text, because behind a pooler the parameter's type is not known.
func (m Methods) Value() (driver.Value, error) {
	raw, err := json.Marshal(m)
	return string(raw), err
}

// Answer is the protocol's session object.
type Answer struct {
	AccessToken  string     `json:"access_token"`
	TokenType    string     `json:"token_type"`
	ExpiresIn    int        `json:"expires_in"`
	ExpiresAt    int64      `json:"expires_at"`
	RefreshToken string     `json:"refresh_token"`
	User         *core.User `json:"user"`
	// These are the provider's tokens, returned once.
	ProviderToken        string `json:"provider_token,omitempty"`
	ProviderRefreshToken string `json:"provider_refresh_token,omitempty"`
	// WeakPassword is set if the password that was used would be refused as a new one.
	WeakPassword *Weakness `json:"weak_password,omitempty"`

	SessionID uuid.UUID `json:"-"`
	GivenTo   `json:"-"`
}

// Weakness says why a session's password is weak.
type Weakness struct {
	Message string   `json:"message"`
	Reasons []string `json:"reasons"`
}

// Columns are what Scan reads, from s.
const Columns = `s.id, s.user_id, s.created_at, s.refreshed_at, s.not_after, s.aal, s.amr, s.user_agent, coalesce(host(s.ip), ''), s.oauth_client_id, coalesce(s.scopes, '')`

// Scan reads a session from a row of Columns.
func Scan(row pgx.Row) (Session, error) {
	var s Session
	err := row.Scan(&s.ID, &s.userID, &s.CreatedAt, &s.RefreshedAt, &s.NotAfter, &s.AAL, &s.AMR, &s.UserAgent, &s.IP, &s.Client, &s.Scopes)
	return s, err
}

// Open signs a user in and returns the session. It locks the user's row first, so that a
// concurrent ban or deletion is either seen here or ends this session too.
func (s *Server) Open(ctx context.Context, tx pgx.Tx, userID uuid.UUID, method string) (*Answer, error) {
	return s.OpenAs(ctx, tx, userID, Opening{Method: method, AAL: LevelOf(method)})
}

// Opening is how a session is opened.
type Opening struct {
	Method, AAL string
	// Until is the end of the session set by somebody else; zero is none.
	Until time.Time
	GivenTo
}

// OpenAs is Open with other parameters, or for an app.
func (s *Server) OpenAs(ctx context.Context, tx pgx.Tx, userID uuid.UUID, how Opening) (*Answer, error) {
	now := s.Config.Now()
	until := now.Add(s.Config.SessionLifetimeMax)
	if !how.Until.IsZero() && how.Until.Before(until) {
		until = how.Until
	}
	var banned bool
	err := tx.QueryRow(ctx, `
		UPDATE auth.users SET last_sign_in_at = $2 WHERE id = $1 AND deleted_at IS NULL
		RETURNING coalesce(banned_until > $2, false)`, userID, now).Scan(&banned)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, core.ErrUserNotFound
	case err != nil:
		return nil, fmt.Errorf("sign in: %w", err)
	case banned:
		return nil, errBanned
	}
	from := caller.From(ctx)
	session, err := Scan(tx.QueryRow(ctx, `
		INSERT INTO auth.sessions AS s (user_id, amr, user_agent, ip, not_after, refreshed_at, created_at, aal, oauth_client_id, scopes)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, nullif($9, '')) RETURNING `+Columns,
		userID, Methods{{how.Method, now.Unix()}}, core.ShortAgent(from.UserAgent), core.Address(from.IP), until, now, how.AAL, how.Client, how.Scopes))
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
	if err := s.Record(ctx, tx, core.ActionLogin, userID, map[string]any{"method": how.Method}); err != nil {
		return nil, err
	}
	return s.Present(ctx, tx, session, refreshToken, how.Method)
}

// LevelOf is the assurance level of a single method.
func LevelOf(method string) string {
	if method == MethodPasskey {
		return AAL2
	}
	return AAL1
}

// Present signs a session's access token and adds its user. method is how the session was obtained.
func (s *Server) Present(ctx context.Context, tx pgx.Tx, session Session, refreshToken, method string) (*Answer, error) {
	user, err := core.FindUser(ctx, tx, "u.id = $1", session.userID)
	if err != nil {
		return nil, err
	}
	user = session.Show(user)
	now := s.Config.Now()
	expiresAt := now.Add(s.Config.AccessTokenTTL)
	// No token outlives its session, so that verifiers need not know the session's limit.
	if session.NotAfter != nil && session.NotAfter.Before(expiresAt) {
		expiresAt = *session.NotAfter
	}
	claims, err := s.customised(ctx, tx, user.ID, method, s.claims(user, session, now, expiresAt))
	if err != nil {
		return nil, err
	}
	signed, err := s.Keys.Sign(claims)
	if err != nil {
		return nil, fmt.Errorf("sign access token: %w", err)
	}
	return &Answer{
		AccessToken:  signed,
		TokenType:    "bearer",
		ExpiresIn:    int(expiresAt.Sub(now).Seconds()),
		ExpiresAt:    expiresAt.Unix(),
		RefreshToken: refreshToken,
		User:         user,
		SessionID:    session.ID,
		GivenTo:      session.GivenTo,
	}, nil
}

func (s *Server) claims(user *core.User, session Session, now, expiresAt time.Time) jwt.MapClaims {
	claims := jwt.MapClaims{
		"iss":           s.Issuer,
		"sub":           user.ID,
		"aud":           core.Audience,
		"exp":           expiresAt.Unix(),
		"iat":           now.Unix(),
		"email":         user.Email,
		"phone":         user.Phone,
		"app_metadata":  user.AppMetadata,
		"user_metadata": user.UserMetadata,
		"role":          user.Role,
		"aal":           session.AAL,
		"amr":           session.AMR,
		"session_id":    session.ID,
		"is_anonymous":  user.IsAnonymous,
	}
	if session.Client != nil {
		claims["client_id"], claims["scope"] = session.Client, session.Scopes
	}
	return claims
}

// Values are a session as a URL's fragment carries it.
func (a *Answer) Values() url.Values {
	return url.Values{
		"access_token":  {a.AccessToken},
		"expires_at":    {strconv.FormatInt(a.ExpiresAt, 10)},
		"expires_in":    {strconv.Itoa(a.ExpiresIn)},
		"refresh_token": {a.RefreshToken},
		"sb":            {""},
		"token_type":    {a.TokenType},
	}
}

// FreshFor is how long a session's proof shows that the account's owner is present.
const FreshFor = 10 * time.Minute

// IsFresh reports whether the session's user proved their identity recently. Somebody who finds or
// steals an open session must not be able to add their own device to the account, nor remove the
// owner's.
func (s *Server) IsFresh(proofs Methods) bool {
	return s.Config.CurrentPasswordOptional || s.ProvedLately(proofs)
}

// ProvedLately reports whether any of the methods was proved within freshFor.
func (s *Server) ProvedLately(proofs Methods) bool {
	since := s.Config.Now().Add(-FreshFor).Unix()
	return slices.ContainsFunc(proofs, func(m Method) bool { return m.Timestamp >= since })
}

// Stamped is a session's methods with $4 proved at $5, each method once, since every token contains
// them.
const Stamped = `jsonb_build_array(jsonb_build_object('method', $4::text, 'timestamp', $5::bigint)) ||
	coalesce((SELECT jsonb_agg(m) FROM jsonb_array_elements(s.amr) m WHERE m ->> 'method' <> $4), '[]')`
