package core

import (
	"errors"
	"net/http"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/token"
)

// Bearer verifies the request's token and puts its caller into the context.
func (s *Server) Bearer(r *http.Request) (token.Claims, *http.Request, error) {
	scheme, compact, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") || compact == "" {
		return token.Claims{}, nil, errNoAuthorization
	}
	claims, err := s.Keys.VerifyAt(compact, s.Config.Now())
	if err != nil {
		refusal := *ErrBadJWT.Because(err)
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

// AsAdmin admits only the service key.
func (s *Server) AsAdmin(next Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, r, err := s.Bearer(r)
		if err != nil {
			return err
		}
		if !IsAdminRole(claims.Role) {
			return errNotAdmin
		}
		return next(w, r)
	}
}

// IsAdminRole reports the roles that the protocol accepts as an administrator's.
func IsAdminRole(role string) bool { return role == caller.ServiceRole || role == "supabase_admin" }
