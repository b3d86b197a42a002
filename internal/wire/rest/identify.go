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

// identify verifies the token, if there is one.
func (e *Engine) identify(r *http.Request) (caller.Caller, error) {
	from, now := caller.From(r.Context()), e.now()
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

// bearer is the token of a request, which says so in any case of letters.
func bearer(header string) (compact string, isBearer bool) {
	scheme, token, _ := strings.Cut(header, " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// checkAudience holds a token to be made for whom the database says, unless it
// says nobody.
func (f *inForce) checkAudience(claims json.RawMessage) error {
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

// withRole has claims say under which role the request runs.
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
