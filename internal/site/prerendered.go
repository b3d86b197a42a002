package site

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// drawingsName is the file in which the build stores the prerendered pages.
const drawingsName = "pages.json"

// drawing is what the build knows about a page in advance: its HTML as an anonymous visitor sees it
// before any script runs (for pages about data, only the frame), and the files its script will
// request. Held is the body when an institution holds the money, if it differs. Member says that
// the body is the frame for any signed-in person. An address ending in * stands for many addresses;
// one with a ? for the page with exactly that query.
type drawing struct {
	Address string   `json:"address"`
	Body    string   `json:"body"`
	Held    string   `json:"held"`
	Member  bool     `json:"member"`
	Files   []string `json:"files"`
	// Reads is what the page requests first, and Orders the same for each order of a directory.
	// Options are the values its filters can have.
	Reads    []read              `json:"reads"`
	Orders   map[string][]read   `json:"orders"`
	Options  map[string][]string `json:"options"`
	Examples []example           `json:"examples"`
}

func (d drawing) matches(address string) bool {
	if start, many := strings.CutSuffix(d.Address, "*"); many {
		return strings.HasPrefix(address, start)
	}
	return d.Address == address
}

// fixedPages makes the documents of the pages that do not depend on data.
func (s *Site) fixedPages() map[string]*file {
	pages := map[string]*file{}
	for address, described := range fixed {
		described.Canonical, described.Image = s.cfg.URL+address, s.cfg.URL+preview
		pages[address] = s.document(address, nil, described).packed()
		for _, drawn := range s.drawn {
			if page, _, asked := strings.Cut(drawn.Address, "?"); asked && page == address {
				pages[drawn.Address] = s.document(drawn.Address, nil, described).packed()
			}
		}
	}
	return pages
}

// Placeholders in prerendered pages for texts that the build does not know.
const (
	drawnContact     = "contato@prerender.invalid"
	drawnInstitution = "instituicao.prerender.invalid"
	drawnOperator    = "operador.prerender.invalid"
	drawnOfficer     = "encarregado.prerender.invalid"
	drawnURL         = "https://mercado.prerender.invalid"
	drawnKey         = "chave.prerender.invalid"
)

// bodyFor returns the prerendered page with this server's texts.
func (d drawing) bodyFor(cfg Config) string {
	body := d.Body
	if cfg.Institution != "" && d.Held != "" {
		body = d.Held
	}
	return strings.NewReplacer(drawnContact, html.EscapeString(cfg.Contact), drawnInstitution, html.EscapeString(cfg.Institution),
		drawnOperator, html.EscapeString(cfg.Operator), drawnOfficer, html.EscapeString(cfg.Officer),
		drawnURL, html.EscapeString(cfg.URL), drawnKey, html.EscapeString(cfg.VisitorKey)).Replace(body)
}

// emptyRoot is the element that the application renders into.
const emptyRoot = `<div id="root"></div>`

// document assembles a page: the application's HTML with the head of the address, the prerendered
// body, and hints for the browser. The application reads from the head which pages are switched
// off, before it renders anything.
func (s *Site) document(address string, query url.Values, described description, answers ...answer) *file {
	// Settings in the document save the application a round trip. The encoder escapes <, > and &,
	// so no text can end the element.
	more := []string{`<script type="application/json" id="config">` + string(s.settings) + `</script>`}
	if len(s.cfg.PagesOff) > 0 {
		more = append(more, meta("name", "pages-off", strings.Join(s.cfg.PagesOff, " ")))
	}
	body, whose, scripts := "", "", ""
	if drawn, ok := s.drawingAt(address); ok {
		body = withRows(drawn.bodyFor(s.cfg), rowsOf(drawn, query, answers))
		if drawn.Member {
			whose = `="member"`
		}
		for _, name := range drawn.Files {
			if strings.HasSuffix(name, ".css") {
				more = append(more, `<link rel="stylesheet" href="`+html.EscapeString(name)+`">`)
			} else {
				scripts += `<link rel="modulepreload" href="` + html.EscapeString(name) + `">`
			}
		}
	}
	content := described.into(s.index, more...)
	if body != "" {
		content = []byte(strings.Replace(string(content), emptyRoot, `<div id="root"><div data-drawn`+whose+`>`+body+`</div></div>`, 1))
	}
	if scripts != "" {
		content = []byte(strings.Replace(string(content), later, later+scripts, 1))
	}
	if written := script(answers); written != "" {
		content = []byte(strings.Replace(string(content), bodyEnd, written+bodyEnd, 1))
	}
	return newDocument(content)
}

// later is the element in which scripts wait until the prerendered page is painted.
const later = `<template id="later">`

// bodyEnd is the end of the body, before which the answers are inserted.
const bodyEnd = "</body>"

// drawingAt returns what the build knows about the page at an address.
func (s *Site) drawingAt(address string) (drawing, bool) {
	if i := slices.IndexFunc(s.drawn, func(d drawing) bool { return d.matches(address) }); i >= 0 && !slices.Contains(s.cfg.PagesOff, address) {
		return s.drawn[i], true
	}
	return drawing{}, false
}

// needed matches the links in the application's HTML without which nothing is painted.
var needed = regexp.MustCompile(`<link\s[^>]*rel="(stylesheet|preload)"[^>]*>`)

var (
	hrefOf      = regexp.MustCompile(`\shref="([^"]+)"`)
	crossOrigin = regexp.MustCompile(`\scrossorigin\b`)
)

// hints returns the values of a Link header (RFC 8288) that request styles and fonts exactly as the
// HTML will, so that nothing is fetched twice.
func hints(index []byte) []string {
	var found []string
	for _, link := range needed.FindAllSubmatch(index, -1) {
		href := hrefOf.FindSubmatch(link[0])
		if href == nil {
			continue
		}
		hint := "<" + string(href[1]) + ">; rel=preload; as=style"
		if string(link[1]) == "preload" {
			hint = "<" + string(href[1]) + `>; rel=preload; as=font; type="font/woff2"`
		}
		if crossOrigin.Match(link[0]) {
			hint += "; crossorigin"
		}
		found = append(found, hint)
	}
	return slices.Clip(found)
}

// hint sends early hints about what the page needs before the database is asked (RFC 8297). It does
// so only for a browser that opens a page, and only over HTTP/2, because old programs take an early
// 103 for the answer. The Link header is also set on the answer, for proxies that learn their hints
// from it.
func (s *Site) hint(w http.ResponseWriter, r *http.Request) {
	if len(s.hints) == 0 {
		return
	}
	w.Header()["Link"] = s.hints
	if r.ProtoAtLeast(2, 0) && r.Header.Get("Sec-Fetch-Mode") == "navigate" {
		w.WriteHeader(http.StatusEarlyHints)
	}
}
