// Package network tells which addresses are on the open Internet. What is called
// at an address that others chose asks it about the address itself, whatever name
// leads there.
package network

import "net/netip"

// What is private besides what Go calls so: addresses that providers give to many
// customers (RFC 6598), and IPv4 addresses behind a translator (RFC 6052).
var (
	carrierShared = netip.MustParsePrefix("100.64.0.0/10")
	translated    = netip.MustParsePrefix("64:ff9b::/96")
)

// IsPublic reports whether an address is one of the open Internet; an IPv4 address
// within an IPv6 one counts as itself.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !carrierShared.Contains(ip) && !translated.Contains(ip)
}
