package payment

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
)

// ReturnWithheld posts that a held tax goes back to the company, which paid it, and orders the
// refund. Nothing moves while the payer's bank contests the payment.
func (d *Desk) ReturnWithheld(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, proofID uuid.UUID, value money.Money) error {
	var id uuid.UUID
	var status string
	err := tx.QueryRow(ctx, `
		SELECT c.id, c.status FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id
		WHERE c.milestone_id = $1 AND p.credited ORDER BY p.round DESC LIMIT 1 FOR UPDATE OF c`, m.ID).Scan(&id, &status)
	switch {
	case err != nil:
		return fmt.Errorf("look up what paid milestone %s: %w", m.ID, err)
	case status == "contested":
		return ErrContested
	case status == "refunded":
		return ErrReturned
	}
	if err := ledger.ReturnWithheld(ctx, tx, ledgerDeal(c, m, 0), proofID, value); err != nil {
		return err
	}
	return d.order(ctx, tx, &order{kind: "refund", about: proofID, chargeID: id, value: value, reason: "Tributo retido e pago pela empresa"})
}
