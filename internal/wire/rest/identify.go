package rest

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"automacao/internal/caller"
	"automacao/internal/fault"
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
	if parts := strings.Count(compact, ".") + 1; err != nil && parts != 3 {
		return from, fault.New(http.StatusUnauthorized, "PGRST301", fmt.Sprintf("Expected 3 parts in JWT; got %d", parts)).Because(err)
	}
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
