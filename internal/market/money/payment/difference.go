package payment

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// difference is a disagreement between the product and the institution, or something that an
// administrator has to look at. If it is about an amount, ours is the product's and theirs the
// institution's.
type difference struct {
	kind, reference, detail string
	chargeID                *uuid.UUID
	ours, theirs            *money.Money
}

// sentences are what administrators are told about a new difference, by kind.
var sentences = map[string]string{
	"unknown_charge":    "Há um pagamento na instituição que não conhecemos.",
	"unknown_event":     "Um aviso da instituição não corresponde a nenhuma cobrança.",
	"value_differs":     "O valor de uma cobrança não é o mesmo na instituição.",
	"payment_returning": "Um pagamento sem marco em aberto volta ao pagador.",
	"refund_unordered":  "Um valor foi devolvido sem ordem nossa.",
	"refund_missing":    "Uma devolução ordenada não consta na instituição.",
	"release_missing":   "Um valor liberado aqui continua em garantia na instituição.",
	"release_unordered": "A instituição liberou um valor sem ordem nossa.",
	"order_refused":     "A instituição recusou uma ordem.",
	"charge_missing":    "Uma cobrança nossa não existe na instituição.",
	"contested_unknown": "Uma contestação precisa de decisão.",
}

// differ records a difference, once for as long as it lasts, and notifies administrators of a new
// one. A difference that was handled and has changed since counts as new.
func (d *Desk) differ(ctx context.Context, tx pgx.Tx, found difference) error {
	reopened, err := tx.Exec(ctx, `
		UPDATE public.reconciliation_differences SET handled_at = NULL, handled_by = NULL, handling = NULL
		WHERE kind = $1 AND reference = $2 AND resolved_at IS NULL AND handled_at IS NOT NULL
		  AND (detail, ours_cents, theirs_cents) IS DISTINCT FROM (left($3, 1000), $4::bigint, $5::bigint)`,
		found.kind, found.reference, found.detail, found.ours, found.theirs)
	if err != nil {
		return fmt.Errorf("open the difference %s of %s again: %w", found.kind, found.reference, err)
	}
	var isNew bool
	err = tx.QueryRow(ctx, `
		INSERT INTO public.reconciliation_differences (kind, reference, charge_id, detail, ours_cents, theirs_cents) VALUES ($1, $2, $3, left($4, 1000), $5, $6)
		ON CONFLICT (kind, reference) WHERE resolved_at IS NULL DO UPDATE
		SET seen_at = clock_timestamp(), detail = excluded.detail, ours_cents = excluded.ours_cents, theirs_cents = excluded.theirs_cents
		RETURNING xmax = 0`,
		found.kind, found.reference, found.chargeID, found.detail, found.ours, found.theirs).Scan(&isNew)
	if err != nil {
		return fmt.Errorf("list the difference %s of %s: %w", found.kind, found.reference, err)
	}
	if !isNew && reopened.RowsAffected() == 0 {
		return nil
	}
	d.Log.WarnContext(ctx, "product and institution differ", "kind", found.kind, "reference", found.reference)
	return tellAdmins(ctx, tx, "Conciliação de pagamentos", sentences[found.kind])
}

// resolve closes an open difference.
func (d *Desk) resolve(ctx context.Context, tx pgx.Tx, kind, reference string) error {
	_, err := tx.Exec(ctx, `UPDATE public.reconciliation_differences SET resolved_at = now() WHERE kind = $1 AND reference = $2 AND resolved_at IS NULL`, kind, reference)
	if err != nil {
		return fmt.Errorf("resolve %s of %s: %w", kind, reference, err)
	}
	return nil
}
