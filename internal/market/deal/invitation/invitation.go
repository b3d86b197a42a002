// Package invitation owns the invitations of a company to professionals to propose to one of its open
// projects: who may be invited and how often, and the answers. Invitations to an organisation's team
// belong to package organisation. It never tells a professional whose project a confidential one is,
// nor a company who else invites.
package invitation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of an invitation.
var (
	ErrNoProfessional = fault.New(http.StatusNotFound, "professional_not_found", "Profissional não encontrado.")
	ErrNoteTooLong    = fault.New(http.StatusUnprocessableEntity, "invitation_note_too_long", limits.Say("O recado tem no máximo {invitations_to_propose.note} caracteres."))
	ErrSameFirm       = fault.New(http.StatusConflict, "same_firm_invited", "Este profissional e a sua empresa são da mesma pessoa ou da mesma firma.")
	ErrUnavailable    = fault.New(http.StatusConflict, "professional_not_available", "Este profissional não está disponível no momento.")
	ErrUnwilling      = fault.New(http.StatusConflict, "invitations_unwanted", "Este profissional prefere não receber convites.")
	ErrHasProposed    = fault.New(http.StatusConflict, "professional_has_proposed", "Este profissional já enviou uma proposta para o projeto.")
	ErrInvited        = fault.New(http.StatusConflict, "already_invited", "Este profissional já foi convidado para o projeto.")
	ErrTooMany        = fault.New(http.StatusConflict, "too_many_project_invitations", limits.Say("Este projeto já tem {project_invitations_max} convites, que é o limite."))
	ErrTooManyToday   = fault.New(http.StatusTooManyRequests, "too_many_project_invitations_today", limits.Say("Sua empresa já enviou {project_invitations_daily_max} convites em 24 horas. Tente novamente mais tarde."))
	ErrInvitedEnough  = fault.New(http.StatusConflict, "professional_invited_enough", limits.Say("Este profissional já recebeu muitos convites nesta semana. Para não sobrecarregar ninguém, cada um recebe no máximo {invitations_weekly_max} em sete dias. Tente daqui a alguns dias."))
)

// Invitation is a company's wish that a professional propose to its project, with a note that may be
// empty.
type Invitation struct {
	ProjectID      uuid.UUID `json:"project_id"`
	ProfessionalID uuid.UUID `json:"professional_id"`
	Note           string    `json:"note,omitempty"`
}

// Sent is a stored invitation. Left is how many more professionals may be invited to the project.
type Sent struct {
	ID        uuid.UUID `json:"id"`
	Status    string    `json:"status"`
	ExpiresAt time.Time `json:"expires_at"`
	Left      int       `json:"left"`
}

