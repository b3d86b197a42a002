package proposal

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

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

// lapsed lists the projects with proposals whose validity had passed at the moment $2.
const lapsed = `
	SELECT DISTINCT project_id FROM public.proposals
	WHERE status IN ('pending', 'waiting') AND valid_until < private.market_day($2) AND project_id > $1 ORDER BY 1 LIMIT $3`

// Expire expires the proposals whose validity had passed at a moment, and tells both sides.
func Expire(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{List: lapsed, Do: expire}.Run(ctx, pool, at)
}

func expire(ctx context.Context, tx pgx.Tx, projectID uuid.UUID, at time.Time) error {
	project, err := deal.LockProject(ctx, tx, projectID)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT id FROM public.proposals WHERE project_id = $1 AND status IN ('pending', 'waiting') AND valid_until < private.market_day($2)`, projectID, at)
	if err != nil {
		return fmt.Errorf("list lapsed proposals: %w", err)
	}
	over, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil || len(over) == 0 {
		return err
	}
	moved, err := deal.MoveProposals(ctx, tx, project, deal.ProposalMove{Action: "expire", By: transition.Time, Only: over})
	if err != nil {
		return err
	}
	for _, one := range moved {
		err := project.Tell(ctx, tx, one, transition.Told{Action: "expire", By: transition.Time, Bodies: map[transition.Audience]string{
			transition.TheProfessional: "A validade terminou sem resposta. Renove-a se o projeto ainda interessa.",
			transition.TheCompany:      "A validade de uma proposta terminou. O profissional pode renová-la.",
		}})
		if err != nil {
			return err
		}
	}
	return nil
}
