package oauthserver

import (
	"net/url"
	"strings"
)

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
