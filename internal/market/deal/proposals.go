package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// The reasons a proposal may be declined for.
const (
	ByCompany     = "company"
	OtherChosen   = "other_chosen"
	ProjectClosed = "project_closed"
)

// ProposalMove is one step of some or all proposals of a locked project.
type ProposalMove struct {
	Action string
	By     transition.Actor
	// Only names the proposals; empty means every one that can take the step.
	Only []uuid.UUID
	// Of keeps to one party's.
	Of uuid.UUID
	// Cause, Reason and InvitesNew go with a no.
	Cause      string
	Reason     string
	InvitesNew bool
}

// Moved is a proposal after its step.
type Moved struct {
	ID             uuid.UUID
	ProfessionalID uuid.UUID
}

// MoveProposals takes proposals of a locked project to their next state and
// returns those it moved, in the order of their keys.
func MoveProposals(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove) ([]Moved, error) {
	from, to, err := leads(transition.Proposal, move.Action, move.By)
	if err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, `
		WITH chosen AS (
		  SELECT id FROM public.proposals
		  WHERE project_id = $1 AND status = ANY ($2::text[]) AND (cardinality($3::uuid[]) = 0 OR id = ANY ($3)) AND ($4 = '00000000-0000-0000-0000-000000000000'::uuid OR professional_id = $4)
		  ORDER BY id FOR UPDATE
		), moved AS (
		  UPDATE public.proposals o
		  SET status         = $5,
		      decided_at     = CASE WHEN $5 IN ('pending', 'waiting') THEN NULL WHEN $5 = 'ended' THEN decided_at ELSE now() END,
		      decline_cause  = CASE WHEN $5 = 'declined' THEN $6 END,
		      decline_reason = CASE WHEN $5 = 'declined' THEN nullif($7, '') END,
		      invites_new    = $5 = 'declined' AND $8
		  FROM chosen WHERE o.id = chosen.id
		  RETURNING o.id, o.professional_id
		)
		SELECT id, professional_id FROM moved ORDER BY id`,
		project.ID, from, only(move.Only), move.Of, to, move.Cause, move.Reason, move.InvitesNew)
	if err != nil {
		return nil, fmt.Errorf("%s for proposals of %s: %w", move.Action, project.ID, err)
	}
	moved, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Moved])
	if err != nil {
		return nil, fmt.Errorf("%s for proposals of %s: %w", move.Action, project.ID, err)
	}
	return moved, nil
}

func only(ids []uuid.UUID) []uuid.UUID {
	if ids == nil {
		return []uuid.UUID{}
	}
	return ids
}

// leads returns the states an actor's action is taken in, and the one they
// lead to; for proposals that is one step.
func leads(m transition.Machine, action string, by transition.Actor) (from []string, to string, err error) {
	for _, state := range m.States() {
		next, err := m.Check(action, state, by)
		if err == nil {
			from, to = append(from, state), next
		}
	}
	if len(from) == 0 {
		return nil, "", fmt.Errorf("%s knows no step %s of %s", m.Noun, action, by)
	}
	return from, to, nil
}

// Decline gives proposals of a locked project a no that follows from something
// else, and tells each sender why, under the title given.
func Decline(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove, title string) error {
	move.By = transition.System
	return moveAndTell(ctx, tx, project, move, title, move.Reason)
}

// Return lets waiting proposals of a locked project compete again.
func Return(ctx context.Context, tx pgx.Tx, project Project) error {
	return moveAndTell(ctx, tx, project, ProposalMove{Action: "reopen_project", By: transition.System},
		"Sua proposta voltou a concorrer", "O contrato com a proposta escolhida terminou antes do trabalho, e o projeto está aberto de novo.")
}

// KeepWaiting holds the pending proposals of a locked project until the work
// with the chosen one begins.
func KeepWaiting(ctx context.Context, tx pgx.Tx, project Project) error {
	return moveAndTell(ctx, tx, project, ProposalMove{Action: "keep_waiting", By: transition.System},
		"Proposta em espera", "A empresa escolheu outra proposta e manteve a sua em espera até o início do trabalho. Você pode retirá-la quando quiser.")
}

func moveAndTell(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove, title, body string) error {
	moved, err := MoveProposals(ctx, tx, project, move)
	if err != nil {
		return err
	}
	for _, one := range moved {
		if err := TellSender(ctx, tx, project, one, title, body); err != nil {
			return err
		}
	}
	return nil
}
