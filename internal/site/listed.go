package site

import (
	"context"
	"net/http"

	"automacao/internal/memory"
	"automacao/internal/route"
)

// listed answers with a directory and the rows that its address asks for.
func (s *Site) listed(w http.ResponseWriter, r *http.Request, address string) bool {
	drawn, ok := s.drawingAt(address)
	if !ok || s.cfg.Rest == nil || len(drawn.Options) == 0 {
		return false
	}
	reads := drawn.readsUnder(r.URL.Query())
	if len(reads) == 0 {
		return false
	}
	key := "page " + address
	for _, asked := range reads {
		key += "\n" + asked.Address
	}
	if len(key) > listedKeyMax {
		return false
	}
	s.hint(w, r)
	s.cfg.Memory.Serve(w, r, memory.Ask{Key: key, Vary: documentVary}, func(w http.ResponseWriter, r *http.Request) {
		described := fixed[address]
		described.Canonical, described.Image = s.cfg.URL+address, s.cfg.URL+preview
		s.document(address, described, s.answersFor(r.Context(), drawn, reads, nil)...).serveAs(w, r, http.StatusOK)
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
