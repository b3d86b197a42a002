package app

import (
	"net"
	"slices"
	"strings"
	"testing"
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
		cfg := valid()
		cfg.PublicURL = c.public
		if got := cfg.storageOrigins(c.listening); !slices.Contains(got, c.want) || slices.Contains(got, c.not) {
			t.Errorf("%q on %s has %v", c.public, c.listening, got)
		}
	}
}

// TestAPictureFromElsewhereIsRefusedOverTheWire as somebody would send it.
func TestAPictureFromElsewhereIsRefusedOverTheWire(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t, func(cfg *Config) { cfg.PictureOrigins = []string{"https://cdn.exemplo.test"} }))
	patch := func(address string) answer {
		return c.ask(request{method: "PATCH", path: "/rest/v1/profiles?id=eq." + c.marina().String(), token: c.tokens["marina owner"], body: map[string]any{"avatar_url": address}})
	}
	const stored = "/storage/v1/object/public/public-uploads/avatars/a-1"
	for _, address := range []string{"http://" + c.addr + stored, stored, "https://cdn.exemplo.test/a.png"} {
		if got := patch(address); got.status >= 300 || !strings.Contains(got.body, address) {
			t.Errorf("%s is answered %d %s", address, got.status, got.body)
		}
	}
	for _, address := range []string{"javascript:alert(1)", "data:image/png;base64,AA", "https://evil.test" + stored, "//evil.test/a", "http://" + c.addr + "@evil.test/a", "http://" + c.addr + "/rest/v1/"} {
		if got := patch(address); got.status != 400 || got.code() != "picture_address_refused" || !strings.Contains(got.body, "Envie a imagem por aqui.") {
			t.Errorf("%s is answered %d %s", address, got.status, got.body)
		}
	}
	if got := c.ask(request{method: "GET", path: "/entrar", headers: map[string]string{"Accept": "text/html"}}); !strings.Contains(got.headers.Get("Content-Security-Policy"), "img-src 'self' data: blob: https://cdn.exemplo.test;") {
		t.Errorf("the page may show %s", got.headers.Get("Content-Security-Policy"))
	}
}
