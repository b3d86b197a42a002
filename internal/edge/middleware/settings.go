package middleware

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
)

// PortMax is the highest port number.
const PortMax = 1<<16 - 1

// HasPort reports whether an address to listen on has a port and a host, which may be empty.
func HasPort(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	number, err := strconv.Atoi(port)
	return err == nil && number >= 0 && number <= PortMax
}

// SharesAddress reports that it is impossible to listen on both addresses at once.
func SharesAddress(one, other string) bool {
	oneHost, onePort, _ := net.SplitHostPort(one)
	otherHost, otherPort, _ := net.SplitHostPort(other)
	everywhere := func(host string) bool { return host == "" || host == "0.0.0.0" || host == "::" }
	return onePort == otherPort && onePort != "0" && (oneHost == otherHost || everywhere(oneHost) || everywhere(otherHost))
}

// CheckURL returns an error if the setting is not a URL with one of the schemes. An empty value is
// valid, because it means the default. The error never contains the value, which may hold a
// password.
func CheckURL(name, value string, schemes ...string) error {
	if value == "" {
		return nil
	}
	parsed, err := url.Parse(value)
	if err != nil || parsed.Host == "" && parsed.Query().Get("host") == "" {
		return fmt.Errorf("%s is not a URL with a host", name)
	}
	if !slices.Contains(schemes, parsed.Scheme) {
		return fmt.Errorf("%s starts with %q; it should start with %q", name, parsed.Scheme, schemes[0])
	}
	return nil
}
