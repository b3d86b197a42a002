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

// Metadata is the server's metadata for both RFC 8414 and OpenID Connect Discovery 1.0.
type Metadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	UserinfoEndpoint      string   `json:"userinfo_endpoint"`
	KeysURI               string   `json:"jwks_uri"`
	RegistrationEndpoint  string   `json:"registration_endpoint,omitempty"`
	Scopes                []string `json:"scopes_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported"`
	GrantTypes            []string `json:"grant_types_supported"`
	AuthMethods           []string `json:"token_endpoint_auth_methods_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
	SubjectTypes          []string `json:"subject_types_supported"`
	SigningAlgorithms     []string `json:"id_token_signing_alg_values_supported,omitempty"`
	Claims                []string `json:"claims_supported"`
	// NamesItself says that responses contain the issuer (RFC 9207).
	NamesItself bool `json:"authorization_response_iss_parameter_supported"`
}

// Describe returns an issuer's metadata. algorithm signs ID tokens; "" if others cannot verify the
// server's key.
func Describe(issuer string, settings Settings, algorithm string) Metadata {
	about := Metadata{
		Issuer: issuer, AuthorizationEndpoint: issuer + "/oauth/authorize", TokenEndpoint: issuer + "/oauth/token",
		UserinfoEndpoint: issuer + "/oauth/userinfo", KeysURI: issuer + "/.well-known/jwks.json",
		Scopes: Scopes, ResponseTypes: []string{"code"}, ResponseModes: []string{"query"}, GrantTypes: grantTypes,
		AuthMethods: authMethods, ChallengeMethods: []string{"S256"}, SubjectTypes: []string{"public"}, NamesItself: true,
		Claims: []string{"sub", "name", "picture", "preferred_username", "updated_at", "email", "email_verified", "phone_number", "phone_number_verified"},
	}
	if algorithm == "" {
		about.Scopes = Scopes[1:]
	} else {
		about.SigningAlgorithms = []string{algorithm}
	}
	if settings.DynamicRegistration {
		about.RegistrationEndpoint = issuer + "/oauth/clients/register"
	}
	return about
}
