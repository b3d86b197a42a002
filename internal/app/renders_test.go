package app

import (
	"image"
	_ "image/png" // what is served
	"net/http"
	"strings"
	"testing"
)

func TestAMarketServesPicturesInOtherSizesWhereAsked(t *testing.T) {
	t.Parallel()
	for megabytes, want := range map[int]int{0: http.StatusNotFound, 1: http.StatusOK} {
		b := setup(t, func(c *Config) { c.PicturesMB = megabytes })
		marina := b.Member("professional", "Marina Alves")
		kept := anAvatar(t, http.MethodPost, b.session(marina), marina, 1)
		if got := b.ask(kept); got.status != http.StatusOK {
			t.Fatalf("it is not kept: %d %s", got.status, got.body)
		}
		got := b.ask(request{method: "GET", path: strings.Replace(kept.path, "/object/", "/render/image/public/", 1) + "?width=2&format=origin"})
		shown, _, err := image.DecodeConfig(strings.NewReader(got.body))
		if got.status != want || want == http.StatusOK && (err != nil || shown.Width != 2) {
			t.Errorf("within %d MiB: %d %dx%d, %v", megabytes, got.status, shown.Width, shown.Height, err)
		}
	}
}
