package milestone

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// What is due at the moment $2. Of three reminders, the latest one whose time has come is due, if
// it was not sent yet: a job that runs late sends one reminder, not three. Nothing is released
// while the payer's bank contests the payment.
const (
	silenceDue  = `status = 'delivered' AND paused_at IS NULL AND review_until <= $2 AND NOT private.awaits_witness(id) AND NOT EXISTS (SELECT FROM public.charges g WHERE g.milestone_id = milestones.id AND g.status = 'contested')`
	reminderDue = `status = 'delivered' AND paused_at IS NULL AND review_until > $2 AND reminded <> coalesce(` + nextReminder + `, reminded)`

	nextReminder = `(SELECT min(l.value) FROM private.limits l
		WHERE l.name IN ('acceptance_reminder_first_days', 'acceptance_reminder_days', 'acceptance_reminder_last_days')
		  AND milestones.review_until - private.span_of(l.name) <= $2)`
)

func due(condition string) string {
	return `SELECT id FROM public.milestones WHERE id > $1 AND ` + condition + ` ORDER BY id LIMIT $3`
}

// Tend accepts due deliveries by silence and sends due reminders, for a moment.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return errors.Join(
		deal.Due{List: due(silenceDue), Do: acceptSilence}.Run(ctx, pool, at),
		deal.Due{List: due(reminderDue), Do: remind}.Run(ctx, pool, at))
}

// acceptSilence accepts a delivered milestone if the company let its date pass, and tells both
// sides. It leaves any other milestone as it is.
func acceptSilence(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	c, m, err := deal.LockMilestone(ctx, tx, id)
	if err != nil {
		return err
	}
	l := locked{contract: c, milestone: m, by: transition.Time}
	isDue, err := isStillDue(ctx, tx, id, at, silenceDue)
	if err != nil || !isDue {
		return err
	}
	if err := l.take(ctx, tx, "accept_by_silence", deal.MilestoneMove{}); err != nil {
		return err
	}
	if err := l.contract.AskDeposit(ctx, tx); err != nil {
		return err
	}
	return l.tellAccepted(ctx, tx, "accept_by_silence", "accept_by_silence")
}

// isStillDue checks again, under the lock.
func isStillDue(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time, condition string) (isDue bool, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(`+condition+`, false) FROM public.milestones WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return false, fmt.Errorf("ask what milestone %s is due for: %w", id, err)
	}
	return isDue, nil
}

func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	c, m, err := deal.LockMilestone(ctx, tx, id)
	if err != nil {
		return err
	}
	isDue, err := isStillDue(ctx, tx, id, at, reminderDue)
	if err != nil || !isDue {
		return err
	}
	var days int
	err = tx.QueryRow(ctx, `UPDATE public.milestones SET reminded = `+nextReminder+` WHERE id = $1 RETURNING reminded`, id, at).Scan(&days)
	if err != nil {
		return fmt.Errorf("note the reminder of milestone %s: %w", id, err)
	}
	left := transition.DaysLeft
	if days == 1 {
		left = transition.OneDayLeft
	}
	l := locked{contract: c, milestone: m}
	return c.Tell(ctx, tx, transition.Milestone, transition.Told{Action: "remind_of_delivery", Case: left, Names: map[string]string{"days": strconv.Itoa(days)},
		Body: l.named() + "Aprove ou peça ajustes. Sem resposta, a entrega é aceita no fim do prazo."})
}
