package auth

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

// Bounds of a redirect list: its entries, the bytes of one, what one stands for when its
// alternatives are written out, and the bytes of an address that is compared with it.
const (
	redirectsMax            = 200
	redirectBytesMax        = 2048
	redirectAlternativesMax = 64
	redirectAskedBytesMax   = 8192
)

// redirectRule is one entry of the list. An entry without wildcards is that address
// alone, whatever fragment is behind it.
type redirectRule struct {
	exact  string
	scheme string
	whole  *regexp.Regexp
	// host holds the host as a browser reads it, of a scheme that browsers connect by:
	// what a wildcard lets pass before it is no host. Other schemes are an app's own.
	host *regexp.Regexp
}

var (
	// connects are the schemes whose host a browser connects to.
	connects = []string{"http", "https", "ws", "wss", "ftp"}
	// inert are the schemes that lead to what the address itself or the device says.
	inert = []string{"javascript", "vbscript", "data", "file", "blob", "filesystem", "about", "view-source"}

	plainHost   = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)
	patternHost = regexp.MustCompile(`^[a-zA-Z0-9.*?\[\]!-]+$`)
	// numericHost ends in a number, which browsers read as an IPv4 address however it is
	// written (WHATWG URL, "ends in a number checker").
	numericHost = regexp.MustCompile(`(?i)(^|\.)([0-9]+|0x[0-9a-f]*)$`)
	patternText = regexp.MustCompile(`^[!-~]+$`)
)

// CheckRedirects reports the first entry of a redirect list that cannot be used.
func CheckRedirects(entries []string) error {
	_, err := compileRedirects(entries)
	return err
}

func compileRedirects(entries []string) ([]redirectRule, error) {
	if len(entries) > redirectsMax {
		return nil, fmt.Errorf("more than %d redirect addresses", redirectsMax)
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
	case len(entry) > redirectBytesMax:
		return nil, fmt.Errorf("is longer than %d bytes", redirectBytesMax)
	// The brackets of an IPv6 address are no class of characters.
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
		// A question mark behind a host begins a query as well.
		before, _, isQuery := strings.Cut(authority, "?")
		if host, err = hostOfPattern(before); err != nil || !isQuery {
			return rule, err
		}
	}
	rule.host, err = globRegexp(host)
	return rule, err
}

var errOpenHost = errors.New("has a wildcard that reaches hosts of others: a whole domain must follow it, as in https://*.example.com")

// hostOfPattern is the host in the pattern of an authority. Behind its last wildcard
// it names a domain that somebody can own, so that none of others is let pass.
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
	// What is no registry's but lets its users have names is an operator's choice.
	if !plainHost.MatchString(named) || named == suffix && (isICANN || !strings.Contains(suffix, ".")) {
		return "", errOpenHost
	}
	return host, nil
}

// isListed reports an address that the list lets pass.
func (c Config) isListed(asked string) bool {
	bare, _, _ := strings.Cut(asked, "#")
	parsed, err := url.Parse(asked)
	usable := err == nil && len(bare) <= redirectAskedBytesMax && parsed.User == nil
	return slices.ContainsFunc(c.redirects, func(rule redirectRule) bool {
		if rule.whole == nil {
			return rule.exact == asked || err == nil && rule.exact == bare
		}
		return usable && parsed.Scheme == rule.scheme && isNamedHost(parsed, bare) && rule.whole.MatchString(bare) &&
			(rule.host == nil || rule.host.MatchString(parsed.Hostname()))
	})
}

// isNamedHost refuses hosts that are numbers, except those of the device itself, and
// those that are written as only some readers understand them.
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
