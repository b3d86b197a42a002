package site_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/textproto"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/route"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/site"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const address = "https://automacao.exemplo.test"

type bundle struct {
	*markettest.Stage
	site *site.Site
}

func setup(t *testing.T, pagesOff ...string) bundle {
	t.Helper()
	stage := markettest.Open(t)
	served, err := site.New(site.Config{URL: address, Settings: map[string]any{"demo": false}, Contact: "contato@industria.example", PagesOff: pagesOff}, stage.Pool, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return bundle{stage, served}
}

func (b bundle) get(path string) (status int, body string, header http.Header) {
	answer := httptest.NewRecorder()
	b.site.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer.Code, answer.Body.String(), answer.Header()
}

func TestTheFirstHTMLSaysWhatIsThere(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, marina := b.Member("company", "Serra Azul"), b.Member("professional", "Marina Alves")
	retrofit := b.Project(serra, `Retrofit </script><b>"já"`)
	b.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, b.Member("professional", "Bruno"))
	for _, c := range []struct {
		fact, path string
		status     int
		holds      string
	}{
		{"TheHomePage", "/", 200, "<title>Automação - Indústria</title>"},
		{"APageWithATrailingSlash", "/projetos/", 200, `<link rel="canonical" href="` + address + `/projetos">`},
		{"AProject", "/projetos/" + retrofit.String(), 200, "<title>Retrofit &lt;/script&gt;"},
		{"AProjectUnderItsWords", "/projetos/retrofit-ja-" + retrofit.String(), 200, `<link rel="canonical" href="` + address + `/projetos/retrofit-script-b-ja-` + retrofit.String() + `">`},
		{"AProjectUnderItsFormerWords", "/projetos/nome-antigo-" + retrofit.String(), 200, `/projetos/retrofit-script-b-ja-` + retrofit.String() + `">`},
		{"AProfessional", "/encontrar-profissional/" + marina.String(), 200, "<title>Marina Alves · "},
		{"TheSameProfessionalUnderTheOtherAddress", "/perfil-profissional/" + marina.String(), 200, `href="` + address + `/encontrar-profissional/marina-alves-` + marina.String()},
		{"ACompany", "/perfil-empresa/" + serra.String(), 200, "<title>Serra Azul · "},
		{"ACompanyIsNoProfessional", "/encontrar-profissional/" + serra.String(), 404, "<title>Perfil não encontrado"},
		{"AColleagueHasNoPage", "/perfil-empresa/" + b.Colleague(serra, "buyer", "Eva Martins").String(), 404, "<title>Empresa não encontrada"},
		{"AnInvitation", "/convite", 200, `<meta name="robots" content="noindex">`},
		{"ALinkOfAMail", "/auth/confirmar", 200, `<meta name="robots" content="noindex">`},
		{"AMissingProject", "/projetos/" + uuid.NewString(), 404, "<title>Projeto não encontrado"},
		{"AMissingCompany", "/perfil-empresa/nada", 404, "<title>Empresa não encontrada"},
		{"AnUnknownAddress", "/nada", 404, "<title>Página não encontrada"},
		{"TheDashboard", "/dashboard/mensagens", 200, `<meta name="robots" content="noindex">`},
		{"TheTeam", "/dashboard/equipe", 200, `<meta name="robots" content="noindex">`},
		{"AMissingAsset", "/assets/nada.js", 404, ""},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			status, body, _ := b.get(c.path)
			if status != c.status || !strings.Contains(body, c.holds) {
				t.Errorf("%d %s", status, body)
			}
		})
	}
}

func TestNoTextLeavesTheStructuredData(t *testing.T) {
	t.Parallel()
	b := setup(t)
	project := b.Project(b.Member("company", "Serra Azul"), "</script><script>alert(1)</script>")
	if _, body, _ := b.get("/projetos/" + project.String()); strings.Contains(body, "<script>alert") {
		t.Error(body)
	}
}

func TestAWeaknessCanBeReported(t *testing.T) {
	t.Parallel()
	status, body, _ := setup(t).get("/.well-known/security.txt")
	if status != http.StatusOK || !strings.Contains(body, "Contact: mailto:contato@industria.example\n") || !strings.Contains(body, "Canonical: "+address) {
		t.Error(status, body)
	}
	found := regexp.MustCompile(`(?m)^Expires: (.*)$`).FindStringSubmatch(body)
	if found == nil {
		t.Fatal("security.txt has no Expires")
	}
	if _, err := time.Parse(time.RFC3339, found[1]); err != nil {
		t.Error(err)
	}
}

func TestPagesOff(t *testing.T) {
	t.Parallel()
	b := setup(t, "/consultoria")
	if _, body, _ := b.get("/"); !strings.Contains(body, `<meta name="pages-off" content="/consultoria">`) {
		t.Error("the home page does not say that the page is off")
	}
	if _, body, _ := b.get("/sitemap.xml"); strings.Contains(body, "/consultoria") {
		t.Error("the sitemap lists a page that is off")
	}
	for _, refused := range []string{"/", "/auth", "/termos", "/privacidade", "/dashboard", "consultoria", ""} {
		if site.CheckPagesOff([]string{refused}) == nil {
			t.Errorf("CheckPagesOff accepts %q", refused)
		}
	}
}

