package app

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
// person, without signing in. It stays valid however old the letter is, like UnsubscribeLink.
func (a *App) EndSearchLink(id uuid.UUID, isPerson bool) string {
	what := oneSearch
	if isPerson {
		what = allSearches
	}
	return a.cfg.URL() + "/buscas/sair?" + url.Values{what: {id.String()}, "prova": {a.searchProof(what, id)}}.Encode()
}

func (a *App) searchProof(what string, id uuid.UUID) string {
	mac := hmac.New(sha256.New, a.keys.bars)
	mac.Write([]byte("saved searches:" + what + ":" + id.String()))
	return hex.EncodeToString(mac.Sum(nil))
}

var endings = map[string]struct{ title, button, done string }{
	oneSearch:   {"Avisos desta busca", "Encerrar os avisos", "Você não receberá mais avisos desta busca. Ela continua salva, pausada."},
	allSearches: {"Avisos das suas buscas", "Encerrar todos os avisos", "Você não receberá mais avisos das suas buscas. Elas continuam salvas, pausadas."},
}

// endSearch answers the link, as unsubscribe does: GET shows a button, and POST ends the alerts.
func (a *App) endSearch(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	what := oneSearch
	if query.Has(allSearches) {
		what = allSearches
	}
	id, err := uuid.Parse(query.Get(what))
	protectMailPage(w.Header())
	if err != nil || !hmac.Equal([]byte(query.Get("prova")), []byte(a.searchProof(what, id))) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprintf(w, mailPage, "Buscas salvas", "<h1>Endereço inválido</h1><p>Escolha o que receber em Buscas salvas.</p>")
		return
	}
	ending := endings[what]
	switch r.Method {
	case http.MethodPost:
		if err := search.End(r.Context(), postgres.Bounded{Pool: a.conns.files}, id, what == allSearches); err != nil {
			a.log.ErrorContext(r.Context(), "alerts were not ended", "cause", err)
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = fmt.Fprintf(w, mailPage, "Buscas salvas", "<h1>Não foi possível encerrar</h1><p>Tente novamente em instantes.</p>")
			return
		}
		_, _ = fmt.Fprintf(w, mailPage, "Buscas salvas", "<h1>Avisos encerrados</h1><p>"+ending.done+"</p>")
	case http.MethodGet, http.MethodHead:
		_, _ = fmt.Fprintf(w, mailPage, "Buscas salvas", "<h1>"+ending.title+`</h1><form method="post"><button style="font-size:1rem;padding:.75rem 1.25rem">`+ending.button+`</button></form>`)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}
