package site

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/route"
)

// listed answers with a directory and the rows for its address, and reports whether the address is
// a directory. The page of reference prices is one.
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

// sitemapMax bounds how many pages of each kind are listed; the protocol (sitemaps.org) allows
// 50,000 in one file.
const sitemapMax = 10_000

type sitemapEntry struct {
	Address string `xml:"loc"`
	Changed string `xml:"lastmod,omitempty"`
}

type sitemapFile struct {
	XMLName xml.Name       `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	Entries []sitemapEntry `xml:"url"`
}

// sitemap lists the pages that anonymous visitors may read: the fixed ones, open projects, and
// active members.
func (s *Site) sitemap(w http.ResponseWriter, r *http.Request) {
	file := sitemapFile{}
	for address := range fixed {
		if address != route.Auth && !slices.Contains(s.cfg.PagesOff, address) {
			file.Entries = append(file.Entries, sitemapEntry{Address: s.cfg.URL + address})
		}
	}
	slices.SortFunc(file.Entries, func(a, b sitemapEntry) int { return len(a.Address) - len(b.Address) })
	err := s.asVisitor(r.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(r.Context(), `
			(SELECT $2, id, title, updated_at FROM public.projects WHERE status = 'open' ORDER BY created_at DESC LIMIT $1)
			UNION ALL
			(SELECT CASE role WHEN 'company' THEN $3 ELSE $4 END, id, name, updated_at
			 FROM public.profiles WHERE role IN ('professional', 'company') ORDER BY updated_at DESC LIMIT $1)`,
			sitemapMax, route.Project, route.Company, route.Professional)
		if err != nil {
			return err
		}
		var page, name string
		var id uuid.UUID
		var changed time.Time
		_, err = pgx.ForEachRow(rows, []any{&page, &id, &name, &changed}, func() error {
			file.Entries = append(file.Entries, sitemapEntry{Address: s.cfg.URL + route.To(page, route.Readable(id, name)), Changed: changed.UTC().Format(time.DateOnly)})
			return nil
		})
		return err
	})
	if err != nil {
		s.log.ErrorContext(r.Context(), "sitemap was not written", "cause", err)
		w.Header().Set("Retry-After", "1")
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write([]byte(xml.Header))
	_ = xml.NewEncoder(w).Encode(file)
}
