package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/token"
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

// tokenFault is the error for a refused token. Details may be nil.
func tokenFault(code, message string, details any) *fault.Error {
	return &fault.Error{Status: http.StatusUnauthorized, Code: code, Message: message, Details: details}
}

var (
	errVisitor      = tokenFault("PGRST302", "Anonymous access is disabled", nil)
	errNoToken      = tokenFault("PGRST301", "Empty JWT is sent in Authorization header", nil)
	errAudience     = tokenFault("PGRST303", "JWT not in audience", nil)
	errAudienceType = tokenFault("PGRST303", "The JWT 'aud' claim must be a string or an array of strings", nil)
)

func errParts(parts int) *fault.Error {
	return tokenFault("PGRST301", fmt.Sprintf("Expected 3 parts in JWT; got %d", parts), nil)
}

// tokenRefusals maps the reason a token was rejected to its error; the first match counts.
var tokenRefusals = []struct {
	reason  error
	refusal *fault.Error
}{
	{token.ErrExpired, tokenFault("PGRST303", "JWT expired", nil)},
	{token.ErrFuture, tokenFault("PGRST303", "JWT issued at future", nil)},
	{token.ErrNotYet, tokenFault("PGRST303", "JWT not yet valid", nil)},
	{token.ErrMalformed, tokenFault("PGRST301", "JWT couldn't be decoded", nil)},
	{token.ErrUnsigned, tokenFault("PGRST301", "Wrong or unsupported encoding algorithm", "JWT is unsecured but expected 'alg' was not 'none'")},
	{token.ErrNoKey, tokenFault("PGRST301", "No suitable key or wrong key type", "No suitable key was found to decode the JWT")},
	{token.ErrSignature, tokenFault("PGRST301", "No suitable key or wrong key type", "None of the keys was able to decode the JWT")},
}

var errBadClaims = tokenFault("PGRST303", "JWT claims are invalid", nil)

func refuseToken(err error) error {
	for _, known := range tokenRefusals {
		if errors.Is(err, known.reason) {
			return known.refusal.Because(err)
		}
	}
	claim, isOfOne := errors.AsType[token.ClaimError](err)
	switch {
	case isOfOne && claim.Name == "aud":
		return errAudienceType.Because(err)
	case isOfOne:
		return tokenFault("PGRST303", "The JWT '"+claim.Name+"' claim must be a number", nil).Because(err)
	}
	return errBadClaims.Because(err)
}

// challenge is the WWW-Authenticate header (RFC 6750). If the request had a bad token, it says what
// is wrong with it.
func challenge(refusal *fault.Error) string {
	if refusal.Code == "PGRST301" || refusal.Code == "PGRST303" {
		return fmt.Sprintf("Bearer error=\"invalid_token\", error_description=%q", refusal.Message)
	}
	return "Bearer"
}
