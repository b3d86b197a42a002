package proposal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

const pageSize = 100

// Expire ends the proposals whose validity had passed at a moment, and tells
// both sides. Each project is a transaction of its own, so that one that
// cannot be changed does not hold the rest.
func Expire(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	var failed []error
	for last := uuid.Nil; ; {
		rows, err := pool.Query(ctx, `
			SELECT DISTINCT project_id FROM public.proposals
			WHERE status IN ('pending', 'waiting') AND valid_until < private.market_day($1) AND project_id > $2 ORDER BY 1 LIMIT $3`, at, last, pageSize)
		if err != nil {
			return fmt.Errorf("list lapsed proposals: %w", err)
		}
		page, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			return fmt.Errorf("list lapsed proposals: %w", err)
		}
		if len(page) == 0 {
			return errors.Join(failed...)
		}
		for _, id := range page {
			if err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return expire(ctx, tx, id, at) }); err != nil {
				failed = append(failed, fmt.Errorf("proposals of %s: %w", id, err))
			}
			last = id
		}
	}
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
	lapsed, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil || len(lapsed) == 0 {
		return err
	}
	moved, err := deal.MoveProposals(ctx, tx, project, deal.ProposalMove{Action: "expire", By: transition.Time, Only: lapsed})
	if err != nil {
		return err
	}
	for _, one := range moved {
		if err := deal.TellSender(ctx, tx, project, one, "Proposta vencida", "A validade terminou sem resposta. Renove-a se o projeto ainda interessa."); err != nil {
			return err
		}
		if err := tellCompany(ctx, tx, project, "Proposta vencida", "A validade de uma proposta terminou. O profissional pode renová-la."); err != nil {
			return err
		}
	}
	return nil
}
