// Package oauthserver has the rules of an OAuth 2.1 authorization server: which clients may
// register, what they may request, how they authenticate, how errors are worded, and the published
// metadata. It owns the protocol and its limits; it must know no table, user or session.
package oauthserver

import (
	"net/http"
	"slices"
	"strings"
)

// Settings configure the server; the zero value serves nothing.
type Settings struct {
	// Enabled serves the protocol.
	Enabled bool
	// DynamicRegistration lets anybody register a client (RFC 7591).
	DynamicRegistration bool
	// ConsentURL is the absolute URL of the site's consent page. It gets authorization_id in its
	// query.
	ConsentURL string
	// ClientsMax bounds the self-registered clients; 1,000. The oldest without any consent are
	// replaced first.
	ClientsMax int
	// ClientsPerNetworkMax bounds those of one network; a quarter of ClientsMax.
	ClientsPerNetworkMax int
}

// ScopeOpenID requests an ID token.
const ScopeOpenID = "openid"

// Scopes are what a client may learn about a user. They grant no other rights.
var Scopes = []string{ScopeOpenID, "profile", "email", "phone"}

// scopeDefault is the scope of a request that names none.
const scopeDefault = "email"

// Has reports whether a scope is in a space-separated list.
func Has(scope, one string) bool { return slices.Contains(strings.Fields(scope), one) }

// Covers reports whether all requested scopes were granted.
func Covers(agreed, asked string) bool {
	has := strings.Fields(agreed)
	for one := range strings.FieldsSeq(asked) {
		if !slices.Contains(has, one) {
			return false
		}
	}
	return true
}

// Together is the union of two lists of scopes, sorted.
func Together(one, other string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(Scopes), func(scope string) bool { return !Has(one, scope) && !Has(other, scope) }), " ")
}

// Error is an error in the format of RFC 6749, 5.2.
type Error struct {
	Status      int    `json:"-"`
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// Error returns code and description.
func (e *Error) Error() string { return e.Code + ": " + e.Description }

// Refuse returns an error with status 400.
func Refuse(code, description string) *Error {
	return &Error{http.StatusBadRequest, code, description}
}

// These are the named errors.
var (
	ErrClient = &Error{http.StatusUnauthorized, "invalid_client", "Client authentication failed"}
	ErrGrant  = Refuse("invalid_grant", "The code or token is invalid, expired, used, or another client's")
)
