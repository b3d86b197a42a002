package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/token"
)

// signedIn is the user and session of a bearer token.
type signedIn struct {
	*User
	session Session
}

type signedInHandler func(w http.ResponseWriter, r *http.Request, me signedIn) error

// bearer verifies the request's token and puts its caller into the context.
func (s *Server) bearer(r *http.Request) (token.Claims, *http.Request, error) {
	scheme, compact, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") || compact == "" {
		return token.Claims{}, nil, errNoAuthorization
	}
	claims, err := s.keys.VerifyAt(compact, s.cfg.Now())
	if err != nil {
		refusal := *errBadJWT.Because(err)
		refusal.Message = "invalid JWT: unable to parse or verify signature"
		if errors.Is(err, token.ErrExpired) {
			refusal.Message += ", token has invalid claims: token is expired"
		}
		return token.Claims{}, nil, &refusal
	}
	verified, from := claims.Caller(), caller.From(r.Context())
	verified.IP, verified.UserAgent = from.IP, from.UserAgent
	return claims, r.WithContext(caller.NewContext(r.Context(), verified)), nil
}

// asUser admits only valid sessions of active users that have proved every factor the account
// requires.
func (s *Server) asUser(next signedInHandler) handler {
	return s.allowAAL1(func(w http.ResponseWriter, r *http.Request, me signedIn) error {
		if me.lacksSecondFactor() {
			return errAAL2Needed
		}
		return next(w, r, me)
	})
}

// lacksSecondFactor reports whether the session still lacks its account's second factor. Somebody
// who only knows the password gets such a session.
func (me signedIn) lacksSecondFactor() bool {
	return me.session.AAL != aal2 && me.hasVerifiedFactor()
}

// allowAAL1 also admits sessions that still lack the second factor, for routes that prove it or
// sign out.
func (s *Server) allowAAL1(next signedInHandler) handler {
	return s.allowApps(func(w http.ResponseWriter, r *http.Request, me signedIn) error {
		if me.session.client != nil {
			return errClientSession
		}
		return next(w, r, me)
	})
}

// allowApps also admits sessions of apps that a user has authorised. Such apps may read the user's
// profile, but not change how the user signs in or which apps they authorise.
func (s *Server) allowApps(next signedInHandler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, r, err := s.bearer(r)
		if err != nil {
			return err
		}
		if _, isUser := claims.UserID(); !isUser {
			refusal := *errBadJWT
			refusal.Message = "invalid claim: missing sub claim"
			return &refusal
		}
		me, err := s.resolve(r.Context(), s.db, caller.From(r.Context()))
		if err != nil {
			return err
		}
		return next(w, r, me)
	}
}

func (s *Server) resolve(ctx context.Context, q querier, from caller.Caller) (signedIn, error) {
	user, err := findUser(ctx, q, "u.id = $1", from.UserID)
	switch {
	case errors.Is(err, errUserNotFound):
		return signedIn{}, errUserGone
	case err != nil:
		return signedIn{}, err
	case user.bannedAt(s.cfg.Now()):
		return signedIn{}, errBannedToken
	}
	session, err := scanSession(q.QueryRow(ctx, `SELECT `+sessionColumns+` FROM auth.sessions s WHERE s.id = $1 AND s.user_id = $2`,
		from.SessionID, from.UserID))
	if errors.Is(err, pgx.ErrNoRows) {
		return signedIn{}, errSessionGone
	}
	if err != nil {
		return signedIn{}, fmt.Errorf("read session: %w", err)
	}
	return signedIn{user, session}, nil
}

// asAdmin admits only the service key.
func (s *Server) asAdmin(next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, r, err := s.bearer(r)
		if err != nil {
			return err
		}
		if !isAdminRole(claims.Role) {
			return errNotAdmin
		}
		return next(w, r)
	}
}

// isAdminRole reports the roles that the protocol accepts as an administrator's.
func isAdminRole(role string) bool { return role == caller.ServiceRole || role == "supabase_admin" }
