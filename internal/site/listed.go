package site

import (
	"context"
	"net/http"
	"slices"

	"automacao/internal/memory"
	"automacao/internal/route"
)

// listed answers with a directory and the rows that its address asks for.
func (s *Site) listed(w http.ResponseWriter, r *http.Request, address string) bool {
	drawn, ok := s.drawingAt(address)
	if !ok || s.cfg.Rest == nil || len(drawn.Options) == 0 {
		return false
	}
	query := r.URL.Query()
	reads, beside := drawn.readsUnder(query)
	if len(reads) == 0 {
		return false
	}
	// The ways to other pages hold the query as it was written.
	key := "page " + address + "?" + sifted(query).Encode()
	for _, asked := range slices.Concat(reads, beside) {
		key += "\n" + asked.Address
	}
	if len(key) > listedKeyMax {
		return false
	}
	s.hint(w, r)
	s.cfg.Memory.Serve(w, r, memory.Ask{Key: key, Vary: documentVary}, func(w http.ResponseWriter, r *http.Request) {
		described := fixed[address]
		described.Canonical, described.Image = s.cfg.URL+address, s.cfg.URL+preview
		s.document(address, query, described, s.answersTo(r.Context(), drawn, reads, beside)...).serveAs(w, r, http.StatusOK)
	})
	return true
}

// listedKeyMax bounds what of a directory's query is looked for, in bytes.
const listedKeyMax = 4 << 10

// answersAbout are the answers to what a page about one thing asks first.
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
