package site

import (
	"encoding/xml"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/route"
)

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
