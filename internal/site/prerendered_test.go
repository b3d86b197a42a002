package site

import (
	"strings"
	"testing"

	"automacao/web"
)

// TestTextsFollowWhoHoldsTheMoney holds both drawings of the real build: what
// is not offered is not promised, and what is names the institution.
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
		t.Errorf("a page that says nothing of payment says %s", got)
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
			t.Errorf("%s speaks of a guarantee where nobody holds one", page.Address)
		}
		for _, body := range []string{page.Body, page.Held} {
			if strings.Contains(body, "LGPD, art. 41") && !(strings.Contains(body, drawnOperator) && strings.Contains(body, drawnOfficer) && strings.Contains(body, drawnContact)) {
				t.Errorf("%s has no place for who runs the market", page.Address)
			}
		}
		if page.Held != "" && !strings.Contains(page.Held, drawnInstitution) {
			t.Errorf("%s does not name the institution", page.Address)
		}
	}
}
