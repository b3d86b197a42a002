package oauthserver

import (
	"net/http"
	"net/url"
	"regexp"

	"github.com/google/uuid"
)

// Credentials are what a client sent to authenticate.
type Credentials struct {
	Client         uuid.UUID
	method, secret string
}

// IsBasic reports whether the client used HTTP Basic, so that its error needs a WWW-Authenticate
// header.
func (c Credentials) IsBasic() bool { return c.method == methodBasic }

// Exchange is a token request (RFC 6749, 4.1.3 and 6).
type Exchange struct {
	Credentials
	Grant                                 string
	Code, Verifier, RedirectURI, Resource string
	RefreshToken, Scope                   string
}

var verifierShape = regexp.MustCompile(`^[A-Za-z0-9._~-]{43,128}$`)

var nameShape = regexp.MustCompile(`^[A-Za-z0-9_]{1,50}$`)

// exchangeMax bounds each value, in bytes.
const exchangeMax = 4096

// ReadExchange parses a token request from a form, or from JSON converted to one.
func ReadExchange(r *http.Request, form url.Values) (Exchange, error) {
	for name, values := range form {
		if len(values) != 1 || len(values[0]) > exchangeMax {
			return Exchange{}, Refuse("invalid_request", shortName(name)+" is there more than once, or too long")
		}
	}
	in := Exchange{
		Grant: form.Get("grant_type"), Code: form.Get("code"), Verifier: form.Get("code_verifier"), RedirectURI: form.Get("redirect_uri"),
		Resource: form.Get("resource"), RefreshToken: form.Get("refresh_token"), Scope: form.Get("scope"),
	}
	var err error
	if in.Credentials, err = readCredentials(r, form); err != nil {
		return in, err
	}
	switch {
	case in.Grant == "":
		return in, Refuse("invalid_request", "grant_type is required")
	case in.Grant == GrantCode && (in.Code == "" || !verifierShape.MatchString(in.Verifier)):
		return in, Refuse("invalid_request", "code and code_verifier are required")
	case in.Grant == GrantRefresh && in.RefreshToken == "":
		return in, Refuse("invalid_request", "refresh_token is required")
	case in.Grant != GrantCode && in.Grant != GrantRefresh:
		return in, Refuse("unsupported_grant_type", "grant_type is authorization_code or refresh_token")
	}
	return in, nil
}

// shortName is a parameter's name if an error may repeat it (RFC 6749, 5.2).
func shortName(name string) string {
	if !nameShape.MatchString(name) {
		return "A parameter"
	}
	return name
}

// readCredentials accepts one form of authentication, not two (RFC 6749, 2.3).
func readCredentials(r *http.Request, form url.Values) (Credentials, error) {
	id, secret, isBasic := r.BasicAuth()
	if !isBasic {
		client, err := uuid.Parse(form.Get("client_id"))
		if err != nil {
			return Credentials{}, ErrClient
		}
		if form.Get("client_secret") == "" {
			return Credentials{Client: client, method: methodNone}, nil
		}
		return Credentials{client, methodPost, form.Get("client_secret")}, nil
	}
	basic := Credentials{method: methodBasic}
	// Both are form-encoded before they are put into the header.
	name, errName := url.QueryUnescape(id)
	secret, errSecret := url.QueryUnescape(secret)
	client, err := uuid.Parse(name)
	if errName != nil || errSecret != nil || err != nil {
		return basic, ErrClient
	}
	if form.Has("client_secret") || form.Has("client_id") && form.Get("client_id") != client.String() {
		return basic, Refuse("invalid_request", "Client credentials are there twice")
	}
	return Credentials{client, methodBasic, secret}, nil
}

// Given is the response to a token request.
type Given struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
	IDToken      string `json:"id_token,omitempty"`
}
