package acceptance

import (
	"image"
	_ "image/png" // what is served
	"net/http"
	"strings"
	"testing"

	"automacao/internal/app"
)

// TestAPictureFromElsewhereIsRefusedOverTheWire sends addresses of pictures at other origins as a
// client would.
func TestAPictureFromElsewhereIsRefusedOverTheWire(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t, func(cfg *app.Config) { cfg.PictureOrigins = []string{"https://cdn.exemplo.test"} }))
	patch := func(address string) answer {
		return c.Ask(request{Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + c.marina().String(), Token: c.tokens["marina owner"], Body: map[string]any{"avatar_url": address}})
	}
	const stored = "/storage/v1/object/public/public-uploads/avatars/a-1"
	for _, address := range []string{"http://" + c.Addr + stored, stored, "https://cdn.exemplo.test/a.png"} {
		if got := patch(address); got.Status >= 300 || !strings.Contains(got.Body, address) {
			t.Errorf("%s is answered %d %s", address, got.Status, got.Body)
		}
	}
	for _, address := range []string{"javascript:alert(1)", "data:image/png;base64,AA", "https://evil.test" + stored, "//evil.test/a", "http://" + c.Addr + "@evil.test/a", "http://" + c.Addr + "/rest/v1/"} {
		if got := patch(address); got.Status != 400 || got.Code() != "picture_address_refused" || !strings.Contains(got.Body, "Envie a imagem por aqui.") {
			t.Errorf("%s is answered %d %s", address, got.Status, got.Body)
		}
	}
	if got := c.Ask(request{Method: "GET", Path: "/entrar", Headers: map[string]string{"Accept": "text/html"}}); !strings.Contains(got.Headers.Get("Content-Security-Policy"), "img-src 'self' data: blob: https://cdn.exemplo.test;") {
		t.Errorf("the page may show %s", got.Headers.Get("Content-Security-Policy"))
	}
}

func TestAMarketServesPicturesInOtherSizesWhereAsked(t *testing.T) {
	t.Parallel()
	for megabytes, want := range map[int]int{0: http.StatusNotFound, 1: http.StatusOK} {
		b := setup(t, func(c *app.Config) { c.PicturesMB = megabytes })
		marina := b.Member("professional", "Marina Alves")
		kept := anAvatar(t, http.MethodPost, b.Session(marina), marina, 1)
		if got := b.Ask(kept); got.Status != http.StatusOK {
			t.Fatalf("it is not kept: %d %s", got.Status, got.Body)
		}
		got := b.Ask(request{Method: "GET", Path: strings.Replace(kept.Path, "/object/", "/render/image/public/", 1) + "?width=2&format=origin"})
		shown, _, err := image.DecodeConfig(strings.NewReader(got.Body))
		if got.Status != want || want == http.StatusOK && (err != nil || shown.Width != 2) {
			t.Errorf("within %d MiB: %d %dx%d, %v", megabytes, got.Status, shown.Width, shown.Height, err)
		}
	}
}
