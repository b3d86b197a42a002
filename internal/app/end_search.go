package app

import (
	"context"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"automacao/internal/market/people/search"
	"automacao/internal/postgres"
)

// What the link in a letter ends, as its parameter says it.
const (
	oneSearch   = "busca"
	allSearches = "membro"
)

// EndSearchLink returns a link that ends the alerts of one saved search, or of all searches of a
// person, without signing in.
func (a *App) EndSearchLink(id uuid.UUID, isPerson bool) string {
	what := oneSearch
	if isPerson {
		what = allSearches
	}
	return a.cfg.URL() + "/buscas/sair?" + url.Values{what: {id.String()}, "prova": {a.linkProof(searchSubject(what, id))}}.Encode()
}

func searchSubject(what string, id uuid.UUID) string {
	return "saved searches:" + what + ":" + id.String()
}

// endSearch answers the link that ends the alerts.
func (a *App) endSearch(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	what := oneSearch
	e := ending{
		page: "Buscas salvas", title: "Avisos desta busca", button: "Encerrar os avisos", endedTitle: "Avisos encerrados",
		ended: "Você não receberá mais avisos desta busca. Ela continua salva, pausada.", failed: "Não foi possível encerrar", elsewhere: "Buscas salvas",
	}
	if query.Has(allSearches) {
		what = allSearches
		e.title, e.button = "Avisos das suas buscas", "Encerrar todos os avisos"
		e.ended = "Você não receberá mais avisos das suas buscas. Elas continuam salvas, pausadas."
	}
	e.end = func(ctx context.Context, id uuid.UUID) error {
		return search.End(ctx, postgres.Bounded{Pool: a.conns.files}, id, what == allSearches)
	}
	id, err := uuid.Parse(query.Get(what))
	a.answerEnding(w, r, id, err == nil && a.isProven(query, searchSubject(what, id)), e)
}
