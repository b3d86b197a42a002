package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
)

// keptCharge is a stored charge with its orders.
type keptCharge struct {
	id               uuid.UUID
	txid, status     string
	value            money.Money
	isCredited       bool
	isHeld           bool
	isReleased       bool        // by an order that the institution confirmed
	isReleaseOrdered bool        // whether confirmed or not
	refundDone       money.Money // confirmed by the institution
	refundOrdered    money.Money
	returned         money.Money // by a contest
}

const keptColumns = `
	SELECT c.id, c.txid, c.status, c.value_cents, p.credited, p.credited AND m.held_cents > 0,
	       coalesce(bool_or(o.kind = 'release' AND o.state = 'done' AND o.done_at < $2), false), coalesce(bool_or(o.kind = 'release'), false),
	       coalesce(sum(o.value_cents) FILTER (WHERE o.kind = 'refund' AND o.state = 'done' AND o.done_at < $2), 0)::bigint,
	       coalesce(sum(o.value_cents) FILTER (WHERE o.kind = 'refund'), 0)::bigint, p.contests
	FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id JOIN public.milestones m ON m.id = c.milestone_id
	LEFT JOIN private.provider_orders o ON o.charge_id = c.id`

func scanKept(row pgx.Row) (k keptCharge, err error) {
	var contests int
	err = row.Scan(&k.id, &k.txid, &k.status, &k.value, &k.isCredited, &k.isHeld, &k.isReleased, &k.isReleaseOrdered, &k.refundDone, &k.refundOrdered, &contests)
	if contests > 0 {
		// A refund after a contest was not ordered by us.
		k.returned = k.value
	}
	return k, err
}

func (d *Desk) keptCharge(ctx context.Context, seen psp.Charge) (keptCharge, error) {
	return scanKept(d.Pool.QueryRow(ctx, keptColumns+` WHERE p.provider_id = $1 GROUP BY c.id, p.charge_id, m.id`, seen.ID, time.Now().Add(time.Hour)))
}

func readCharge(ctx context.Context, tx pgx.Tx, id uuid.UUID, before time.Time) (keptCharge, error) {
	k, err := scanKept(tx.QueryRow(ctx, keptColumns+` WHERE c.id = $1 GROUP BY c.id, p.charge_id, m.id`, id, before))
	if err != nil {
		return keptCharge{}, fmt.Errorf("read charge %s: %w", id, err)
	}
	return k, nil
}

// said maps our states of a charge to the institution's.
var said = map[string][]psp.ChargeStatus{
	"open": {psp.ChargePending}, "expired": {psp.ChargeCancelled}, "cancelled": {psp.ChargeCancelled},
	"paid": {psp.ChargePaid, psp.ChargeRefunding}, "contested": {psp.ChargeContested}, "refunded": {psp.ChargeRefunded},
}

// agrees reports whether the two sides agree, so that there is nothing to apply or record.
func (k keptCharge) agrees(seen psp.Charge) bool {
	for _, status := range said[k.status] {
		if status == seen.Status {
			return seen.Value == k.value && len(k.differences(seen)) == 0
		}
	}
	return false
}

// differences lists the disagreements that remain after the institution's state was applied.
func (k keptCharge) differences(seen psp.Charge) (found []difference) {
	add := func(isSo bool, kind, detail string, ours, theirs money.Money) {
		if isSo {
			found = append(found, difference{kind: kind, reference: k.txid, chargeID: &k.id, detail: detail, ours: &ours, theirs: &theirs})
		}
	}
	refunded, isOver := seen.Refunded(), k.status == "expired" || k.status == "cancelled"
	add(k.isReleased && seen.IsHeld, "release_missing", "", k.value, 0)
	add(k.isHeld && k.status == "paid" && !k.isReleaseOrdered && seen.Status == psp.ChargePaid && !seen.IsHeld, "release_unordered", "", 0, k.value)
	add(refunded < k.refundDone, "refund_missing", "", k.refundDone, refunded)
	add(k.status != "refunded" && refunded > k.refundOrdered+k.returned, "refund_unordered", "", k.refundOrdered, refunded)
	add(isOver && seen.Status == psp.ChargePending, "unknown_charge", "Vencida aqui, aberta na instituição.", 0, seen.Value)
	return found
}
