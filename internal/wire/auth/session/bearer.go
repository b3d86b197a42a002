package session

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
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
			return core.ErrAAL2Needed
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
		return SignedIn{}, core.ErrSessionGone
	}
	if err != nil {
		return SignedIn{}, fmt.Errorf("read session: %w", err)
	}
	return SignedIn{user, session}, nil
}
