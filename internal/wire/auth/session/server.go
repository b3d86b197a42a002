// Package session owns sessions: it opens, refreshes and ends them, signs their access tokens, and
// admits the requests that carry one. It does not decide who may sign in; the flows do, and call
// Open. Begin at session.go, then refresh.go for the chain of refresh tokens and server.go for the
// wrappers of routes.
package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

// Server opens and checks sessions, and serves POST /logout and the grant refresh_token.
type Server struct{ *core.Server }

// New returns the sessions of a server.
func New(shared *core.Server) *Server { return &Server{shared} }

var (
	ErrSessionGone = fault.New(http.StatusForbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
	ErrAAL2Needed  = fault.New(http.StatusUnauthorized, "insufficient_aal", "AAL2 session is required when MFA is enabled.")

	errUserGone        = fault.New(http.StatusForbidden, "user_not_found", "User from sub claim in JWT does not exist")
	errClientSession   = fault.New(http.StatusForbidden, "no_authorization", "An app that the user agreed to may not do this")
	errBannedToken     = fault.New(http.StatusForbidden, "user_banned", "User is banned")
	errBanned          = fault.New(http.StatusBadRequest, "user_banned", "User is banned")
	errRefreshUnknown  = fault.New(http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	errRefreshUsed     = fault.New(http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
	errSessionExpired  = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired")
	errSessionIdle     = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired (Inactivity)")
	errSessionReplaced = fault.New(http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired (Revoked by Newer Login)")
	errBannedRefresh   = fault.New(http.StatusBadRequest, "user_banned", "Invalid Refresh Token: User Banned")
	ErrSessionNotFound = fault.New(http.StatusNotFound, "session_not_found", "Session not found")
)

// SignedIn is the user and session of a bearer token.
type SignedIn struct {
	*core.User
	Session Session
}

// Handler answers a request of a signed-in user.
type Handler func(w http.ResponseWriter, r *http.Request, me SignedIn) error

// AsUser admits only valid sessions of active users that have proved every factor the account
// requires.
func (s *Server) AsUser(next Handler) core.Handler {
	return s.AllowAAL1(func(w http.ResponseWriter, r *http.Request, me SignedIn) error {
		if me.LacksSecondFactor() {
			return ErrAAL2Needed
		}
		return next(w, r, me)
	})
}

// LacksSecondFactor reports whether the session still lacks its account's second factor. Somebody
// who only knows the password gets such a session.
func (me SignedIn) LacksSecondFactor() bool {
	return me.Session.AAL != AAL2 && me.HasVerifiedFactor()
}

// AllowAAL1 also admits sessions that still lack the second factor, for routes that prove it or
// sign out.
func (s *Server) AllowAAL1(next Handler) core.Handler {
	return s.AllowApps(func(w http.ResponseWriter, r *http.Request, me SignedIn) error {
		if me.Session.Client != nil {
			return errClientSession
		}
		return next(w, r, me)
	})
}

// AllowApps also admits sessions of apps that a user has authorised. Such apps may read the user's
// profile, but not change how the user signs in or which apps they authorise.
func (s *Server) AllowApps(next Handler) core.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, r, err := s.Bearer(r)
		if err != nil {
			return err
		}
		if _, isUser := claims.UserID(); !isUser {
			refusal := *core.ErrBadJWT
			refusal.Message = "invalid claim: missing sub claim"
			return &refusal
		}
		me, err := s.resolve(r.Context(), s.DB, caller.From(r.Context()))
		if err != nil {
			return err
		}
		return next(w, r, me)
	}
}

func (s *Server) resolve(ctx context.Context, q core.Querier, from caller.Caller) (SignedIn, error) {
	user, err := core.FindUser(ctx, q, "u.id = $1", from.UserID)
	switch {
	case errors.Is(err, core.ErrUserNotFound):
		return SignedIn{}, errUserGone
	case err != nil:
		return SignedIn{}, err
	case user.BannedAt(s.Config.Now()):
		return SignedIn{}, errBannedToken
	}
	session, err := Scan(q.QueryRow(ctx, `SELECT `+Columns+` FROM auth.sessions s WHERE s.id = $1 AND s.user_id = $2`,
		from.SessionID, from.UserID))
	if errors.Is(err, pgx.ErrNoRows) {
		return SignedIn{}, ErrSessionGone
	}
	if err != nil {
		return SignedIn{}, fmt.Errorf("read session: %w", err)
	}
	return SignedIn{user, session}, nil
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
