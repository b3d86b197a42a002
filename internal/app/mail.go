package app

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/jobs"
	"automacao/internal/market/money/payment"
	"automacao/internal/notify/mail"
	"automacao/internal/notify/push"
	"automacao/internal/postgres"
	"automacao/internal/wire/auth/core"
)

// senders reach people outside the product.
type senders struct {
	// sender is nil if there is no mail server.
	sender *mail.Sender
	push   *push.Sender
	// pushKey is the key that browsers are given, and pushServices are the services that may be
	// called.
	pushKey      push.Key
	pushServices push.Services
}

// workers are the parts of the market that work beside requests.
type workers struct {
	// payments is nil in an App that only registers workflows, to generate files from them.
	payments *payment.Desk
	jobs     *jobs.Jobs
}

// orphanAge is how old stored bytes without a row must be before they are removed. The longest
// upload takes less.
const orphanAge = time.Hour

// openMail prepares the connection to the mail server, if there is one.
func (a *App) openMail(context.Context) (err error) {
	if a.cfg.SMTPURL != "" {
		a.sender, err = mail.Open(a.cfg.SMTPURL)
	}
	return err
}

func (a *App) openJobs(context.Context) (err error) {
	var backUp, keepSuppressions func(context.Context) error
	if a.cfg.BackupTo != "" {
		backUp, keepSuppressions = a.backUp, a.keepSuppressions
	}
	a.jobs, err = jobs.New(a.conns.work, jobs.Config{
		BackUp: backUp, KeepSuppressions: keepSuppressions,
		URL: a.cfg.URL(), Sender: a.sender, Push: a.push, Unsubscribe: a.UnsubscribeLink, EndSearch: a.EndSearchLink, AnswerInvitation: a.InvitationLink, Users: doorkeeper{a.auth}, PurgeSessions: a.auth.Purge, Watch: a.watch.Work,
		SweepFiles: func(ctx context.Context) error {
			_, err := a.storage.Sweep(ctx, orphanAge)
			return err
		},
		ReturnWithheld: a.payments.ReturnWithheld,
		Direct:         a.db.Direct,
	}, a.log)
	return err
}

// postman sends the letters of the auth protocol and of invitations through the queue.
type postman struct{ app *App }

// Send enqueues a letter of the auth protocol in its transaction.
func (p postman) Send(ctx context.Context, tx pgx.Tx, kind core.MailKind, to, link, code string) error {
	letter, err := mail.Auth(string(kind), to, link, code)
	if err != nil {
		return err
	}
	return p.SendMail(ctx, tx, letter)
}

// SendMail enqueues a letter in the caller's transaction.
func (p postman) SendMail(ctx context.Context, tx pgx.Tx, letter mail.Letter) error {
	return p.app.jobs.SendMail(ctx, tx, letter)
}

// UnsubscribeLink returns a link that ends a member's newsletter without signing in. Its signature
// proves that the product sent it. The link stays valid however old the letter is, so it is not
// signed with the signing key, which changes.
func (a *App) UnsubscribeLink(profileID string) string {
	return a.cfg.URL() + "/newsletter/sair?" + url.Values{"membro": {profileID}, "prova": {a.unsubscribeProof(profileID)}}.Encode()
}

func (a *App) unsubscribeProof(profileID string) string {
	mac := hmac.New(sha256.New, a.keys.bars)
	mac.Write([]byte("newsletter:" + profileID))
	return hex.EncodeToString(mac.Sum(nil))
}

// mailPage is a page that a letter's link opens without signing in: its title and its content.
const mailPage = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">` +
	`<title>%s</title></head><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;line-height:1.6">%s</body></html>`

const newsletterTitle = "Newsletter"

// protectMailPage sets the headers of a page that only its reader's letter leads to.
func protectMailPage(header http.Header) {
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
}

// unsubscribe answers the link. GET shows a button, because mail filters follow links too. Mail
// programs POST at once (RFC 8058).
func (a *App) unsubscribe(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	id, err := uuid.Parse(query.Get("membro"))
	protectMailPage(w.Header())
	if err != nil || !hmac.Equal([]byte(query.Get("prova")), []byte(a.unsubscribeProof(id.String()))) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprintf(w, mailPage, newsletterTitle, "<h1>Endereço inválido</h1><p>Escolha o que receber em Configurações.</p>")
		return
	}
	switch r.Method {
	case http.MethodPost:
		a.cancelNewsletter(w, r, id)
	case http.MethodGet, http.MethodHead:
		_, _ = fmt.Fprintf(w, mailPage, newsletterTitle, `<h1>Newsletter semanal</h1><form method="post"><button style="font-size:1rem;padding:.75rem 1.25rem">Cancelar inscrição</button></form>`)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (a *App) cancelNewsletter(w http.ResponseWriter, r *http.Request, id uuid.UUID) {
	_, err := postgres.Bounded{Pool: a.conns.files}.Exec(r.Context(), `UPDATE public.preferences SET newsletter = false WHERE profile_id = $1`, id)
	if err != nil {
		a.log.ErrorContext(r.Context(), "newsletter was not cancelled", "cause", err)
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = fmt.Fprintf(w, mailPage, newsletterTitle, "<h1>Não foi possível cancelar</h1><p>Tente novamente em instantes.</p>")
		return
	}
	_, _ = fmt.Fprintf(w, mailPage, newsletterTitle, "<h1>Inscrição cancelada</h1><p>Você não receberá mais a newsletter semanal.</p>")
}