// Invite invites a professional to propose to an open project. Only members of the project's company
// with the right to publish may. A professional is invited to a project once, and is not invited if
// they do not want it, are unavailable, or have been invited often enough by all companies together.
func Invite(ctx context.Context, tx pgx.Tx, in Invitation) (Sent, error) {
	note, err := humantext.ReadParagraphs(in.Note)
	if err != nil {
		return Sent{}, err
	}
	if utf8.RuneCountInString(note) > limits.InvitationsToProposeNote {
		return Sent{}, ErrNoteTooLong
	}
	project, err := deal.LockProject(ctx, tx, in.ProjectID)
	if err != nil {
		return Sent{}, err
	}
	if err := party.Require(ctx, tx, project.CompanyID, party.Publish, transition.ErrProjectNotFound); err != nil {
		return Sent{}, err
	}
	if project.Status != transition.Project.Initial {
		return Sent{}, transition.ErrNotOpen
	}
	if err := mayBeInvited(ctx, tx, project, in.ProfessionalID); err != nil {
		return Sent{}, err
	}
	left, err := room(ctx, tx, project, in.ProfessionalID)
	if err != nil {
		return Sent{}, err
	}
	sent := Sent{Left: left - 1}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.invitations_to_propose (project_id, professional_id, note, expires_at) VALUES ($1, $2, $3, now() + $4 * interval '1 day')
		RETURNING id, status, expires_at`, project.ID, in.ProfessionalID, note, limits.InvitationToProposeDays).Scan(&sent.ID, &sent.Status, &sent.ExpiresAt)
	if err != nil {
		return Sent{}, fmt.Errorf("store invitation: %w", err)
	}
	return sent, tellInvited(ctx, tx, project, in.ProfessionalID, sent.ID, note)
}

// mayBeInvited locks the profiles of the two parties, in the order of their keys, and refuses a
// professional who cannot be invited to the project. The locks make invitations of one company, and to
// one professional, count one after the other.
func mayBeInvited(ctx context.Context, tx pgx.Tx, project deal.Project, professionalID uuid.UUID) error {
	_, err := tx.Exec(ctx, `SELECT FROM public.profiles WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`, []uuid.UUID{project.CompanyID, professionalID})
	if err != nil {
		return fmt.Errorf("lock the parties of an invitation: %w", err)
	}
	var isSameFirm, isUnavailable, hasProposed, isInvited bool
	err = tx.QueryRow(ctx, `
		SELECT private.is_same_firm($1, p.id), coalesce(p.availability = 'unavailable', false),
		       EXISTS (SELECT FROM public.proposals o WHERE o.project_id = $2 AND o.professional_id = p.id AND o.status <> 'withdrawn'),
		       EXISTS (SELECT FROM public.invitations_to_propose i WHERE i.project_id = $2 AND i.professional_id = p.id)
		FROM public.profiles p WHERE p.id = $3 AND private.is_party_of(p.id, 'professional')`,
		project.CompanyID, project.ID, professionalID).Scan(&isSameFirm, &isUnavailable, &hasProposed, &isInvited)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return ErrNoProfessional
	case err != nil:
		return fmt.Errorf("look up professional %s: %w", professionalID, err)
	case isSameFirm:
		return ErrSameFirm
	case isInvited:
		return ErrInvited
	case hasProposed:
		return ErrHasProposed
	case isUnavailable:
		return ErrUnavailable
	}
	return isWanted(ctx, tx, professionalID)
}

// isWanted refuses a party for which nobody who negotiates wants invitations.
func isWanted(ctx context.Context, tx pgx.Tx, professionalID uuid.UUID) error {
	people, err := party.People(ctx, tx, professionalID, party.Negotiate)
	if err != nil {
		return err
	}
	var isWanted bool
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM unnest($1::uuid[]) AS person WHERE NOT EXISTS (
		  SELECT FROM public.preferences p WHERE p.profile_id = person AND NOT p.new_invitations))`, people).Scan(&isWanted)
	if err != nil {
		return fmt.Errorf("look up who wants invitations: %w", err)
	}
	if !isWanted {
		return ErrUnwilling
	}
	return nil
}

// room returns how many invitations the project has left, this one included. It refuses one beyond the
// limit of the project, of the company's day or of the professional's week.
func room(ctx context.Context, tx pgx.Tx, project deal.Project, professionalID uuid.UUID) (left int, err error) {
	var ofProject, ofDay, dayMax, ofWeek, weekMax int
	var first time.Time
	var now time.Time
	err = tx.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM public.invitations_to_propose WHERE project_id = $1),
		       day.number, day.first, private.limit_of('project_invitations_daily_max'),
		       (SELECT count(*) FROM public.invitations_to_propose WHERE professional_id = $3 AND created_at > now() - interval '7 days'), private.limit_of('invitations_weekly_max'), now()
		FROM (SELECT count(*) AS number, coalesce(min(i.created_at), now()) AS first
		      FROM public.project_owners o JOIN public.invitations_to_propose i ON i.project_id = o.project_id
		      WHERE o.company_id = $2 AND i.created_at > now() - interval '1 day') AS day`,
		project.ID, project.CompanyID, professionalID).Scan(&ofProject, &ofDay, &first, &dayMax, &ofWeek, &weekMax, &now)
	switch {
	case err != nil:
		return 0, fmt.Errorf("count invitations: %w", err)
	case ofProject >= limits.ProjectInvitationsMax:
		return 0, ErrTooMany
	case ofDay >= dayMax:
		return 0, ErrTooManyToday.After(first.Add(24 * time.Hour).Sub(now))
	case ofWeek >= weekMax:
		return 0, ErrInvitedEnough
	}
	return limits.ProjectInvitationsMax - ofProject, nil
}

// tellInvited tells the professional, without the company's name if the project is confidential.
func tellInvited(ctx context.Context, tx pgx.Tx, project deal.Project, professionalID, id uuid.UUID, note string) error {
	told := transition.Told{
		Action: "invite_to_propose", By: transition.Company, Company: project.CompanyID, Professional: professionalID,
		Body: "Uma empresa convida você a enviar uma proposta.", About: map[string]uuid.UUID{notification.AboutInvitation: id}, Names: map[string]string{"project": project.Title},
	}
	if !project.IsConfidential {
		name, err := party.Name(ctx, tx, project.CompanyID)
		if err != nil {
			return err
		}
		told.Body, told.Mentioned = name+" convida você a enviar uma proposta.", map[string]uuid.UUID{"company": project.CompanyID}
	}
	if note != "" {
		told.Body += "\n\n" + note
	}
	return transition.InvitationToPropose.Tell(ctx, tx, told)
}
