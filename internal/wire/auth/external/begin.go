package external

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/provider"
)

// ExternalTTL is how long a user may take at a provider's page.
const ExternalTTL = 10 * time.Minute

// These bound the parameters that a page may pass along to the provider.
const (
	alongMax     = 20
	alongTextMax = 2048
	RedirectMax  = 4096
)

// externalRequest is a request to sign in with a provider.
type externalRequest struct {
	message.Challenge
	provider string
	scopes   []string
	along    url.Values
	redirect string
	invite   string
	// isQuiet returns the provider's URL instead of redirecting to it.
	isQuiet bool
	// userID and sessionID are set to link the identity to the account of this session.
	userID, sessionID uuid.UUID
}

// Authorize is GET /authorize: it redirects to a provider's page.
func (s *Server) Authorize(w http.ResponseWriter, r *http.Request) error {
	return s.redirectToProvider(w, r, uuid.Nil, uuid.Nil)
}

func (s *Server) redirectToProvider(w http.ResponseWriter, r *http.Request, userID, sessionID uuid.UUID) error {
	asked, err := s.readExternal(r.URL.Query())
	if err != nil {
		return err
	}
	asked.userID, asked.sessionID = userID, sessionID
	location, err := s.beginExternal(w, r, asked)
	if err != nil {
		return err
	}
	if asked.isQuiet {
		return core.Answer(w, http.StatusOK, map[string]string{"url": location})
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusFound)
	return nil
}

// ownParameters are the parameters that are not passed to the provider.
var ownParameters = []string{
	"provider", "scopes", "redirect_to", "invite_token", "skip_http_redirect", "code_challenge", "code_challenge_method", "apikey",
}

func (s *Server) readExternal(query url.Values) (externalRequest, error) {
	asked := externalRequest{
		Challenge: message.Challenge{CodeChallenge: query.Get("code_challenge"), CodeChallengeMethod: query.Get("code_challenge_method")},
		provider:  query.Get("provider"),
		scopes:    strings.Fields(strings.ReplaceAll(query.Get("scopes"), ",", " ")),
		redirect:  s.Config.Redirects.Target(query.Get("redirect_to")),
		invite:    query.Get("invite_token"),
		isQuiet:   query.Get("skip_http_redirect") == "true",
		along:     query,
	}
	for _, name := range ownParameters {
		query.Del(name)
	}
	if len(query) > alongMax || len(asked.scopes) > alongMax || len(asked.redirect) > RedirectMax {
		return asked, core.Invalid("Too many parameters")
	}
	for _, values := range query {
		if len(values[0]) > alongTextMax {
			return asked, core.Invalid("A parameter is longer than %d bytes", alongTextMax)
		}
	}
	var err error
	asked.Challenge, err = s.messages.ReadChallenge(asked.Challenge)
	return asked, err
}

// beginExternal stores the request and returns the URL of the provider's page.
func (s *Server) beginExternal(w http.ResponseWriter, r *http.Request, asked externalRequest) (string, error) {
	ctx := r.Context()
	found, err := s.providerNamed(ctx, asked.provider)
	if err != nil {
		return "", err
	}
	if err := s.checkInvite(ctx, asked.invite); err != nil {
		return "", err
	}
	start, err := s.startOf(core.RandomToken())
	if err != nil {
		return "", err
	}
	start.Scopes, start.Params = asked.scopes, asked.along
	location, err := found.AuthURL(ctx, start)
	if err != nil {
		return "", errProviderAway.Because(err)
	}
	return location, s.keepExternal(ctx, w, found, asked, start.State)
}

