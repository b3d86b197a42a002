package settlement

import (
	"context"
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
	var isDue bool
	if err := tx.QueryRow(ctx, `SELECT `+overdue+` FROM public.milestones WHERE id = $1`, id, at).Scan(&isDue); err != nil {
		return fmt.Errorf("ask whether the debt of milestone %s is overdue: %w", id, err)
	}
	if !isDue {
		return nil
	}
	var since, stops time.Time
	_, err = transition.Milestone.Take(ctx, tx, transition.Taken{
		ID: id, Action: "announce_stop", From: m.Status, By: transition.Time, At: &at,
		Returning: "owed_due_on, acceptances_stop_on", Into: []any{&since, &stops},
	})
	if err != nil {
		return err
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
