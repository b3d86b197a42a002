package app_test

import (
	"net"
	"slices"
	"testing"

	"automacao/verify/apptest"
)

func TestTheServerKnowsWhereItsPicturesAre(t *testing.T) {
	t.Parallel()
	local, everywhere := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	for _, c := range []struct {
		public    string
		listening net.Addr
		want      string
		not       string
	}{
		{"", local, "http://localhost:8080", "https://feira.exemplo.test"},
		{"", everywhere, "http://127.0.0.1:8080", "http://localhost"},
		{"http://localhost:9000", local, "http://localhost:9000", "http://evil.test"},
		{"https://feira.exemplo.test/loja", everywhere, "https://feira.exemplo.test", "http://127.0.0.1:8080"},
	} {
		cfg := apptest.Config()
		cfg.PublicURL = c.public
		if got := cfg.StorageOrigins(c.listening); !slices.Contains(got, c.want) || slices.Contains(got, c.not) {
			t.Errorf("%q on %s has %v", c.public, c.listening, got)
		}
	}
}