func TestTheSitemapListsWhatVisitorsFind(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra := b.Member("company", "Serra Azul")
	open, closed := b.Project(serra, "Aberto"), b.Project(serra, "Encerrado")
	b.Exec(`UPDATE public.projects SET status = 'closed' WHERE id = $1`, closed)
	eva := b.Colleague(serra, "buyer", "Eva Martins")
	_, body, header := b.get("/sitemap.xml")
	if !strings.Contains(body, address+"/projetos/aberto-"+open.String()) || strings.Contains(body, closed.String()) || strings.Contains(body, eva.String()) ||
		!strings.Contains(body, address+"/perfil-empresa/serra-azul-"+serra.String()) || !strings.HasPrefix(header.Get("Content-Type"), "application/xml") {
		t.Error(body)
	}
}

func TestPagesOnlyAnswerReads(t *testing.T) {
	t.Parallel()
	b := setup(t)
	answer := httptest.NewRecorder()
	b.site.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("x")))
	if answer.Code != http.StatusMethodNotAllowed || answer.Header().Get("Allow") == "" {
		t.Errorf("got %d", answer.Code)
	}
	shared := httptest.NewRecorder()
	b.site.ServeHTTP(shared, httptest.NewRequest(http.MethodPost, route.Share, strings.NewReader("x")))
	if shared.Code != http.StatusSeeOther || shared.Header().Get("Location") != route.Share {
		t.Errorf("sharing without a worker gets %d", shared.Code)
	}
	if _, _, header := b.get("/"); !strings.Contains(header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Error("the page may be framed")
	}
}

func TestDocumentsAreCompressedAndAskedForAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, path := range []string{"/", "/projetos/" + uuid.NewString()} {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Header.Set("Accept-Encoding", "gzip")
		answer := httptest.NewRecorder()
		b.site.ServeHTTP(answer, request)
		header := answer.Header()
		if header.Get("Cache-Control") != "no-cache" || header.Get("Vary") != "Accept-Encoding" || header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %v", path, header)
		}
	}
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	_, _, first := b.get("/")
	request.Header.Set("If-None-Match", first.Get("Etag"))
	answer := httptest.NewRecorder()
	b.site.ServeHTTP(answer, request)
	if answer.Code != http.StatusNotModified {
		t.Errorf("unchanged: %d", answer.Code)
	}
}

func TestWhatTheBuildKeepsForItselfIsNotServed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, path := range []string{"/pages.json", "/.vite/manifest.json", "/index.html"} {
		if status, _, _ := b.get(path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestEveryPublicPageHasAHeadOfItsOwn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, page := range route.Public() {
		if status, body, _ := b.get(page); status != 200 || !strings.Contains(body, `<link rel="canonical" href="`+address+page) {
			t.Errorf("%s is answered %d without an address of its own", page, status)
		}
	}
}

const somePage = "/projetos/00000000-0000-7000-8000-000000000000"

// TestABrowserHearsEarlyWhatAPageNeeds checks the early hints over HTTP/2 when a browser opens a
// page about data: they equal the hints of the answer, and the HTML contains their links.
func TestABrowserHearsEarlyWhatAPageNeeds(t *testing.T) {
	b := setup(t)
	for name, one := range map[string]struct {
		path, mode string
		isHTTP2    bool
		want       bool
	}{
		"APageAboutData": {somePage, "navigate", true, true},
		"ADirectory":     {"/projetos", "navigate", true, true},
		"AFixedPage":     {"/termos", "navigate", true, false},
		"AFetch":         {somePage, "cors", true, false},
		"WithoutAMode":   {somePage, "", true, false},
		"OlderProtocol":  {somePage, "navigate", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			early, answer, body := b.open(t, one.path, one.mode, one.isHTTP2)
			// Without a build there is nothing to hint at.
			if isBuilt := len(answer["Link"]) > 0; (early != nil) != (one.want && isBuilt) {
				t.Fatalf("early hints: %v", early)
			}
			if early != nil && !slices.Equal(early["Link"], answer["Link"]) {
				t.Errorf("%v, then %v", early["Link"], answer["Link"])
			}
			for _, hint := range answer["Link"] {
				address, _, _ := strings.Cut(strings.TrimPrefix(hint, "<"), ">")
				if !strings.Contains(body, `href="`+address+`"`) {
					t.Errorf("the document does not ask for %s", address)
				}
			}
		})
	}
}

// open requests a page from a real server as a browser does.
func (b bundle) open(t *testing.T, path, mode string, isHTTP2 bool) (early textproto.MIMEHeader, answer http.Header, body string) {
	t.Helper()
	server := httptest.NewUnstartedServer(b.site)
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!isHTTP2)
	protocols.SetUnencryptedHTTP2(isHTTP2)
	server.Config.Protocols = protocols
	server.Start()
	defer server.Close()
	transport := &http.Transport{Protocols: protocols}
	defer transport.CloseIdleConnections()
	traced := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(status int, header textproto.MIMEHeader) error {
		early = header
		return nil
	}})
	request, err := http.NewRequestWithContext(traced, http.MethodGet, server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if mode != "" {
		request.Header.Set("Sec-Fetch-Mode", mode)
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var whole strings.Builder
	if _, err := io.Copy(&whole, response.Body); err != nil {
		t.Fatal(err)
	}
	return early, response.Header, whole.String()
}