func (s *Server) keepExternal(ctx context.Context, w http.ResponseWriter, found *provider.Provider, asked externalRequest, state string) error {
	var browser, invite []byte
	// With a PKCE verifier only the client that began can use the code. Without one the session
	// goes to the browser that returns, so that must be the browser that began: otherwise a link
	// could sign somebody in as another user, or link an identity to another user's account.
	if asked.CodeChallenge == "" && (!asked.isQuiet || asked.userID != uuid.Nil) {
		mark := core.RandomToken()
		browser = core.TokenHash(mark)
		http.SetCookie(w, s.externalCookie(state, mark, found.IsPosted()))
	}
	if asked.invite != "" {
		invite = core.TokenHash(asked.invite)
	}
	now := s.Config.Now()
	_, err := s.DB.Exec(ctx, `
		INSERT INTO auth.external_states (state_hash, provider, redirect_to, code_challenge, browser_hash, user_id, session_id, invite_hash, expires_at, created_at)
		VALUES ($1, $2, $3, nullif($4, ''), $5, $6, $7, $8, $9, $10)`,
		core.TokenHash(state), found.Name, asked.redirect, asked.CodeChallenge, browser, core.Nullable(asked.userID), core.Nullable(asked.sessionID), invite, now.Add(ExternalTTL), now)
	if err != nil {
		return fmt.Errorf("store external state: %w", err)
	}
	return nil
}

// startOf derives nonce and verifier from the state, so that they need not be stored and cannot be
// found from the state.
func (s *Server) startOf(state string) (provider.Start, error) {
	key, err := s.Keys.Derive("external sign-in")
	if err != nil {
		return provider.Start{}, fmt.Errorf("derive the provider's nonce: %w", err)
	}
	derive := func(what string) string {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(what + " " + state))
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	return provider.Start{State: state, Nonce: derive("nonce"), Verifier: derive("verifier")}, nil
}

// externalCookie marks the browser that began. A provider that returns by a cross-site form post
// would not get a SameSite=Lax cookie.
func (s *Server) externalCookie(state, mark string, isPosted bool) *http.Cookie {
	return s.CookieFor("/callback", state, mark, isPosted)
}

// CookieFor is the cookie that binds a flow to the browser that began it.
func (s *Server) CookieFor(path, state, mark string, isPosted bool) *http.Cookie {
	callback, _ := url.Parse(s.Issuer + path)
	cookie := &http.Cookie{
		Name: cookieName(state), Value: mark, Path: callback.Path, MaxAge: int(ExternalTTL.Seconds()),
		HttpOnly: true, Secure: callback.Scheme == "https", SameSite: http.SameSiteLaxMode,
	}
	if isPosted && cookie.Secure {
		cookie.SameSite = http.SameSiteNoneMode
	}
	return cookie
}

// cookieName differs per state, so that several tabs can sign in at once.
func cookieName(state string) string {
	return "sb-external-" + hex.EncodeToString(core.TokenHash(state)[:8])
}

// waiting is the stored request of a user who returns from a provider.
type waiting struct {
	provider  string
	redirect  string
	challenge string
	userID    *uuid.UUID
	sessionID *uuid.UUID
	invite    []byte
}

// takeExternal deletes a state, whatever happens afterwards, so that it can be used only once.
func (s *Server) takeExternal(r *http.Request, state string) (waiting, error) {
	var found waiting
	var browser []byte
	var expiresAt time.Time
	if state == "" {
		return found, errOAuthCallback
	}
	err := s.DB.QueryRow(r.Context(), `
		DELETE FROM auth.external_states WHERE state_hash = $1
		RETURNING provider, redirect_to, coalesce(code_challenge, ''), browser_hash, user_id, session_id, invite_hash, expires_at`, core.TokenHash(state),
	).Scan(&found.provider, &found.redirect, &found.challenge, &browser, &found.userID, &found.sessionID, &found.invite, &expiresAt)
	switch {
	case core.IsMissing(err):
		return waiting{}, errOAuthState
	case err != nil:
		return waiting{}, fmt.Errorf("take external state: %w", err)
	case expiresAt.Before(s.Config.Now()):
		return found, errOAuthState
	case found.userID != nil && found.sessionID == nil:
		return found, errOAuthState // begun by an older version, without a session
	}
	if browser == nil {
		return found, nil
	}
	if !IsMarked(r, state, browser) {
		return found, errOAuthState
	}
	return found, nil
}

// IsMarked reports whether the request comes from the browser that began.
func IsMarked(r *http.Request, state string, browser []byte) bool {
	mark, err := r.Cookie(cookieName(state))
	return err == nil && subtle.ConstantTimeCompare(core.TokenHash(mark.Value), browser) == 1
}
