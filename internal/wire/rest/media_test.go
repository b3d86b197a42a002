package rest

import (
	"testing"

	"automacao/internal/wire/rest/catalog"
)

// TestTheMostWantedMediaTypeIsChosen chooses among the available types.
func TestTheMostWantedMediaTypeIsChosen(t *testing.T) {
	t.Parallel()
	image := &catalog.Handler{Media: "image/png", IsBytes: true}
	from := offer{plans: true, find: func(kind string) *catalog.Handler {
		if kind == image.Media {
			return image
		}
		return nil
	}}
	for accept, want := range map[string]string{
		"":                                 jsonType,
		"text/html, */*;q=0.1":             jsonType,
		"text/csv;q=0.5, application/json": jsonType,
		"text/csv, application/json;q=0.9": "text/csv; charset=utf-8",
		"*/*, text/csv":                    "text/csv; charset=utf-8",
		"text/csv;q=0, image/png;q=0.1":    "image/png",
		"application/geo+json":             "application/geo+json; charset=utf-8",
		"text/html":                        "",
		"application/json;q=0":             "",
		"application/vnd.pgrst.plan":       `application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8`,
		`application/vnd.pgrst.plan+json; for="text/csv"; options=wal|wal|x`: `application/vnd.pgrst.plan+json; for="text/csv"; options=wal; charset=utf-8`,
		`application/vnd.pgrst.plan+json; for="application/vnd.pgrst.plan"`:  "",
	} {
		got, err := negotiateMedia(accept, from)
		if (err != nil) != (want == "") || err == nil && got.contentType != want {
			t.Errorf("%q is answered as %q, %v; want %q", accept, got.contentType, err, want)
		}
	}
	if _, err := negotiateMedia("application/vnd.pgrst.plan", offer{}); err == nil {
		t.Error("a plan is shown where none is")
	}
}
