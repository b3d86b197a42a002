package app

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"automacao/internal/postgres"
)

// linkProof proves that the product wrote a link in a letter, for one subject. Links stay valid
// however old the letter is, so they are not signed with the signing key, which changes.
func (a *App) linkProof(subject string) string {
	mac := hmac.New(sha256.New, a.keys.bars)
	mac.Write([]byte(subject))
	return hex.EncodeToString(mac.Sum(nil))
}

// isProven reports whether the query of a link has the proof of its subject.
func (a *App) isProven(query url.Values, subject string) bool {
	return hmac.Equal([]byte(query.Get("prova")), []byte(a.linkProof(subject)))
}

// mailPage is a page that a letter's link opens without signing in: its title and its content.
const mailPage = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">` +
	`<title>%s</title></head><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;line-height:1.6">%s</body></html>`

// protectMailPage sets the headers of a page that only its reader's letter leads to.
func protectMailPage(header http.Header) {
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
}

// refuseLinkMethod answers methods other than those of a letter's link.
func refuseLinkMethod(w http.ResponseWriter) {
	w.Header().Set("Allow", "GET, HEAD, POST")
	w.WriteHeader(http.StatusMethodNotAllowed)
}

// ending is what the link in a letter ends with one button, and the words of its page.
type ending struct {
	page, title, button string
	endedTitle, ended   string
	failed              string
	// elsewhere says where in the product the reader chooses the same.
	elsewhere string
	end       func(ctx context.Context, id uuid.UUID) error
}

// answerEnding answers the link. GET shows a button, because mail filters follow links too. Mail
// programs POST at once (RFC 8058).
func (a *App) answerEnding(w http.ResponseWriter, r *http.Request, id uuid.UUID, isProven bool, e ending) {
	write := func(title, content string) { _, _ = fmt.Fprintf(w, mailPage, e.page, "<h1>"+title+"</h1>"+content) }
	protectMailPage(w.Header())
	if !isProven {
		w.WriteHeader(http.StatusNotFound)
		write("Endereço inválido", "<p>Escolha o que receber em "+e.elsewhere+".</p>")
		return
	}
	switch r.Method {
	case http.MethodPost:
		if err := e.end(r.Context(), id); err != nil {
			a.log.ErrorContext(r.Context(), "what a letter's link ends was not ended", "page", e.page, "cause", err)
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			write(e.failed, "<p>Tente novamente em instantes.</p>")
			return
		}
		write(e.endedTitle, "<p>"+e.ended+"</p>")
	case http.MethodGet, http.MethodHead:
		write(e.title, `<form method="post"><button style="font-size:1rem;padding:.75rem 1.25rem">`+e.button+`</button></form>`)
	default:
		refuseLinkMethod(w)
	}
}

// UnsubscribeLink returns a link that ends a member's newsletter without signing in.
func (a *App) UnsubscribeLink(profileID string) string {
	return a.cfg.URL() + "/newsletter/sair?" + url.Values{"membro": {profileID}, "prova": {a.linkProof("newsletter:" + profileID)}}.Encode()
}

// unsubscribe answers the link that ends the newsletter.
func (a *App) unsubscribe(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	id, err := uuid.Parse(query.Get("membro"))
	a.answerEnding(w, r, id, err == nil && a.isProven(query, "newsletter:"+id.String()), ending{
		page: "Newsletter", title: "Newsletter semanal", button: "Cancelar inscrição",
		endedTitle: "Inscrição cancelada", ended: "Você não receberá mais a newsletter semanal.",
		failed: "Não foi possível cancelar", elsewhere: "Configurações", end: a.cancelNewsletter,
	})
}

func (a *App) cancelNewsletter(ctx context.Context, id uuid.UUID) error {
	_, err := postgres.Bounded{Pool: a.conns.files}.Exec(ctx, `UPDATE public.preferences SET newsletter = false WHERE profile_id = $1`, id)
	return err
}
