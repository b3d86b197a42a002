package rest

import (
	"context"
	"net/http"
	"strings"

	"automacao/internal/caller"
)

// identify verifies the token, if there is one.
func (e *Engine) identify(r *http.Request) (caller.Caller, error) {
	from := caller.From(r.Context())
	from.Role, from.Claims = e.cfg.AnonRole, e.visitorClaims
	compact, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !isBearer || compact == "" {
		return from, nil
	}
	claims, err := e.keys.Verify(compact)
	if err != nil {
		return from, refuseToken(err)
	}
	verified := claims.Caller()
	verified.IP, verified.UserAgent = from.IP, from.UserAgent
	if verified.Role == "" {
		verified.Role = e.cfg.AnonRole
	}
	return verified, nil
}

func roleOf(ctx context.Context) string { return caller.From(ctx).Role }
