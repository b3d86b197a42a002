package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// endAmendments ends the unanswered amendments of a contract that is over, in the transaction that
// ended it, so that none waits for a contract that is over.
func (c Contract) endAmendments(ctx context.Context, tx pgx.Tx) error {
	if c.IsRunning() {
		return nil
	}
	rows, err := tx.Query(ctx, `SELECT id, label, title FROM public.amendments WHERE contract_id = $1 AND status = $2 ORDER BY id FOR UPDATE`, c.ID, transition.Amendment.Initial)
	if err != nil {
		return fmt.Errorf("end the amendments of contract %s: %w", c.ID, err)
	}
	type open struct {
		ID           uuid.UUID
		Label, Title string
	}
	over, err := pgx.CollectRows(rows, pgx.RowToStructByPos[open])
	if err != nil {
		return fmt.Errorf("end the amendments of contract %s: %w", c.ID, err)
	}
	for _, a := range over {
		_, err := transition.Amendment.Take(ctx, tx, transition.Taken{ID: a.ID, Action: "end_amendment", From: transition.Amendment.Initial, By: transition.System, At: date(ctx)})
		if err != nil {
			return err
		}
		move := ContractMove{Action: "end_amendment", By: transition.System, Party: uuid.Nil, Reason: a.Label + " · " + a.Title}
		if err := c.Log(ctx, tx, move, c.Status); err != nil {
			return err
		}
		err = c.Tell(ctx, tx, transition.Amendment, transition.Told{Action: "end_amendment", By: transition.System,
			Body: a.Title + ": o contrato terminou antes da resposta.", Names: map[string]string{"label": a.Label}})
		if err != nil {
			return err
		}
	}
	return nil
}
