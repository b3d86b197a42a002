package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/kernel/caller"
)

// identify verifies the token, if there is one, and returns the caller.
func (e *Engine) identify(r *http.Request) (caller.Caller, error) {
	from, now := caller.From(r.Context()), e.config()
	from.Role, from.Claims = now.AnonRole, now.visitorClaims
	compact, isBearer := bearer(r.Header.Get("Authorization"))
	switch {
	case !isBearer && now.NoVisitors:
		return from, errVisitor
	case !isBearer:
		return from, nil
	case compact == "":
		return from, errNoToken
	}
	claims, err := now.keys.Verify(compact)
	if parts := strings.Count(compact, ".") + 1; err != nil && parts != 3 {
		return from, errParts(parts).Because(err)
	}
	if err != nil {
		return from, refuseToken(err)
	}
	if err := now.checkAudience(claims.Raw); err != nil {
		return from, err
	}
	verified := claims.Caller()
	verified.IP, verified.UserAgent = from.IP, from.UserAgent
	if verified.Role == "" || now.rolePath != nil {
		verified.Role, _ = now.pathToRole().Find(claims.Raw)
	}
	if verified.Role == "" && now.NoVisitors {
		return from, errVisitor
	}
	if verified.Role == "" {
		verified.Role = now.AnonRole
	}
	if verified.Role != claims.Role {
		verified.Claims = withRole(claims.Raw, verified.Role)
	}
	return verified, nil
}

// bearer returns the token of an Authorization header; the scheme is case-insensitive.
func bearer(header string) (compact string, isBearer bool) {
	scheme, token, _ := strings.Cut(header, " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// checkAudience checks that a token was issued for the configured audience. A token without an
// audience passes.
func (f *effectiveConfig) checkAudience(claims json.RawMessage) error {
	if f.audience == "" {
		return nil
	}
	var read struct {
		Audience jwt.ClaimStrings `json:"aud"`
	}
	if err := json.Unmarshal(claims, &read); err != nil {
		return errAudienceType.Because(err)
	}
	if len(read.Audience) > 0 && !slices.Contains(read.Audience, f.audience) {
		return errAudience
	}
	return nil
}

// withRole sets the role claim to the role that the request runs under.
func withRole(claims json.RawMessage, role string) json.RawMessage {
	object := map[string]json.RawMessage{}
	if json.Unmarshal(claims, &object) != nil {
		return claims
	}
	told, err := json.Marshal(role)
	if err != nil {
		return claims
	}
	object["role"] = told
	changed, err := json.Marshal(object)
	if err != nil {
		return claims
	}
	return changed
}

func roleOf(ctx context.Context) string { return caller.From(ctx).Role }
