package site

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/route"
)

// listed answers with a directory and the rows for its address, and reports whether the address is
// a directory.
func (s *Site) listed(w http.ResponseWriter, r *http.Request, address string) bool {
	query := r.URL.Query()
	drawn, reads, beside, key := s.listing(address, query)
	if key == "" {
		return false
	}
	s.hint(w, r)
	s.cfg.Cache.Serve(w, r, responsecache.Ask{Key: key, Vary: documentVary}, func(w http.ResponseWriter, r *http.Request) {
		described := fixed[address]
		described.Canonical, described.Image = s.cfg.URL+address, s.cfg.URL+preview
		s.document(address, query, described, s.answersTo(r.Context(), drawn, reads, beside)...).serveAs(w, r, http.StatusOK)
	})
	return true
}

// listing returns what an address shows of a directory, and the cache key of its document, which is
// empty if the address is not a directory.
func (s *Site) listing(address string, query url.Values) (drawn drawing, reads, beside []read, key string) {
	drawn, ok := s.drawingAt(address)
	if !ok || s.cfg.Rest == nil || len(drawn.Options) == 0 {
		return drawn, nil, nil, ""
	}
	reads, beside = drawn.readsUnder(query)
	if len(reads) == 0 {
		return drawn, nil, nil, ""
	}
	// The links to other pages contain the query as it was written.
	key = "page " + address + "?" + sifted(query).Encode()
	for _, asked := range slices.Concat(reads, beside) {
		key += "\n" + asked.Address
	}
	if len(key) > listedKeyMax {
		return drawn, nil, nil, ""
	}
	return drawn, reads, beside, key
}

// NeedsNothing reports a page or file that can be answered without the database.
func (s *Site) NeedsNothing(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	path := r.URL.Path
	if s.files[path] != nil || path == "/config.json" || path == "/robots.txt" {
		return true
	}
	if path == "/sitemap.xml" {
		return s.cfg.Cache.Has(sitemapKey)
	}
	address := normal(path)
	if _, _, _, key := s.listing(address, r.URL.Query()); key != "" {
		return s.cfg.Cache.Has(key)
	}
	if s.pages[address+"?"+r.URL.RawQuery] != nil || s.pages[address] != nil {
		return true
	}
	return isAboutData(address) && s.cfg.Cache.Has(keyOfPage(address, r.URL.RawQuery))
}

// Cache keys of documents.
const sitemapKey = "sitemap"

func keyOfPage(address, query string) string { return "page " + address + "?" + query }

// listedKeyMax bounds the key of a directory's document, in bytes.
const listedKeyMax = 4 << 10

// answersAbout returns the answers to what a page about one thing requests first.
func (s *Site) answersAbout(ctx context.Context, address string) []answer {
	drawn, ok := s.drawingAt(address)
	if !ok || len(drawn.Reads) == 0 {
		return nil
	}
	for _, about := range dataPages {
		if key, ok := route.Key(about.page, address); ok {
			if id, ok := route.ID(key); ok {
				first, then := drawn.readsAt(id.String())
				return s.answersFor(ctx, drawn, first, then)
			}
		}
	}
	return nil
}
