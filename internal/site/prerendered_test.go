package site

import (
	"io/fs"
	"strings"
	"testing"

	"automacao/web"
)

// TestTextsFollowWhoHoldsTheMoney checks both variants in the real build: nothing is promised that
// is not offered, and an institution that holds money is named.
func TestTextsFollowWhoHoldsTheMoney(t *testing.T) {
	t.Parallel()
	direct := drawing{Body: "<p>Acerto direto</p>", Held: "<p>Em garantia em " + drawnInstitution + "</p>"}
	for institution, want := range map[string]string{
		"":                 "<p>Acerto direto</p>",
		"Pague & Cia S.A.": "<p>Em garantia em Pague &amp; Cia S.A.</p>",
	} {
		if got := direct.bodyFor(Config{Institution: institution}); got != want {
			t.Errorf("with %q the page says %s", institution, got)
		}
	}
	if got := (drawing{Body: "<p>Termos</p>"}).bodyFor(Config{Institution: "Cia"}); got != "<p>Termos</p>" {
		t.Errorf("a page without a word about payment says %s", got)
	}
	built := &Site{files: map[string]*file{}}
	if err := built.load(web.Files()); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"conta escrow", "guardamos o valor", "guardamos valores", "sem risco", "pagamento seguro", "pagamentos seguros", "assinatura digital"} {
		for _, page := range built.drawn {
			if strings.Contains(strings.ToLower(page.Body+page.Held), word) {
				t.Errorf("%s promises %q", page.Address, word)
			}
		}
	}
	for _, page := range built.drawn {
		if strings.Contains(strings.ToLower(page.Body), "garantia em") {
			t.Errorf("%s promises a guarantee although no institution holds money", page.Address)
		}
		for _, body := range []string{page.Body, page.Held} {
			if strings.Contains(body, "LGPD, art. 41") && !(strings.Contains(body, drawnOperator) && strings.Contains(body, drawnOfficer) && strings.Contains(body, drawnContact)) {
				t.Errorf("%s does not name the operator, the officer and the contact", page.Address)
			}
		}
		if page.Held != "" && !strings.Contains(page.Held, drawnInstitution) {
			t.Errorf("%s does not name the institution", page.Address)
		}
	}
}

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
