package rest

import (
	"errors"
	"fmt"
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/token"
)

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
