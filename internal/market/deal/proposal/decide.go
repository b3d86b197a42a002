package proposal

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// Refusals of a decision about a proposal.
var (
	ErrNotFound = transition.ErrProposalNotFound
	ErrGone     = fault.New(http.StatusConflict, "professional_unavailable", "Este profissional não está mais disponível.")
)

// Reference names the proposal that a call is about.
type Reference struct {
	ProposalID uuid.UUID `json:"proposal_id"`
}

// Status is the state of a proposal after a decision.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// locked is a proposal whose project is locked, so that nobody else can change either until the
// transaction ends.
type locked struct {
	id             uuid.UUID
	professionalID uuid.UUID
	status         string
	revision       int
	terms          int
	isExpired      bool
	isReachable    bool
	project        deal.Project
}

// lock locks the project of a proposal, and reads the proposal for a step that the caller may take.
// A proposal that does not exist and one that is not the caller's get the same answer.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (locked, transition.Actor, error) {
	found := locked{id: id}
	var projectID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT project_id FROM public.proposals WHERE id = $1`, id).Scan(&projectID)
	if errors.Is(err, pgx.ErrNoRows) {
		return locked{}, "", ErrNotFound
	}
	if err != nil {
		return locked{}, "", fmt.Errorf("look up proposal: %w", err)
	}
	if found.project, err = deal.LockProject(ctx, tx, projectID); err != nil {
		return locked{}, "", err
	}
	err = tx.QueryRow(ctx, `
		SELECT o.professional_id, o.status, o.project_revision, o.terms, o.valid_until < private.market_day(), p.status = 'active'
		FROM public.proposals o JOIN public.profiles p ON p.id = o.professional_id
		WHERE o.id = $1`, id).Scan(&found.professionalID, &found.status, &found.revision, &found.terms, &found.isExpired, &found.isReachable)
	if err != nil {
		return locked{}, "", fmt.Errorf("read proposal: %w", err)
	}
	by, err := deal.ActorOf(ctx, tx, transition.Proposal, action, found.project.CompanyID, found.professionalID, ErrNotFound)
	return found, by, err
}

// move takes one proposal to its next state.
func (p *locked) move(ctx context.Context, tx pgx.Tx, move deal.ProposalMove) error {
	to, err := transition.Proposal.Check(move.Action, p.status, move.By)
	if err != nil {
		return err
	}
	move.Only = []uuid.UUID{p.id}
	if _, err := deal.MoveProposals(ctx, tx, p.project, move); err != nil {
		return err
	}
	p.status = to
	return nil
}

func (p locked) answer() Status { return Status{ID: p.id, Status: p.status} }

func (p locked) sent() deal.Moved { return deal.Moved{ID: p.id, ProfessionalID: p.professionalID} }

func (p locked) tell(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	return p.project.Tell(ctx, tx, p.sent(), transition.Told{Action: action, By: by, Body: body})
}
