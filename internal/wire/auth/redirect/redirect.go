// Package redirect decides where a link or a flow may lead: the site itself, and the addresses and
// patterns of the operator's list. It reads no request. Begin at Targets; list.go parses the list and
// glob.go its patterns.
package redirect

import (
	"net/url"
	"strings"
)

// Target returns where a link may lead: the requested address if it is on the list or on the
// site's own origin, else the site. Browsers treat a backslash as a slash and drop control
// characters, so addresses with either are refused at once.
func (t Targets) Target(asked string) string {
	if strings.ContainsFunc(asked, func(r rune) bool { return r == '\\' || r <= ' ' || r == 0x7f }) {
		return t.site
	}
	if t.IsListed(asked) {
		return asked
	}
	parsed, err := url.Parse(asked)
	if err != nil || parsed.User != nil || parsed.Opaque != "" {
		return t.site
	}
	site, err := url.Parse(t.site)
	if err != nil || parsed.Scheme != site.Scheme || parsed.Host != site.Host {
		return t.site
	}
	return asked
}

// WithQuery sets values in an address's query and keeps the others, since clients put their own
// parameters there.
func WithQuery(address string, values url.Values) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := parsed.Query()
	for name, value := range values {
		query[name] = value
	}
	parsed.RawQuery = query.Encode()
	return parsed.String()
}

// WithFragment replaces an address's fragment, which browsers never send to a server.
func WithFragment(address string, values url.Values) string {
	bare, _, _ := strings.Cut(address, "#")
	return bare + "#" + values.Encode()
}
