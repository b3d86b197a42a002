package amendment

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

// isOver selects the amendments that are over at the moment $2: nobody answered them in time, or an
// older version of the program left them open when their contract ended.
const isOver = `status = 'proposed' AND (lapses_at <= $2 OR EXISTS (
	SELECT FROM public.contracts c WHERE c.id = amendments.contract_id AND NOT private.is_binding(c.status)))`

// Tend lapses the amendments that are over at a moment.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{List: `SELECT id FROM public.amendments WHERE id > $1 AND ` + isOver + ` ORDER BY id LIMIT $3`, Do: lapse}.Run(ctx, pool, at)
}

// lapse checks again under the lock. If the contract has ended, both sides were told that already,
// so nobody is told of the lapse.
func lapse(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	a, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	a.by = transition.Time
	var isDue bool
	if err := tx.QueryRow(ctx, `SELECT `+isOver+` FROM public.amendments WHERE id = $1`, id, at).Scan(&isDue); err != nil {
		return fmt.Errorf("ask whether amendment %s lapsed: %w", id, err)
	}
	if !isDue {
		return nil
	}
	if err := a.move(ctx, tx, end{action: "lapse_amendment"}); err != nil {
		return err
	}
	if err := a.log(ctx, tx, "lapse_amendment", ""); err != nil || !a.contract.IsRunning() {
		return err
	}
	return a.contract.Tell(ctx, tx, transition.Amendment, transition.Told{Action: "lapse_amendment", By: a.by, Case: transition.StillRunning,
		Body: limits.Say("O prazo de {amendment_days} dias terminou e o contrato continua como está."), Names: map[string]string{"label": a.label}})
}
