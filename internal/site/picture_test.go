package site_test

import (
	"encoding/json"
	"image/png"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
)

var (
	pictured = regexp.MustCompile(`<meta property="og:image" content="` + address + `([^"]+)">`)
	data     = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
)

// TestEveryProjectAndProfileHasAPicture checks that each has its own, which its page names.
func TestEveryProjectAndProfileHasAPicture(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	seen := map[string]bool{}
	for _, path := range []string{"/projetos/" + b.Project(serra, "Retrofit").String(), "/perfil-empresa/" + serra.String(), "/encontrar-profissional/" + marina.String()} {
		_, page, _ := b.get(path)
		found := pictured.FindStringSubmatch(page)
		if found == nil || !strings.Contains(page, `<meta name="twitter:card" content="summary_large_image">`) {
			t.Fatalf("%s names no picture: %s", path, page)
		}
		status, body, header := b.get(found[1])
		if status != http.StatusOK || header.Get("Content-Type") != "image/png" || seen[body] {
			t.Errorf("%s is answered %d %v", found[1], status, header)
		}
		seen[body] = true
		if size, err := png.DecodeConfig(strings.NewReader(body)); err != nil || size.Width != 1200 || size.Height != 630 {
			t.Errorf("%s is %v, %v", found[1], size, err)
		}
	}
}

func TestAPictureIsAskedForAgainOnlyWhenItChanged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	project := b.Project(b.Member("company", "Serra Azul"), "Retrofit")
	picture := "/compartilhar/projeto/" + project.String() + ".png"
	_, page, _ := b.get("/projetos/" + project.String())
	_, _, header := b.get(picture)
	again := func() int {
		request := httptest.NewRequest(http.MethodGet, picture, nil)
		request.Header.Set("If-None-Match", header.Get("Etag"))
		answer := httptest.NewRecorder()
		b.site.ServeHTTP(answer, request)
		return answer.Code
	}
	if got := again(); got != http.StatusNotModified {
		t.Errorf("unchanged: %d", got)
	}
	b.Exec(`UPDATE public.projects SET title = 'Outro' WHERE id = $1`, project)
	if got := again(); got != http.StatusOK {
		t.Errorf("changed: %d", got)
	}
	if _, changed, _ := b.get("/projetos/" + project.String()); pictured.FindString(changed) == pictured.FindString(page) {
		t.Error("the page names the old picture")
	}
}

func TestThereIsNoPictureOfWhatVisitorsMayNotRead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, blocked := b.Member("company", "Serra Azul"), b.Member("professional", "Bruno")
	b.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, blocked)
	for _, path := range []string{
		"/compartilhar/profissional/" + blocked.String() + ".png", "/compartilhar/profissional/" + serra.String() + ".png", "/compartilhar/projeto/" + uuid.NewString() + ".png",
		"/compartilhar/projeto/nada.png", "/compartilhar/empresa/" + serra.String(), "/compartilhar/", "/compartilhar/conta/" + serra.String() + ".png",
	} {
		if status, body, _ := b.get(path); status != http.StatusNotFound || strings.Contains(body, "PNG") {
			t.Errorf("%s is answered %d", path, status)
		}
	}
}

func TestACodeLeadsToItsProject(t *testing.T) {
	t.Parallel()
	b := setup(t)
	project := b.Project(b.Member("company", "Serra Azul"), "Retrofit")
	for path, want := range map[string]int{"/projetos/PRJ-0001": 302, "/projetos/prj-1-qualquer-coisa": 302, "/projetos/PRJ-0002": 404, "/projetos/PRJ-": 404} {
		status, _, header := b.get(path)
		if status != want || want == 302 && header.Get("Location") != "/projetos/retrofit-"+project.String() {
			t.Errorf("%s is answered %d %s", path, status, header.Get("Location"))
		}
	}
}

// TestStructuredDataSaysOnlyWhatIsSo checks where the work is, until when, for how much and for
// whom.
func TestStructuredDataSaysOnlyWhatIsSo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra := b.Member("company", "Serra Azul")
	country := map[string]any{"@type": "Country", "name": "Brasil"}
	place := map[string]any{"@type": "Place", "address": map[string]any{"@type": "PostalAddress", "addressLocality": "Joinville", "addressRegion": "SC", "addressCountry": "BR"}}
	pay := map[string]any{"@type": "MonetaryAmount", "currency": "BRL", "value": map[string]any{"@type": "QuantitativeValue", "minValue": 20000.0, "maxValue": 35000.5}}
	for _, c := range []struct {
		fact, set string
		want      map[string]any
	}{
		{"NothingIsKnown", `title = title`, map[string]any{}},
		{"Remote", `work_mode = 'remote', state = 'SC', city = 'Joinville'`, map[string]any{"jobLocationType": "TELECOMMUTE", "applicantLocationRequirements": country}},
		{"OnSite", `work_mode = 'on_site', state = 'SC', city = 'Joinville'`, map[string]any{"jobLocation": place}},
		{"Hybrid", `work_mode = 'hybrid', state = 'SC', city = 'Joinville'`, map[string]any{"jobLocation": place}},
		{"ARange", `budget_min_cents = 2000000, budget_max_cents = 3500050`, map[string]any{"baseSalary": pay}},
		{"HalfARange", `budget_max_cents = 3500050`, map[string]any{}},
		{"ADeadline", `deadline_on = '2031-03-15'`, map[string]any{"validThrough": "2031-03-15T23:59:59-03:00"}},
	} {
		project := b.Project(serra, "Retrofit")
		b.Exec(`UPDATE public.projects SET `+c.set+` WHERE id = $1`, project)
		_, page, _ := b.get("/projetos/" + project.String())
		var got map[string]any
		if err := json.Unmarshal([]byte(data.FindStringSubmatch(page)[1]), &got); err != nil {
			t.Fatal(err)
		}
		said := map[string]any{}
		for _, name := range []string{"jobLocationType", "applicantLocationRequirements", "jobLocation", "baseSalary", "validThrough"} {
			if value, ok := got[name]; ok {
				said[name] = value
			}
		}
		if !reflect.DeepEqual(said, c.want) {
			t.Errorf("%s: %v", c.fact, said)
		}
	}
}

func TestAConfidentialCompanyIsToldNowhere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	project := b.Project(b.Member("company", "Serra Azul"), "Retrofit")
	b.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, project)
	if _, page, _ := b.get("/projetos/" + project.String()); strings.Contains(page, "Serra Azul") || !strings.Contains(page, `"Empresa Confidencial"`) {
		t.Error(page)
	}
}
