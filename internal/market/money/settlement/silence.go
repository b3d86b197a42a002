package settlement

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

// What is due at the time $2. Silence counts as receipt only after two reminders.
const (
	silenceDue  = `status = 'declared' AND reminded = 2 AND confirm_due_at <= $2`
	reminderDue = `status = 'declared' AND reminded < 2
		AND confirm_due_at - private.span_of(CASE reminded WHEN 0 THEN 'receipt_reminder_first_days' ELSE 'receipt_reminder_last_days' END) <= $2`
)

func due(condition string) string {
	return `SELECT id FROM public.direct_payments WHERE id > $1 AND ` + condition + ` ORDER BY id LIMIT $3`
}

// Tend does the time-driven work on payments that is due at a given time. It sends reminders,
// treats silence as receipt, and announces the consequences of overdue debts.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return errors.Join(
		deal.Due{List: due(reminderDue), Do: remind}.Run(ctx, pool, at),
		deal.Due{List: due(silenceDue), Do: receiveSilence}.Run(ctx, pool, at),
		deal.Due{List: `SELECT id FROM public.milestones WHERE id > $1 AND ` + overdue + ` ORDER BY id LIMIT $3`, Do: announceStop}.Run(ctx, pool, at))
}

// lockDue locks a payment and reports whether it is still due.
func lockDue(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time, condition string) (p payment, isDue bool, err error) {
	if p, err = lock(ctx, tx, id); err != nil {
		return payment{}, false, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(`+condition+`, false) FROM public.direct_payments WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return payment{}, false, fmt.Errorf("ask what payment %s is due for: %w", id, err)
	}
	return p, isDue, nil
}

// remind always leaves at least receipt_reminder_last_days to answer, even if the reminder is sent
// late.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	p, isDue, err := lockDue(ctx, tx, id, at, reminderDue)
	if err != nil || !isDue {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.direct_payments SET reminded = reminded + 1, confirm_due_at = greatest(confirm_due_at, $2::timestamptz + private.span_of('receipt_reminder_last_days'))
		WHERE id = $1`, id, at)
	if err != nil {
		return fmt.Errorf("note the reminder of payment %s: %w", id, err)
	}
	return p.tell(ctx, tx, "remind_of_receipt", transition.Time, p.named()+"Sem resposta, o pagamento conta como recebido no fim do prazo.")
}

// receiveSilence marks a payment as received when the professional let the deadline pass, and tells
// both sides.
func receiveSilence(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	p, isDue, err := lockDue(ctx, tx, id, at, silenceDue)
	if err != nil || !isDue {
		return err
	}
	if err := p.release(ctx, tx, "receive_by_silence", transition.Time); err != nil {
		return err
	}
	return p.tell(ctx, tx, "receive_by_silence", transition.Time, p.named())
}
