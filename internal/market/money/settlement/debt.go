package settlement

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// overdue matches milestones that at the time $2 are owed past their due date, have no declared
// payment, and whose company has not been told yet.
const overdue = `status = 'awaiting_payment' AND acceptances_stop_on IS NULL AND owed_due_on < private.market_day($2)
	AND NOT EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = milestones.id AND d.status = 'declared')`

// announceStop tells both sides of an overdue debt from which day on the company can accept no
// proposals while it owes. Nothing is blocked before this announcement. The database enforces the
// block (private.stop_acceptances).
func announceStop(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	c, m, err := deal.LockMilestone(ctx, tx, id)
	if err != nil {
		return err
	}
	var since, stops time.Time
	err = tx.QueryRow(ctx, `
		UPDATE public.milestones SET acceptances_stop_on = private.market_day($2) + private.limit_of('debt_grace_days')::integer
		WHERE id = $1 AND `+overdue+` RETURNING owed_due_on, acceptances_stop_on`, id, at).Scan(&since, &stops)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("announce what the debt of milestone %s stops: %w", id, err)
	}
	from := stops.Format(market.Day)
	if err := c.LogMilestone(ctx, tx, *m, deal.ContractMove{Action: "announce_stop", By: transition.Time, Reason: "a partir de " + from}); err != nil {
		return err
	}
	said := fmt.Sprintf("%s: %s venceu em %s. ", m.Label(), m.Value.BRL(), since.Format(market.Day))
	return c.Tell(ctx, tx, transition.Milestone, transition.Told{Action: "announce_stop", By: transition.Time, Bodies: map[transition.Audience]string{
		transition.TheCompany:      said + "O atraso aparece no histórico da empresa. A partir de " + from + ", ela não aceita novas propostas enquanto o valor for devido.",
		transition.TheProfessional: said + "A partir de " + from + ", a empresa não aceita novas propostas enquanto o valor for devido.",
	}})
}
