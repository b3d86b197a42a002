// Package oauthserver has the rules of an OAuth 2.1 authorization server: which
// clients may be registered, what they may ask for, how they prove who they are,
// in which words they are refused, and what is published about the server. It
// owns the protocol and its bounds; it must know no table, user or session.
package oauthserver

import (
	"net/http"
	"slices"
	"strings"
)

// Settings say which parts are served; the zero value serves none.
type Settings struct {
	// Enabled serves the protocol.
	Enabled bool
	// DynamicRegistration lets anybody register a client (RFC 7591).
	DynamicRegistration bool
	// ConsentURL is the page of the site that asks people, an absolute URL. It finds
	// authorization_id in its query.
	ConsentURL string
	// ClientsMax is how many clients may have registered themselves; 1,000. The oldest
	// that nobody ever agreed to make room for others.
	ClientsMax int
	// ClientsPerNetworkMax is how many of them one network has; a quarter.
	ClientsPerNetworkMax int
}

// ScopeOpenID asks for a signed statement of who somebody is.
const ScopeOpenID = "openid"

// Scopes are what a client may come to know. They say nothing about what it may do.
var Scopes = []string{ScopeOpenID, "profile", "email", "phone"}

// scopeDefault is what a client gets that asks for nothing.
const scopeDefault = "email"

// Has reports a scope among those of a text.
func Has(scope, one string) bool { return slices.Contains(strings.Fields(scope), one) }

// Covers reports whether all that is asked for was agreed to.
func Covers(agreed, asked string) bool {
	has := strings.Fields(agreed)
	for one := range strings.FieldsSeq(asked) {
		if !slices.Contains(has, one) {
			return false
		}
	}
	return true
}

// Together are the scopes of two texts, in one order.
func Together(one, other string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(Scopes), func(scope string) bool { return !Has(one, scope) && !Has(other, scope) }), " ")
}

// Error is a refusal in the words of RFC 6749, 5.2.
type Error struct {
	Status      int    `json:"-"`
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// Error returns the words.
func (e *Error) Error() string { return e.Code + ": " + e.Description }

// Refuse returns a refusal with status 400.
func Refuse(code, description string) *Error {
	return &Error{http.StatusBadRequest, code, description}
}

// The refusals that have a name.
var (
	ErrClient = &Error{http.StatusUnauthorized, "invalid_client", "Client authentication failed"}
	ErrGrant  = Refuse("invalid_grant", "The code or token is invalid, expired, used, or another client's")
)
