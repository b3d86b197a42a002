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
	"automacao/internal/market/limits"
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

// Refusal declines a proposal, with a reason for its sender and whether another proposal is
// welcome.
type Refusal struct {
	ProposalID uuid.UUID `json:"proposal_id"`
	Reason     string    `json:"reason"`
	InvitesNew bool      `json:"invites_new,omitempty"`
}

// Decline declines a pending or waiting proposal. Only the project's company may.
func Decline(ctx context.Context, tx pgx.Tx, in Refusal) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	refused, by, err := lock(ctx, tx, in.ProposalID, "decline_proposal")
	if err != nil {
		return Status{}, err
	}
	err = refused.move(ctx, tx, deal.ProposalMove{Action: "decline_proposal", By: by, Cause: deal.ByCompany, Reason: reason, InvitesNew: in.InvitesNew})
	if err != nil {
		return Status{}, err
	}
	if in.InvitesNew {
		reason += " A empresa convida você a enviar outra proposta."
	}
	return refused.answer(), refused.tell(ctx, tx, "decline_proposal", by, reason)
}

// Refusals of a decision to take a declined proposal back.
var (
	ErrTooLateToUndo = fault.New(http.StatusConflict, "decline_final", limits.Say("Uma recusa pode ser desfeita em até {undo_decline_minutes} minutos."))
	ErrNotNextBest   = fault.New(http.StatusConflict, "proposal_not_reopenable", "Só volta a concorrer uma proposta recusada porque outra foi escolhida.")
	ErrSuperseded    = fault.New(http.StatusConflict, "proposal_superseded", "O profissional já enviou outra proposta para este projeto.")
)

// UndoDecline undoes a company's own refusal within ten minutes, while the project is open. Only
// the project's company may.
func UndoDecline(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	return revive(ctx, tx, in, "undo_decline",
		`decline_cause = 'company' AND decided_at > now() - private.span_of('undo_decline_minutes')`, ErrTooLateToUndo,
		"A empresa desfez a recusa: sua proposta está em análise de novo.")
}

// Reopen lets a proposal that was declined because another was chosen compete again, once the
// contract with the other has ended and the project is open. Only the project's company may.
func Reopen(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	return revive(ctx, tx, in, "reopen_proposal", `decline_cause = 'other_chosen'`, ErrNotNextBest,
		"O projeto está aberto de novo e a empresa voltou à sua proposta.")
}

func revive(ctx context.Context, tx pgx.Tx, in Reference, action, condition string, otherwise error, body string) (Status, error) {
	back, by, err := lock(ctx, tx, in.ProposalID, action)
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Proposal.Check(action, back.status, by); err != nil {
		return Status{}, err
	}
	if back.project.Status != "open" {
		return Status{}, transition.ErrNotOpen
	}
	var may, superseded bool
	err = tx.QueryRow(ctx, `
		SELECT coalesce(`+condition+`, false), EXISTS (
		  SELECT FROM public.proposals newer
		  WHERE newer.project_id = o.project_id AND newer.professional_id = o.professional_id AND newer.created_at > o.created_at)
		FROM public.proposals o WHERE o.id = $1`, back.id).Scan(&may, &superseded)
	switch {
	case err != nil:
		return Status{}, fmt.Errorf("ask whether proposal %s may come back: %w", back.id, err)
	case !may:
		return Status{}, otherwise
	case superseded:
		return Status{}, ErrSuperseded
	}
	if err := back.move(ctx, tx, deal.ProposalMove{Action: action, By: by}); err != nil {
		return Status{}, err
	}
	return back.answer(), back.tell(ctx, tx, action, by, body)
}
