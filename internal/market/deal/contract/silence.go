package contract

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Tend lapses the terminations that nobody answered by a moment. Package milestone handles
// acceptance by silence.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{
		List: `SELECT id FROM public.contracts WHERE termination_by IS NOT NULL AND termination_lapses_at <= $2 AND id > $1 ORDER BY id LIMIT $3`,
		Do:   lapse,
	}.Run(ctx, pool, at)
}

func lapse(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	found, err := deal.LockContract(ctx, tx, id)
	if err != nil {
		return err
	}
	c := locked{found}
	var isDue bool
	err = tx.QueryRow(ctx, `SELECT coalesce(termination_lapses_at <= $2, false) FROM public.contracts WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return fmt.Errorf("ask whether the termination of contract %s lapsed: %w", id, err)
	}
	if !isDue {
		return nil
	}
	if err := c.drop(ctx, tx, "lapse_termination", transition.Time); err != nil {
		return err
	}
	return c.tell(ctx, tx, "lapse_termination", transition.Time, limits.Say("O prazo de {termination_days} dias terminou e o contrato continua como está."))
}
