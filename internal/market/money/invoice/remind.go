package invoice

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

// What is due at the time $2: a released milestone whose invoice is missing or was refused.
const reminderDue = `remind_at <= $2 AND status IN ('pending', 'refused')`

// Tend sends the reminders of missing invoices that are due at a given time.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{List: `SELECT id FROM public.invoices WHERE id > $1 AND ` + reminderDue + ` ORDER BY id LIMIT $3`, Do: remind}.Run(ctx, pool, at)
}

// remind checks again under the lock that the reminder is due. After invoice_reminders_max
// reminders it stops; the screens still show that the invoice is missing.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	i, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, `
		UPDATE public.invoices SET reminded = reminded + 1,
		  remind_at = CASE WHEN reminded + 1 < private.limit_of('invoice_reminders_max') THEN $2::timestamptz + private.span_of('invoice_reminder_days') END
		WHERE id = $1 AND `+reminderDue, id, at)
	if err != nil {
		return fmt.Errorf("note the reminder of invoice %s: %w", id, err)
	}
	if tag.RowsAffected() == 0 {
		return nil
	}
	return i.tell(ctx, tx, "remind_of_invoice", transition.Time,
		i.milestone.Label()+" foi pago e ainda não tem nota fiscal. Envie o XML, o PDF ou a chave de acesso na página do contrato.")
}
