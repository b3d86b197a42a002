package proposal

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
)

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
