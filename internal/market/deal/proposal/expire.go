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
