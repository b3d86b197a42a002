package app

import (
	"context"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/route"
	"automacao/internal/market"
	"automacao/internal/market/deal/invitation"
	"automacao/internal/postgres"
)

// invitationPath is where the link in a letter answers an invitation to propose.
const invitationPath = "/convites/responder"

// replyBytesMax bounds the form of an answer.
const replyBytesMax = 1 << 10

//go:embed invitation_link.html
var invitationLinkPage string

var invitationTemplate = template.Must(template.New("invitation").Parse(invitationLinkPage))

// invitationAnswers are the answers as the page offers them, in their order.
var invitationAnswers = []struct{ Status, Label, Done string }{
	{invitation.Interested, "Tenho interesse", "A empresa já sabe do seu interesse. Agora envie a sua proposta na página do projeto."},
	{invitation.Busy, "Sem agenda", "A empresa já sabe que você está sem agenda. Se isso mudar, responda de novo aqui."},
	{invitation.Declined, "Não é para mim", "A empresa já sabe que o projeto não é para o seu perfil."},
}

// invitationPage is what the page shows. Without an invitation it shows only a title and a sentence.
type invitationPage struct {
	Title, Sentence string
	Invitation      *invitation.Shown
	Until, Project  string
	Answers         any
}

// InvitationLink returns the address where a person answers an invitation to propose without signing
// in. Its signature proves that the product sent it to them for this invitation. It is of no use once
// the invitation has expired.
func (a *App) InvitationLink(invitationID, personID uuid.UUID) string {
	return invitationPath + "?" + url.Values{
		"convite": {invitationID.String()}, "membro": {personID.String()}, "prova": {a.linkProof(invitationSubject(invitationID, personID))},
	}.Encode()
}

func invitationSubject(invitationID, personID uuid.UUID) string {
	return "invitation:" + invitationID.String() + ":" + personID.String()
}

// answerInvitation answers the link. GET shows the invitation with one button for each answer, because
// mail filters follow links too. POST answers.
func (a *App) answerInvitation(w http.ResponseWriter, r *http.Request) {
	protectMailPage(w.Header())
	w.Header().Set("Referrer-Policy", "no-referrer")
	query := r.URL.Query()
	id, errInvitation := uuid.Parse(query.Get("convite"))
	person, errPerson := uuid.Parse(query.Get("membro"))
	if errors.Join(errInvitation, errPerson) != nil || !a.isProven(query, invitationSubject(id, person)) {
		a.showInvitation(w, r, http.StatusNotFound, invitationPage{Title: "Endereço inválido", Sentence: "Veja os seus convites no painel."})
		return
	}
	ctx := caller.NewContext(r.Context(), caller.Member(person))
	switch r.Method {
	case http.MethodPost:
		r.Body = http.MaxBytesReader(w, r.Body, replyBytesMax)
		a.replyToInvitation(ctx, w, r, id, person, r.PostFormValue("resposta"))
	case http.MethodGet, http.MethodHead:
		a.replyToInvitation(ctx, w, r, id, person, "")
	default:
		refuseLinkMethod(w)
	}
}

// replyToInvitation takes an answer, if there is one, and shows the invitation as it then is.
func (a *App) replyToInvitation(ctx context.Context, w http.ResponseWriter, r *http.Request, id, person uuid.UUID, answer string) {
	var shown invitation.Shown
	err := postgres.InTx(ctx, a.conns.files, func(tx pgx.Tx) (err error) {
		if answer != "" {
			if _, err := invitation.Answer(ctx, tx, invitation.Reply{InvitationID: id, Status: answer}); err != nil {
				return err
			}
		}
		shown, err = invitation.Show(ctx, tx, id, person)
		return err
	})
	if refusal, ok := errors.AsType[*fault.Error](err); ok {
		a.showInvitation(w, r, refusal.Status, invitationPage{Title: "Convite", Sentence: refusal.Message})
		return
	}
	if err != nil {
		a.log.ErrorContext(ctx, "invitation was not answered", "cause", err)
		w.Header().Set("Retry-After", "1")
		a.showInvitation(w, r, http.StatusServiceUnavailable, invitationPage{Title: "Não foi possível responder", Sentence: "Tente novamente em instantes."})
		return
	}
	a.showInvitation(w, r, http.StatusOK, pageOf(shown))
}

// pageOf returns the page of an invitation. One that is over shows nothing of its project.
func pageOf(shown invitation.Shown) invitationPage {
	if !shown.IsOpen {
		over := invitation.ErrOver.Message
		if shown.Status == invitation.Proposed {
			over = "Você já enviou a sua proposta para este projeto."
		}
		return invitationPage{Title: "Convite encerrado", Sentence: over}
	}
	page := invitationPage{
		Title: "Convite para enviar proposta", Invitation: &shown, Answers: invitationAnswers,
		Until: shown.ExpiresAt.In(market.Zone).Format("02/01/2006"), Project: route.To(route.Project, shown.ProjectID.String()),
	}
	for _, answer := range invitationAnswers {
		if answer.Status == shown.Status {
			page.Title, page.Sentence = "Resposta registrada: "+answer.Label, answer.Done
		}
	}
	return page
}

func (a *App) showInvitation(w http.ResponseWriter, r *http.Request, status int, page invitationPage) {
	w.WriteHeader(status)
	if err := invitationTemplate.Execute(w, page); err != nil {
		a.log.WarnContext(r.Context(), "page of an invitation was not written", "cause", err)
	}
}
