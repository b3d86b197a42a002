package site

import (
	"io/fs"
	"strings"
	"testing"

	"automacao/web"
)

// TestTheBuildHoldsNothingForDevelopersAlone checks that neither the address nor the code of the
// developers' page of all components is in the build.
func TestTheBuildHoldsNothingForDevelopersAlone(t *testing.T) {
	t.Parallel()
	files, err := fs.Glob(web.Files(), "assets/*.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("the build has %d scripts, %v", len(files), err)
	}
	for _, name := range append(files, "index.html", "pages.json", "sw.js", ".vite/manifest.json") {
		content, err := fs.ReadFile(web.Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		for _, trace := range []string{"/dev/ui", "src/dev/", "data-as", "Eletrohidropneumaticamente"} {
			if strings.Contains(string(content), trace) {
				t.Errorf("%s holds %q", name, trace)
			}
		}
	}
}
