package proposal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

const taken = "O profissional retirou a proposta que havia enviado."

// Withdraw withdraws a pending or waiting proposal. Only its sender may, and they may send another
// while the project is open.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	back, by, err := lock(ctx, tx, in.ProposalID, "withdraw_proposal")
	if err != nil {
		return Status{}, err
	}
	if err := back.move(ctx, tx, deal.ProposalMove{Action: "withdraw_proposal", By: by}); err != nil {
		return Status{}, err
	}
	return back.answer(), back.tell(ctx, tx, "withdraw_proposal", by, taken)
}

// WithdrawAllOf withdraws every pending or waiting proposal of a professional who leaves the
// market, and tells the companies.
func WithdrawAllOf(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) error {
	if err := deal.LockAllOf(ctx, tx, partyID); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `
		SELECT project_id FROM public.proposals WHERE professional_id = $1 AND status IN ('pending', 'waiting') ORDER BY project_id`, partyID)
	if err != nil {
		return fmt.Errorf("list living proposals of %s: %w", partyID, err)
	}
	projects, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list living proposals of %s: %w", partyID, err)
	}
	for _, id := range projects {
		project, err := deal.LockProject(ctx, tx, id)
		if err != nil {
			return err
		}
		moved, err := deal.MoveProposals(ctx, tx, project, deal.ProposalMove{Action: "leave", By: transition.System, Of: partyID})
		if err != nil {
			return err
		}
		for _, one := range moved {
			if err := project.Tell(ctx, tx, one, transition.Told{Action: "leave", By: transition.System, Body: taken}); err != nil {
				return err
			}
		}
	}
	return nil
}
