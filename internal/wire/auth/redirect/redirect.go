// Package redirect decides where a link or a flow may lead: the site itself, and the addresses and
// patterns of the operator's list. It reads no request. Begin at Targets; glob.go parses the list's
// patterns.
package redirect

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
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

// These bound a redirect list: its entries, the bytes of one, the expansions of one, and the bytes
// of an address that is compared with it.
const (
	entriesMax      = 200
	entryBytesMax   = 2048
	alternativesMax = 64
	askedBytesMax   = 8192
)

// redirectRule is one entry of the list. An entry without wildcards matches only that address, with
// any fragment.
type redirectRule struct {
	exact  string
	scheme string
	whole  *regexp.Regexp
	// host matches the host as a browser parses it, for schemes that browsers connect with: text
	// before the host that a wildcard matches must not count as the host. Other schemes belong to
	// apps.
	host *regexp.Regexp
}

var (
	// connects are the schemes whose host a browser connects to.
	connects = []string{"http", "https", "ws", "wss", "ftp"}
	// inert are the schemes whose content is in the address itself or on the device.
	inert = []string{"javascript", "vbscript", "data", "file", "blob", "filesystem", "about", "view-source"}

	plainHost   = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)
	patternHost = regexp.MustCompile(`^[a-zA-Z0-9.*?\[\]!-]+$`)
	// numericHost ends in a number, which browsers parse as an IPv4 address in any notation (WHATWG
	// URL, "ends in a number checker").
	numericHost = regexp.MustCompile(`(?i)(^|\.)([0-9]+|0x[0-9a-f]*)$`)
	patternText = regexp.MustCompile(`^[!-~]+$`)
)

// Check returns an error for the first unusable entry of a redirect list.
func Check(entries []string) error {
	_, err := compileAll(entries)
	return err
}

// Targets are the addresses where a link may lead: the site's own, and those of a list.
type Targets struct {
	site  string
	rules []redirectRule
}

// Parse returns the targets of a site and a list.
func Parse(site string, entries []string) (Targets, error) {
	rules, err := compileAll(entries)
	return Targets{site, rules}, err
}

func compileAll(entries []string) ([]redirectRule, error) {
	if len(entries) > entriesMax {
		return nil, fmt.Errorf("more than %d redirect addresses", entriesMax)
	}
	var rules []redirectRule
	for _, entry := range entries {
		made, err := compileRedirect(entry)
		if err != nil {
			return nil, fmt.Errorf("%q %w", entry, err)
		}
		rules = append(rules, made...)
	}
	return rules, nil
}

func compileRedirect(entry string) ([]redirectRule, error) {
	parsed, err := url.Parse(entry)
	switch {
	case len(entry) > entryBytesMax:
		return nil, fmt.Errorf("is longer than %d bytes", entryBytesMax)
	// The brackets of an IPv6 address are not a character class.
	case !strings.ContainsAny(entry, `*?[{\`), err == nil && strings.HasPrefix(parsed.Host, "["):
		if err != nil || parsed.Scheme == "" || slices.Contains(inert, parsed.Scheme) {
			return nil, errors.New("is no address")
		}
		return []redirectRule{{exact: entry}}, nil
	case !patternText.MatchString(entry):
		return nil, errors.New("has characters that no address has")
	}
	written, err := alternatives(nil, entry)
	if err != nil {
		return nil, err
	}
	var rules []redirectRule
	for _, text := range written {
		rule, err := compilePattern(text)
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

func compilePattern(text string) (rule redirectRule, err error) {
	scheme, rest, found := strings.Cut(text, ":")
	rule.scheme = strings.ToLower(scheme)
	if bare, err := url.Parse(scheme + ":"); !found || err != nil || bare.Scheme == "" || slices.Contains(inert, rule.scheme) {
		return rule, errors.New("does not begin with the scheme of an address")
	}
	if rule.whole, err = globRegexp(text); err != nil || !slices.Contains(connects, rule.scheme) {
		return rule, err
	}
	rest, found = strings.CutPrefix(rest, "//")
	if !found {
		return rule, errors.New("names no host")
	}
	authority, _, _ := strings.Cut(rest, "/")
	host, err := hostOfPattern(authority)
	if err != nil {
		// A question mark after a host may also begin a query.
		before, _, isQuery := strings.Cut(authority, "?")
		if host, err = hostOfPattern(before); err != nil || !isQuery {
			return rule, err
		}
	}
	rule.host, err = globRegexp(host)
	return rule, err
}

var errOpenHost = errors.New("has a wildcard that reaches hosts of others: a whole domain must follow it, as in https://*.example.com")

// hostOfPattern is the host in a pattern's authority. After its last wildcard it must name a domain
// that somebody can own, so that no other owner's hosts match.
func hostOfPattern(authority string) (string, error) {
	host, _, _ := strings.Cut(authority, ":")
	if strings.Contains(authority, "@") || !patternHost.MatchString(host) {
		return "", errors.New("names no host")
	}
	last := strings.LastIndexAny(host, "*?]")
	if last < 0 {
		return host, nil
	}
	_, named, _ := strings.Cut(host[last+1:], ".")
	if named == "localhost" {
		return host, nil
	}
	suffix, isICANN := publicsuffix.PublicSuffix(named)
	// Private suffixes, whose users have names below them, are the operator's choice.
	if !plainHost.MatchString(named) || named == suffix && (isICANN || !strings.Contains(suffix, ".")) {
		return "", errOpenHost
	}
	return host, nil
}

// IsListed reports whether the list allows an address.
func (t Targets) IsListed(asked string) bool {
	bare, _, _ := strings.Cut(asked, "#")
	parsed, err := url.Parse(asked)
	usable := err == nil && len(bare) <= askedBytesMax && parsed.User == nil
	return slices.ContainsFunc(t.rules, func(rule redirectRule) bool {
		if rule.whole == nil {
			return rule.exact == asked || err == nil && rule.exact == bare
		}
		return usable && parsed.Scheme == rule.scheme && isNamedHost(parsed, bare) && rule.whole.MatchString(bare) &&
			(rule.host == nil || rule.host.MatchString(parsed.Hostname()))
	})
}

// isNamedHost refuses numeric hosts, except the loopback ones, and hosts in a notation that not all
// parsers understand.
func isNamedHost(parsed *url.URL, written string) bool {
	host := parsed.Hostname()
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	if !slices.Contains(connects, parsed.Scheme) {
		return !numericHost.MatchString(host)
	}
	_, rest, _ := strings.Cut(written, "://")
	return plainHost.MatchString(host) && !numericHost.MatchString(host) && strings.HasPrefix(rest, parsed.Host)
}
