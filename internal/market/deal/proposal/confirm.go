package proposal

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// ErrOutdated refuses to accept a proposal that answers an older revision of the project.
var ErrOutdated = fault.New(http.StatusConflict, "proposal_outdated", "O projeto mudou depois desta proposta. O profissional precisa confirmá-la antes.")

// Confirmed is a proposal and the project revision for which it holds.
type Confirmed struct {
	ID              uuid.UUID `json:"id"`
	Status          string    `json:"status"`
	ProjectRevision int       `json:"project_revision"`
}

// Confirm says that a proposal holds for the project as it is now. Only its sender may, and
// confirming again changes nothing.
func Confirm(ctx context.Context, tx pgx.Tx, in Reference) (Confirmed, error) {
	kept, by, err := lock(ctx, tx, in.ProposalID, "confirm_proposal")
	if err != nil {
		return Confirmed{}, err
	}
	if _, err := transition.Proposal.Check("confirm_proposal", kept.status, by); err != nil {
		return Confirmed{}, err
	}
	confirmed := Confirmed{ID: kept.id, Status: kept.status, ProjectRevision: kept.project.Revision}
	if kept.revision == kept.project.Revision {
		return confirmed, nil
	}
	_, err = transition.Proposal.Take(ctx, tx, transition.Taken{
		ID: kept.id, Action: "confirm_proposal", From: kept.status, By: by, Args: map[string]any{"revision": kept.project.Revision},
	})
	if err != nil {
		return Confirmed{}, err
	}
	if err := deal.Consent(ctx, tx, kept.id, kept.terms); err != nil {
		return Confirmed{}, err
	}
	return confirmed, kept.tell(ctx, tx, "confirm_proposal", by, "O profissional confirmou a proposta para o projeto como está agora.")
}
