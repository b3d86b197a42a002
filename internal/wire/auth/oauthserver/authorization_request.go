package oauthserver

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Asked is an authorization request (RFC 6749, 4.1.1).
type Asked struct {
	Scope, State, Nonce, Resource string
	Challenge                     string
}

// These bound an authorization request.
const (
	stateMax    = 4096
	nonceMax    = 1024
	resourceMax = 2048
)

// ClientOf returns the client and the redirect address of a request. Until they are known to belong
// together, the user must not be redirected.
func ClientOf(query url.Values) (client uuid.UUID, redirect string, err error) {
	client, err = uuid.Parse(only(query, "client_id"))
	if err != nil {
		return uuid.Nil, "", Refuse("invalid_request", "client_id is missing or malformed")
	}
	if redirect = only(query, "redirect_uri"); redirect == "" {
		return uuid.Nil, "", Refuse("invalid_request", "redirect_uri is required, once")
	}
	return client, redirect, nil
}

var challengeShape = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

// read are the parameters that the server uses.
var read = []string{"client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "resource", "code_challenge", "code_challenge_method", "prompt", "request", "request_uri"}

// ReadAsked parses the rest of a request; its errors go to the client. openID is whether the server
// can sign ID tokens.
func ReadAsked(query url.Values, openID bool) (Asked, error) {
	asked := Asked{
		Scope: only(query, "scope"), State: only(query, "state"), Nonce: only(query, "nonce"), Resource: only(query, "resource"),
		Challenge: only(query, "code_challenge"),
	}
	// A state that cannot be stored is not returned either.
	if len(asked.State) > stateMax || !isText(asked.State) {
		asked.State = ""
		return asked, Refuse("invalid_request", "state is too long, or no text")
	}
	for _, name := range read {
		if len(query[name]) > 1 {
			return asked, Refuse("invalid_request", name+" is there more than once")
		}
	}
	switch {
	case query.Has("request") || query.Has("request_uri"):
		return asked, Refuse("request_not_supported", "Requests are made by parameters alone")
	case only(query, "response_type") != "code":
		return asked, Refuse("unsupported_response_type", "Only response_type=code is supported")
	case query.Has("response_mode") && only(query, "response_mode") != "query":
		return asked, Refuse("invalid_request", "Only response_mode=query is supported")
	case only(query, "prompt") == "none":
		return asked, Refuse("interaction_required", "People are asked by a page")
	case only(query, "code_challenge_method") != "S256" && only(query, "code_challenge_method") != "s256":
		return asked, Refuse("invalid_request", "code_challenge_method must be S256")
	case !challengeShape.MatchString(asked.Challenge):
		return asked, Refuse("invalid_request", "code_challenge must be the 43 characters that S256 gives")
	case len(asked.Nonce) > nonceMax || len(asked.Resource) > resourceMax || !isText(asked.Nonce) || !isText(asked.Resource):
		return asked, Refuse("invalid_request", "A parameter is too long, or no text")
	}
	var err error
	asked.Scope, err = readScope(asked.Scope, openID)
	return asked, err
}

// readScope sorts scopes and removes duplicates.
func readScope(asked string, openID bool) (string, error) {
	if strings.TrimSpace(asked) == "" {
		return scopeDefault, nil
	}
	if len(asked) > 200 || !Covers(strings.Join(Scopes, " "), asked) {
		return "", Refuse("invalid_scope", "Scopes are "+strings.Join(Scopes, ", "))
	}
	if !openID && Has(asked, ScopeOpenID) {
		return "", Refuse("invalid_scope", "This server has no key that others could verify: openid is not offered")
	}
	kept := slices.DeleteFunc(slices.Clone(Scopes), func(one string) bool { return !Has(asked, one) })
	return strings.Join(kept, " "), nil
}

// isText reports whether the database can store it as text.
func isText(said string) bool { return utf8.ValidString(said) && !strings.Contains(said, "\x00") }

// only returns a parameter that occurs exactly once.
func only(values url.Values, name string) string {
	if len(values[name]) != 1 {
		return ""
	}
	return values[name][0]
}

// Answer is the client's redirect address with the result of its request: a code or an error, its
// state, and the issuer (RFC 9207), so that a client of several servers cannot mistake one's
// response for another's.
func Answer(redirect, issuer, state string, values url.Values) string {
	values.Set("iss", issuer)
	if state != "" {
		values.Set("state", state)
	}
	separator := "?"
	if strings.Contains(redirect, "?") {
		separator = "&"
	}
	return redirect + separator + values.Encode()
}

// AnswerError is Answer for an error.
func AnswerError(redirect, issuer, state string, refusal *Error) string {
	return Answer(redirect, issuer, state, url.Values{"error": {refusal.Code}, "error_description": {refusal.Description}})
}

func checkRedirects(addresses []string) error {
	if len(addresses) > redirectsMax {
		return Refuse("invalid_redirect_uri", "redirect_uris cannot exceed 10 items")
	}
	for _, address := range addresses {
		if reason := faultOf(address); reason != "" {
			return Refuse("invalid_redirect_uri", "A redirect URI "+reason)
		}
	}
	return nil
}

// faultOf says why an address cannot be a redirect address; "" if it can.
func faultOf(address string) string {
	parsed, err := url.Parse(address)
	switch {
	case err != nil || parsed.Scheme == "" || len(address) > addressMax:
		return "must be an absolute address of 2048 bytes at most"
	// Lists are stored comma-separated, and browsers treat a backslash as a slash.
	case strings.ContainsAny(address, ",\\*") || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "must be written without commas, backslashes, asterisks and spaces, in ASCII"
	case parsed.User != nil || strings.Contains(address, "#"):
		return "must have neither a user nor a fragment"
	case parsed.Query().Has("code") || parsed.Query().Has("state") || parsed.Query().Has("error") || parsed.Query().Has("iss"):
		return "must not have the answer's own parameters"
	}
	return faultOfScheme(parsed)
}

// schemesOfApps are allowed although they contain no domain, because these well-known apps have no
// other.
var schemesOfApps = map[string]string{"cursor": "anysphere.cursor-mcp"}

// faultOfScheme allows pages over TLS, apps on the device itself, and apps whose scheme contains
// their domain (RFC 8252, 7): never a scheme that a browser would run.
func faultOfScheme(address *url.URL) string {
	switch host := address.Hostname(); {
	case address.Scheme == "https" && host != "":
		return ""
	case address.Scheme == "http" && (host == "localhost" || host == "127.0.0.1" || host == "::1"):
		return ""
	case schemesOfApps[address.Scheme] != "" && schemesOfApps[address.Scheme] == host:
		return ""
	case strings.Contains(address.Scheme, "."):
		return ""
	}
	return "must be https, http on the device itself, or of a scheme with a domain in it"
}
