package wire

import (
	"net/http"
	"net/netip"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// FuzzClientIP checks that a request comes from its connection's address, unless that is a trusted
// proxy, and that the result is always an address.
func FuzzClientIP(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("0:0:0:0:0", "0")
	f.Add("127.0.0.0", "0:0X")
	f.Add("0:0:0:0:0:0:0:0:0", "0")
	f.Add(":]", "0")
	f.Add("AA::", "0")
	f.Add("[127.0.0.0]:", ":%0")
	for _, seed := range [][2]string{
		{"203.0.113.7:1234", "10.9.9.9"}, {"127.0.0.1:1", "203.0.113.7"}, {"127.0.0.1:1", "1.1.1.1, 127.0.0.1"}, {"127.0.0.1:1", "evil, 127.0.0.1"}, {"[::ffff:127.0.0.1]:1", "::1%eth0"}, {"127.0.0.1", ",,,"}, {"@", "1.1.1.1\r\n"}, {"127.0.0.1:1", "0x7f.1"},
	} {
		f.Add(seed[0], seed[1])
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	f.Fuzz(func(t *testing.T, from, forwarded string) {
		direct := ClientIP(&http.Request{RemoteAddr: from, Header: http.Header{}}, trusted)
		got := ClientIP(&http.Request{RemoteAddr: from, Header: http.Header{"X-Forwarded-For": {forwarded}}}, trusted)
		if got == direct {
			return
		}
		if !isTrusted(direct, trusted) {
			t.Fatalf("%q says it is %q, and is believed", from, got)
		}
		if _, err := netip.ParseAddr(got); err != nil {
			t.Fatalf("%q is no address: %v", got, err)
		}
	})
}
