package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// The causes for which a proposal may be declined.
const (
	ByCompany     = "company"
	OtherChosen   = "other_chosen"
	ProjectClosed = "project_closed"
)

// ProposalMove is one step of some or all proposals of a locked project.
type ProposalMove struct {
	Action string
	By     transition.Actor
	// Only lists the proposals to move; if empty, every one that can take the step moves.
	Only []uuid.UUID
	// Of restricts the move to the proposals of one party.
	Of uuid.UUID
	// Cause, Reason and InvitesNew belong to a refusal.
	Cause      string
	Reason     string
	InvitesNew bool
	// Terms is the number of the terms that the proposals adopt, for the project's revision.
	Terms int
}

// Moved is a proposal that took a step.
type Moved struct {
	ID             uuid.UUID
	ProfessionalID uuid.UUID
}

// MoveProposals takes proposals of a locked project to their next state and returns those that
// moved, in the order of their keys.
func MoveProposals(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove) ([]Moved, error) {
	from := transition.Proposal.TakenFrom(move.Action, move.By)
	if len(from) == 0 {
		return nil, fmt.Errorf("no proposal takes the step %s of %s", move.Action, move.By)
	}
	chosen, err := choose(ctx, tx, project, move, from)
	if err != nil {
		return nil, err
	}
	var moved []Moved
	inState := map[string][]uuid.UUID{}
	for _, one := range chosen {
		moved, inState[one.Status] = append(moved, one.Moved), append(inState[one.Status], one.ID)
	}
	for state, ids := range inState {
		_, err := transition.Proposal.Take(ctx, tx, transition.Taken{
			Action: move.Action, From: state, By: move.By, Reason: move.Reason, Rows: "id = ANY (@ids)",
			Args: map[string]any{"ids": ids, "cause": move.Cause, "invites_new": move.InvitesNew, "terms": move.Terms, "revision": project.Revision},
		})
		if err != nil {
			return nil, err
		}
	}
	return moved, nil
}

// candidate is a locked proposal that may take the step.
type candidate struct {
	Moved
	Status string
}

// choose locks the proposals of a project to which a move applies, in the order of their keys.
func choose(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove, from []string) ([]candidate, error) {
	rows, err := tx.Query(ctx, `
		SELECT id, professional_id, status FROM public.proposals
		WHERE project_id = $1 AND status = ANY ($2::text[]) AND (cardinality($3::uuid[]) = 0 OR id = ANY ($3)) AND ($4 = '00000000-0000-0000-0000-000000000000'::uuid OR professional_id = $4)
		ORDER BY id FOR UPDATE`, project.ID, from, only(move.Only), move.Of)
	if err != nil {
		return nil, fmt.Errorf("%s for proposals of %s: %w", move.Action, project.ID, err)
	}
	chosen, err := pgx.CollectRows(rows, pgx.RowToStructByPos[candidate])
	if err != nil {
		return nil, fmt.Errorf("%s for proposals of %s: %w", move.Action, project.ID, err)
	}
	return chosen, nil
}

func only(ids []uuid.UUID) []uuid.UUID {
	if ids == nil {
		return []uuid.UUID{}
	}
	return ids
}

// Decline declines proposals of a locked project as a consequence of something else, and tells each
// sender why.
func Decline(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove) error {
	move.By = transition.System
	return moveAndTell(ctx, tx, project, move, move.Reason)
}

// Return lets the waiting proposals of a locked project compete again, and tells their senders.
func Return(ctx context.Context, tx pgx.Tx, project Project) error {
	return moveAndTell(ctx, tx, project, ProposalMove{Action: "reopen_project", By: transition.System},
		"O contrato com a proposta escolhida terminou antes do trabalho, e o projeto está aberto de novo.")
}

// KeepWaiting puts the pending proposals of a locked project on hold until work on the chosen one
// begins, and tells their senders.
func KeepWaiting(ctx context.Context, tx pgx.Tx, project Project) error {
	return moveAndTell(ctx, tx, project, ProposalMove{Action: "keep_waiting", By: transition.System},
		"A empresa escolheu outra proposta e manteve a sua em espera até o início do trabalho. Você pode retirá-la quando quiser.")
}

func moveAndTell(ctx context.Context, tx pgx.Tx, project Project, move ProposalMove, body string) error {
	moved, err := MoveProposals(ctx, tx, project, move)
	if err != nil {
		return err
	}
	for _, one := range moved {
		if err := project.Tell(ctx, tx, one, transition.Told{Action: move.Action, By: move.By, Body: body}); err != nil {
			return err
		}
	}
	return nil
}
