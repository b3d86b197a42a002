package payment

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/transition"
)

// contest handles a payer's request to their bank to return the payment. Before the release, what
// is held is frozen until the decision. After it, the value is deducted from what the professional
// has.
func (d *Desk) contest(ctx context.Context, tx pgx.Tx, l *locked, seen psp.Charge) error {
	if err := l.move(ctx, tx, "contest_charge", transition.System); err != nil {
		return err
	}
	if err := l.countContest(ctx, tx); err != nil {
		return err
	}
	value, err := l.left(ctx, tx, seen.Refunded())
	if err != nil || !l.isCredited || value <= 0 {
		return err
	}
	post := ledger.ContestReleased
	if l.milestone.Held > 0 {
		post = ledger.ContestHeld
	}
	if err := post(ctx, tx, l.contest(), value); err != nil {
		return err
	}
	return l.tellOfCharge(ctx, tx, "contest_charge", transition.OfMilestone, "Quem pagou pediu a devolução ao banco. Nada é liberado até a decisão da instituição.")
}

// endContest handles a decision that left the payment in place or returned only a part of it.
func (d *Desk) endContest(ctx context.Context, tx pgx.Tx, l *locked, seen psp.Charge) error {
	if err := l.move(ctx, tx, "lift_contest", transition.System); err != nil {
		return err
	}
	contested, err := l.contested(ctx, tx)
	if err != nil || contested == 0 {
		return err
	}
	left, err := l.left(ctx, tx, seen.Refunded())
	if err != nil {
		return err
	}
	if returned := contested - left; returned > 0 {
		if err := l.returnContest(ctx, tx, returned); err != nil {
			return err
		}
		return d.differ(ctx, tx, difference{kind: "contested_unknown", reference: l.txid, chargeID: &l.id, ours: &contested, theirs: &returned,
			detail: fmt.Sprintf("A contestação devolveu %s de %s ao pagador; o resto espera uma decisão.", returned.BRL(), contested.BRL())})
	}
	if err := ledger.LiftContest(ctx, tx, l.contest(), contested); err != nil {
		return err
	}
	// Retry what the institution refused to release or refund during the contest.
	_, err = tx.Exec(ctx, `
		UPDATE private.provider_orders SET state = 'waiting', next_at = now(), last_error = NULL WHERE charge_id = $1 AND kind IN ('release', 'refund') AND state = 'failed'`, l.id)
	if err != nil {
		return fmt.Errorf("order what was refused of charge %s again: %w", l.id, err)
	}
	return l.tellOfCharge(ctx, tx, "lift_contest", transition.KeptWhole, "O pagamento foi mantido.")
}

func (l *locked) countContest(ctx context.Context, tx pgx.Tx) error {
	l.contests++
	if _, err := tx.Exec(ctx, `UPDATE private.provider_charges SET contests = $2 WHERE charge_id = $1`, l.id, l.contests); err != nil {
		return fmt.Errorf("count the contests of charge %s: %w", l.id, err)
	}
	return nil
}

// left is the part of a payment that neither the institution has returned to the payer nor we have
// ordered to be returned.
func (l *locked) left(ctx context.Context, tx pgx.Tx, refunded money.Money) (money.Money, error) {
	var ordered money.Money
	err := tx.QueryRow(ctx, `SELECT coalesce(sum(value_cents), 0)::bigint FROM private.provider_orders WHERE charge_id = $1 AND kind = 'refund'`, l.id).Scan(&ordered)
	if err != nil {
		return 0, fmt.Errorf("add up what was ordered back of charge %s: %w", l.id, err)
	}
	return l.value - max(refunded, ordered), nil
}

// endRefunds closes the open refund orders of a payment that was returned to its payer as a whole.
func (d *Desk) endRefunds(ctx context.Context, tx pgx.Tx, l *locked) error {
	rows, err := tx.Query(ctx, `
		UPDATE private.provider_orders SET state = 'done', done_at = clock_timestamp(), last_error = NULL WHERE charge_id = $1 AND kind = 'refund' AND state <> 'done' RETURNING reference`, l.id)
	if err != nil {
		return fmt.Errorf("end the refunds of charge %s: %w", l.id, err)
	}
	references, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("end the refunds of charge %s: %w", l.id, err)
	}
	for _, reference := range references {
		if err := d.resolve(ctx, tx, "order_refused", reference); err != nil {
			return err
		}
	}
	return nil
}

// takeBack handles a payment that was returned to its payer after its release, without our order.
// It is posted as a contest that the payer won.
func (d *Desk) takeBack(ctx context.Context, tx pgx.Tx, l *locked) error {
	if err := l.countContest(ctx, tx); err != nil {
		return err
	}
	value, err := l.left(ctx, tx, 0)
	if err != nil {
		return err
	}
	if err := ledger.ContestReleased(ctx, tx, l.contest(), value); err != nil {
		return err
	}
	if err := l.returnContest(ctx, tx, value); err != nil {
		return err
	}
	return d.differ(ctx, tx, difference{kind: "refund_unordered", reference: l.txid, chargeID: &l.id, ours: new(money.Money), theirs: &value,
		detail: "Devolvido na instituição depois da liberação, sem ordem nossa."})
}

// contested is the value that the current contest set aside.
func (l *locked) contested(ctx context.Context, tx pgx.Tx) (value money.Money, err error) {
	err = tx.QueryRow(ctx, `
		SELECT coalesce(sum(e.value_cents), 0)::bigint FROM public.ledger_transfers t JOIN public.ledger_entries e ON e.transfer_id = t.id
		WHERE t.business_key = 'contest:' || $1::text AND e.account LIKE 'contested:%'`, l.contest().ID.String()).Scan(&value)
	if err != nil {
		return 0, fmt.Errorf("look up the contest of charge %s: %w", l.id, err)
	}
	return value, nil
}

// returnContest posts that the payer got a contested value back.
func (l *locked) returnContest(ctx context.Context, tx pgx.Tx, value money.Money) error {
	contested, err := l.contested(ctx, tx)
	if err != nil || contested == 0 {
		return err
	}
	return ledger.ReturnContest(ctx, tx, l.contest(), min(value, contested))
}
