package card_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"automacao/internal/documents/card"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func retrofit() card.Card {
	return card.Card{
		Tag: "PRJ-0007", Kind: "Projeto de automação", Title: "Retrofit de painel de comando da linha de envase 3", Subtitle: "Serra Azul Bebidas",
		Labels: []string{"CLP", "Siemens TIA Portal", "IHM", "NR-12"}, Facts: []card.Fact{{"Orçamento", "R$ 20.000 a R$ 35.000"}, {"Prazo", "15/03/2027"}, {"Local", "Joinville, SC · presencial"}},
	}
}

func drawn(t *testing.T, c card.Card) image.Image {
	t.Helper()
	content, err := c.PNG()
	if err != nil {
		t.Fatal(err)
	}
	if folder := os.Getenv("CARDS"); folder != "" {
		if err := os.WriteFile(folder+"/"+strings.ReplaceAll(t.Name(), "/", "-")+".png", content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(content) > 200<<10 {
		t.Errorf("%d bytes", len(content))
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if picture.Bounds() != image.Rect(0, 0, card.Width, card.Height) {
		t.Fatalf("the picture is %v", picture.Bounds())
	}
	return picture
}

// TestWhateverTheTextNothingIsDrawnAtTheEdge checks that texts of any length stay inside the frame,
// and that characters without a glyph leave no trace.
func TestWhateverTheTextNothingIsDrawnAtTheEdge(t *testing.T) {
	t.Parallel()
	for fact, c := range map[string]card.Card{
		"AProject":   retrofit(),
		"AProfile":   {Kind: "Profissional", Monogram: "MA", Title: "Marina Alves", Subtitle: "Programadora de CLP e supervisório para envase", Labels: []string{"CLP", "SCADA", "Robótica"}, Facts: []card.Fact{{"Local", "Joinville, SC"}, {"Avaliação", "4,8 de 5 em 12 avaliações"}}},
		"Nothing":    {},
		"ALongTitle": {Tag: "PRJ-123456", Kind: strings.Repeat("Projeto ", 30), Title: strings.Repeat("Modernização do supervisório ", 20), Subtitle: strings.Repeat("Indústria ", 40), Labels: strings.Split(strings.Repeat("instrumentação de campo,", 22), ","), Facts: []card.Fact{{"Orçamento", strings.Repeat("9", 120)}, {"Prazo", strings.Repeat("a combinar ", 20)}, {"Local", "Ω"}, {"Mais", "um"}}},
		"OneWord":    {Title: strings.Repeat("W", 4000), Monogram: "WWWWWW"},
		"NoGlyphs":   {Title: "漢字 🦾 \u202eabc\x00 العربية", Monogram: "漢"},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			blank, picture := drawn(t, card.Card{}), drawn(t, c)
			for y := range card.Height {
				for _, x := range []int{0, 5, 20, 60, card.Width - 60, card.Width - 20, card.Width - 5, card.Width - 1} {
					if picture.At(x, y) != blank.At(x, y) {
						t.Fatalf("something is drawn at %d, %d", x, y)
					}
				}
			}
		})
	}
}

func TestTheDigestFollowsWhatIsShown(t *testing.T) {
	t.Parallel()
	first, err := retrofit().Digest()
	if err != nil {
		t.Fatal(err)
	}
	other := retrofit()
	other.Facts[1].Value = "16/03/2027"
	for _, c := range []struct {
		card  card.Card
		equal bool
	}{{retrofit(), true}, {other, false}} {
		if got, err := c.card.Digest(); err != nil || (got == first) != c.equal {
			t.Errorf("the digest of %v is %s, that of the first card %s, %v", c.card, got, first, err)
		}
	}
}
