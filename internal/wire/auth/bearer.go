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

// signedIn is who a bearer token speaks for.
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

// asUser lets only living sessions of living users through that have proved
// all that their account asks for.
func (s *Server) asUser(next signedInHandler) handler {
	return s.asHalfway(func(w http.ResponseWriter, r *http.Request, me signedIn) error {
		if me.isHalfway() {
			return errAAL2Needed
		}
		return next(w, r, me)
	})
}

// isHalfway reports a session that still lacks its account's second factor.
// Whoever has only the password has such a one.
func (me signedIn) isHalfway() bool {
	return me.session.AAL != aal2 && me.hasVerifiedFactor()
}

// asHalfway also lets those through that still lack the second factor: to what
// proves it, and to the way out.
func (s *Server) asHalfway(next signedInHandler) handler {
	return s.asAnybody(func(w http.ResponseWriter, r *http.Request, me signedIn) error {
		if me.session.client != nil {
			return errClientSession
		}
		return next(w, r, me)
	})
}

// asAnybody also lets the apps through that a user has agreed to. What they were let
// do is to know him, and not to change how he signs in or whom else he trusts.
func (s *Server) asAnybody(next signedInHandler) handler {
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

// asAdmin lets only the service key through.
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

// isAdminRole reports the roles that the protocol takes for an administrator's.
func isAdminRole(role string) bool { return role == caller.ServiceRole || role == "supabase_admin" }
