package site

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"automacao/web"
)

// TestTheServerAsksWhatThePageAsks compares the server's requests with those that the build
// recorded for the page, for examples of what addresses can contain.
func TestTheServerAsksWhatThePageAsks(t *testing.T) {
	t.Parallel()
	built := &Site{files: map[string]*file{}}
	if err := built.load(web.Files()); err != nil {
		t.Fatal(err)
	}
	for _, drawn := range built.drawn {
		if len(drawn.Options) > 0 && len(drawn.Examples) == 0 {
			t.Errorf("%s has no examples", drawn.Address)
		}
		for _, shown := range drawn.Examples {
			query, err := url.ParseQuery(shown.Query)
			if err != nil {
				t.Fatal(err)
			}
			reads, beside := drawn.readsUnder(query)
			if len(beside) > 0 {
				beside = beside[:len(beside)-1] // The last is the first page, for when nothing lies beyond the place.
			}
			if got, want := named(append(reads, beside...)), named(shown.Reads); !slices.Equal(got, want) {
				t.Errorf("%s?%s\n got %s\nwant %s", drawn.Address, shown.Query, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
			}
		}
	}
}

// named returns the requests by what they ask for, sorted.
func named(reads []read) []string {
	var names []string
	for _, r := range reads {
		path, query, _ := strings.Cut(r.Address, "?")
		values, _ := url.ParseQuery(query)
		values.Del("limit") // the limit of a later part of a list depends on the earlier ones
		name := r.Count + " " + path
		for _, key := range slices.Sorted(maps.Keys(values)) {
			name += fmt.Sprintf(" %s=%q", key, values[key])
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// drawnDirectory returns a site with one directory, whose rows come from protocol.
func drawnDirectory(protocol http.HandlerFunc) *Site {
	list := []read{{Address: "/rest/v1/projects?select=id", Count: "exact"}, {Address: "/rest/v1/skills?select=slug"}}
	return &Site{
		cfg: Config{Rest: protocol}, index: []byte(`<html><head><title>x</title></head><body><div id="root"></div></body></html>`),
		drawn: []drawing{{
			Address: "/projetos", Body: "<main><p>Antes</p>" + busy + `<span>Carregando</span><div><div></div></div></div><p>Depois</p></main>`,
			Reads: list, Options: map[string][]string{"estado": {"SP"}},
		}},
	}
}

func (s *Site) got(address string) (int, string) {
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, address, nil))
	return answer.Code, answer.Body.String()
}

// projectsCalled answers a list of projects with these titles, and anything else with no rows.
func projectsCalled(titles ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		rows := []map[string]any{}
		if r.URL.Path == "/rest/v1/projects" {
			for i, title := range titles {
				rows = append(rows, map[string]any{"id": fmt.Sprintf("00000000-0000-7000-8000-%012d", i), "number": i, "title": title, "description": title, "budget": title, "deadline": title, "company": map[string]any{"name": title}, "skills": []string{title}, "created_at": "2026-11-20T12:00:00+00:00"})
			}
		}
		w.Header().Set("Content-Range", fmt.Sprintf("0-%d/%d", len(rows), len(rows)))
		_ = json.NewEncoder(w).Encode(rows)
	}
}

func TestADirectoryCarriesItsRows(t *testing.T) {
	t.Parallel()
	status, document := drawnDirectory(projectsCalled("Retrofit da envasadora")).got("/projetos?nada=1")
	for _, want := range []string{`id="answers"`, "1 projeto aberto", `<p>Antes</p><div data-visitor>`, `</div><p>Depois</p>`, "/projetos/retrofit-da-envasadora-00000000-0000-7000-8000-000000000000", ">Retrofit da envasadora</a></h2>"} {
		if status != http.StatusOK || !strings.Contains(document, want) {
			t.Errorf("status %d, and %s is missing in %s", status, want, document)
		}
	}
	if strings.Contains(document, "Carregando") {
		t.Error("the document still says that its rows are loading")
	}
}

func TestNoTextLeavesItsPlace(t *testing.T) {
	t.Parallel()
	var payloads []string
	content, err := os.ReadFile("../../verify/e2e/payloads.json")
	if err == nil {
		err = json.Unmarshal(content, &payloads)
	}
	if err != nil {
		t.Fatal(err)
	}
	payloads = append(payloads, "</script><script>__xss()</script>", "\u2028\u2029", "<!--<script>")
	_, harmless := drawnDirectory(projectsCalled(slices.Repeat([]string{"x"}, len(payloads))...)).got("/projetos")
	_, document := drawnDirectory(projectsCalled(payloads...)).got("/projetos")
	// A text that became markup would add an element.
	if got, want := strings.Count(document, "<"), strings.Count(harmless, "<"); got != want {
		t.Errorf("%d element starts, but %d with harmless texts", got, want)
	}
	_, written, _ := strings.Cut(document, `id="answers">`)
	written, _, _ = strings.Cut(written, "</script>")
	var answers []answer
	if err := json.Unmarshal([]byte(written), &answers); err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Title string }
	if err := json.Unmarshal(answers[0].Body, &rows); err != nil || len(rows) != len(payloads) || rows[len(rows)-2].Title != "\u2028\u2029" {
		t.Errorf("%v, %d rows", err, len(rows))
	}
	if strings.ContainsAny(written, "<>&\u2028\u2029") {
		t.Error("the answers contain a character that could end their element")
	}
}

func TestADocumentIsWholeWithoutItsRows(t *testing.T) {
	t.Parallel()
	for name, protocol := range map[string]http.HandlerFunc{
		"Refused": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"Broken":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"Late":    func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, document := drawnDirectory(protocol).got("/projetos")
			if status != http.StatusOK || strings.Contains(document, "answers") || !strings.Contains(document, "Carregando") {
				t.Errorf("%d %s", status, document)
			}
		})
	}
}

func TestVisitorsAreAskedFor(t *testing.T) {
	t.Parallel()
	s := drawnDirectory(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
			t.Error("the document's reads carry the visitor's credentials")
		}
		_, _ = w.Write([]byte("[]"))
	})
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/projetos", nil)
	r.Header.Set("Authorization", "Bearer x")
	r.Header.Set("Cookie", "x=y")
	s.ServeHTTP(httptest.NewRecorder(), r)
}
