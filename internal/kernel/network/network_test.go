package network_test

import (
	"net/netip"
	"testing"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/network"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestOnlyTheOpenInternetIsPublic(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2001:4860:4860::8888": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "::1": false, "10.1.2.3": false, "192.168.0.1": false, "::ffff:10.0.0.1": false,
		"169.254.169.254": false, "0.0.0.0": false, "100.64.0.1": false, "64:ff9b::a00:1": false, "fd00::1": false, "224.0.0.1": false,
	} {
		if got := network.IsPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("IsPublic(%s) = %v", address, got)
		}
	}
}

func TestLoopbackIsThisMachine(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.9.9.9": true, "::1": true,
		"": false, "0.0.0.0": false, "10.0.0.1": false, "localhost.exemplo.com": false, "127.0.0.1.exemplo.com": false,
	} {
		if got := network.IsLoopback(host); got != want {
			t.Errorf("IsLoopback(%s) = %v", host, got)
		}
	}
}
