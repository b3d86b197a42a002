package acceptance

import (
	"automacao/internal/app"
	"image"
	_ "image/png" // what is served
	"net/http"
	"strings"
	"testing"
)

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
