// Package network says which addresses are on the public Internet, and which are this machine's own.
// Code that connects to an address chosen by others must check the resolved address itself, whatever
// its host name.
package network

import (
	"net"
	"net/netip"
)

// Ranges that are private besides those that net/netip knows: addresses that providers share among
// customers (RFC 6598), and IPv4 addresses behind NAT64 (RFC 6052).
var (
	carrierShared = netip.MustParsePrefix("100.64.0.0/10")
	translated    = netip.MustParsePrefix("64:ff9b::/96")
)

// IsPublic reports whether an address is on the public Internet. An IPv4-mapped IPv6 address counts
// as its IPv4 address.
func IsPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !carrierShared.Contains(ip) && !translated.Contains(ip)
}

// IsLoopback reports whether a host, which is a name or an address, is this machine itself.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
