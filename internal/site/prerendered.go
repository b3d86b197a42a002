package site

import (
	"html"
	"net/url"
	"slices"
	"strings"
)

// drawingsName is the file in which the build leaves the drawn pages.
const drawingsName = "pages.json"

// drawing is what the build knows of a page in advance: its HTML as a visitor
// sees it before any script runs, of pages about data the frame, and the files
// its script is going to ask for. Held is the body where an institution holds
// the money, when it differs. Member says that the body is the frame of who is
// signed in, whoever it is. An address ending in * stands for many, one with ?
// for the page with just that query.
type drawing struct {
	Address string   `json:"address"`
	Body    string   `json:"body"`
	Held    string   `json:"held"`
	Member  bool     `json:"member"`
	Files   []string `json:"files"`
	// Reads is what the page asks first, of a directory also in each of its
	// orders; options are what its filters can be.
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

// fixedPages are the documents of the pages that no data changes, made once.
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

// What stands in drawn pages for a text the build does not know.
const (
	drawnContact     = "contato@prerender.invalid"
	drawnInstitution = "instituicao.prerender.invalid"
	drawnOperator    = "operador.prerender.invalid"
	drawnOfficer     = "encarregado.prerender.invalid"
	drawnURL         = "https://mercado.prerender.invalid"
	drawnKey         = "chave.prerender.invalid"
)

// bodyFor is the drawn page as this server's visitors see it.
func (d drawing) bodyFor(cfg Config) string {
	body := d.Body
	if cfg.Institution != "" && d.Held != "" {
		body = d.Held
	}
	return strings.NewReplacer(drawnContact, html.EscapeString(cfg.Contact), drawnInstitution, html.EscapeString(cfg.Institution),
		drawnOperator, html.EscapeString(cfg.Operator), drawnOfficer, html.EscapeString(cfg.Officer),
		drawnURL, html.EscapeString(cfg.URL), drawnKey, html.EscapeString(cfg.VisitorKey)).Replace(body)
}

// emptyRoot is where the application draws itself.
const emptyRoot = `<div id="root"></div>`

// document puts a page together: the application's HTML with the head of the
// address, the drawn page, and hints for the browser. The application reads
// from the head which pages are off, before it draws anything.
func (s *Site) document(address string, query url.Values, described description, answers ...answer) *file {
	// Settings in the document save the application a round trip. The encoder
	// escapes <, > and &, so no text can end the element.
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

// later is where scripts wait until the drawn page is painted.
const later = `<template id="later">`

// bodyEnd is where a document that was read ends.
const bodyEnd = "</body>"

// drawingAt is what the build knows of the page at an address.
func (s *Site) drawingAt(address string) (drawing, bool) {
	if i := slices.IndexFunc(s.drawn, func(d drawing) bool { return d.matches(address) }); i >= 0 && !slices.Contains(s.cfg.PagesOff, address) {
		return s.drawn[i], true
	}
	return drawing{}, false
}
