package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// endAmendments ends what nobody answered before the contract ended, in the same
// transaction: no amendment waits for a contract that is over.
func (c Contract) endAmendments(ctx context.Context, tx pgx.Tx) error {
	if c.IsRunning() {
		return nil
	}
	to, err := transition.Amendment.Check("end_amendment", transition.Amendment.Initial, transition.System)
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `
		UPDATE public.amendments SET status = $2, closed_at = coalesce($4, now()) WHERE contract_id = $1 AND status = $3
		RETURNING label, title`, c.ID, to, transition.Amendment.Initial, date(ctx))
	if err != nil {
		return fmt.Errorf("end the amendments of contract %s: %w", c.ID, err)
	}
	type ended struct{ Label, Title string }
	over, err := pgx.CollectRows(rows, pgx.RowToStructByPos[ended])
	if err != nil {
		return fmt.Errorf("end the amendments of contract %s: %w", c.ID, err)
	}
	for _, a := range over {
		move := ContractMove{Action: "end_amendment", By: transition.System, Party: uuid.Nil, Reason: a.Label + " · " + a.Title}
		if err := c.Log(ctx, tx, move, c.Status); err != nil {
			return err
		}
		if err := c.TellBoth(ctx, tx, party.Negotiate, a.Label+" encerrado", a.Title+": o contrato terminou antes da resposta."); err != nil {
			return err
		}
	}
	return nil
}
