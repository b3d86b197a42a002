package invitation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Refusals of an answer.
var (
	ErrNotFound      = transition.ErrInvitationToProposeNotFound
	ErrOver          = fault.New(http.StatusConflict, "invitation_to_propose_over", "Este convite venceu, ou o projeto não recebe mais propostas.")
	ErrUnknownAnswer = fault.New(http.StatusUnprocessableEntity, "invitation_answer_unknown", "Escolha uma das respostas: tenho interesse, sem agenda ou não é para mim.")
)

// The answers. Proposed is what only a proposal answers.
const (
	Interested = "interested"
	Busy       = "busy"
	Declined   = "declined"
	Proposed   = "proposed"
)

// answers maps each answer to its step.
var answers = map[string]string{Interested: "show_interest", Busy: "say_busy", Declined: "decline_invitation"}

// words maps each answer to what the company reads after the professional's name.
var words = map[string]string{
	Interested: "tem interesse no projeto e pode enviar uma proposta.",
	Busy:       "está sem agenda para o projeto.",
	Declined:   "respondeu que o projeto não é para o seu perfil.",
}

// Reply is the answer of a professional to an invitation: interested, busy or declined.
type Reply struct {
	InvitationID uuid.UUID `json:"invitation_id"`
	Status       string    `json:"status"`
}

// Status is the state of an invitation after an answer.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Answer answers an invitation. Only those who negotiate for the invited professional may. Until they
// propose, another answer takes the place of the earlier one, and the same answer changes nothing.
func Answer(ctx context.Context, tx pgx.Tx, in Reply) (Status, error) {
	action, known := answers[in.Status]
	if !known {
		return Status{}, ErrUnknownAnswer
	}
	var projectID, professionalID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT project_id, professional_id FROM public.invitations_to_propose WHERE id = $1`, in.InvitationID).Scan(&projectID, &professionalID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Status{}, ErrNotFound
	}
	if err != nil {
		return Status{}, fmt.Errorf("look up invitation: %w", err)
	}
	if err := party.Require(ctx, tx, professionalID, party.Negotiate, ErrNotFound); err != nil {
		return Status{}, err
	}
	project, err := deal.LockProject(ctx, tx, projectID)
	if err != nil {
		return Status{}, err
	}
	var status string
	var isOpen bool
	err = tx.QueryRow(ctx, `SELECT status, expires_at > now() FROM public.invitations_to_propose WHERE id = $1 FOR UPDATE`, in.InvitationID).Scan(&status, &isOpen)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Status{}, ErrNotFound
	case err != nil:
		return Status{}, fmt.Errorf("read invitation: %w", err)
	case status == in.Status:
		return Status{ID: in.InvitationID, Status: status}, nil
	case !isOpen && status != Proposed:
		return Status{}, ErrOver
	}
	next, err := transition.InvitationToPropose.Take(ctx, tx, transition.Taken{ID: in.InvitationID, Action: action, From: status, By: transition.Professional})
	if err != nil {
		return Status{}, err
	}
	return Status{ID: in.InvitationID, Status: next}, tellCompany(ctx, tx, project, professionalID, action, next)
}

func tellCompany(ctx context.Context, tx pgx.Tx, project deal.Project, professionalID uuid.UUID, action, status string) error {
	name, err := party.Name(ctx, tx, professionalID)
	if err != nil {
		return err
	}
	return transition.InvitationToPropose.Tell(ctx, tx, transition.Told{
		Action: action, By: transition.Professional, To: status, Company: project.CompanyID, Professional: professionalID, Body: name + " " + words[status],
		About: map[string]uuid.UUID{notification.AboutProject: project.ID}, Names: map[string]string{"project": project.Title, "project_id": project.ID.String()},
		Mentioned: map[string]uuid.UUID{"professional": professionalID},
	})
}

// Propose notes that an invited professional has proposed to a locked project. It does nothing for one
// who was not invited.
func Propose(ctx context.Context, tx pgx.Tx, project deal.Project, professionalID uuid.UUID) error {
	var id uuid.UUID
	var status string
	err := tx.QueryRow(ctx, `
		SELECT id, status FROM public.invitations_to_propose WHERE project_id = $1 AND professional_id = $2 AND status <> 'proposed' FOR UPDATE`,
		project.ID, professionalID).Scan(&id, &status)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for an invitation: %w", err)
	}
	_, err = transition.InvitationToPropose.Take(ctx, tx, transition.Taken{ID: id, Action: "send_proposal", From: status, By: transition.System})
	return err
}

// Shown is what the link in a letter shows of an invitation. Company is empty if the project is
// confidential.
type Shown struct {
	ProjectID uuid.UUID
	Project   string
	Company   string
	Note      string
	Status    string
	ExpiresAt time.Time
	IsOpen    bool
}

// Show returns an invitation to a person who negotiates for the invited professional, or ErrNotFound.
func Show(ctx context.Context, tx pgx.Tx, id, personID uuid.UUID) (shown Shown, err error) {
	err = tx.QueryRow(ctx, `
		SELECT p.id, p.title, coalesce(c.name, ''), i.note, i.status, i.expires_at, i.expires_at > now() AND i.status <> 'proposed'
		FROM public.invitations_to_propose i JOIN public.projects p ON p.id = i.project_id LEFT JOIN public.profiles c ON c.id = p.company_id
		WHERE i.id = $1 AND private.acts_for(i.professional_id, 'negotiate', $2)`, id, personID).
		Scan(&shown.ProjectID, &shown.Project, &shown.Company, &shown.Note, &shown.Status, &shown.ExpiresAt, &shown.IsOpen)
	if errors.Is(err, pgx.ErrNoRows) {
		return Shown{}, ErrNotFound
	}
	if err != nil {
		return Shown{}, fmt.Errorf("read invitation: %w", err)
	}
	return shown, nil
}
