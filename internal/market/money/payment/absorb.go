package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/transition"
)

// absorb applies the institution's view of a charge. It compares the charge with the stored one and
// posts only the difference. Reports that are repeated or late change nothing.
func (d *Desk) absorb(ctx context.Context, tx pgx.Tx, id uuid.UUID, seen psp.Charge) error {
	l, err := d.lockCharge(ctx, tx, id)
	if err != nil {
		return err
	}
	if seen.Value != l.value {
		return d.differ(ctx, tx, difference{kind: "value_differs", reference: l.txid, chargeID: &l.id, ours: &l.value, theirs: &seen.Value})
	}
	if seen.IsPaid() && (l.status == "open" || l.status == "expired" || l.status == "cancelled") {
		if err := d.pay(ctx, tx, l, seen); err != nil {
			return err
		}
	}
	switch {
	case seen.Status == psp.ChargeContested && l.status == "paid":
		return d.contest(ctx, tx, l, seen)
	case seen.Status == psp.ChargePaid && l.status == "contested":
		return d.endContest(ctx, tx, l, seen)
	case seen.Status == psp.ChargeRefunded && (l.status == "paid" || l.status == "contested"):
		return d.giveBack(ctx, tx, l)
	case seen.Status == psp.ChargeCancelled && l.status == "open":
		return l.withdraw(ctx, tx, false)
	case seen.Status == psp.ChargeExpired && l.status == "open":
		return l.withdraw(ctx, tx, true)
	}
	return nil
}

// pay credits a payment to its milestone. A payment that can no longer guarantee the milestone goes
// back to the payer.
func (d *Desk) pay(ctx context.Context, tx pgx.Tx, l *locked, seen psp.Charge) error {
	if err := l.move(ctx, tx, "pay_charge", transition.System); err != nil {
		return err
	}
	isFit := l.fits()
	err := tx.QueryRow(ctx, `
		WITH told AS (UPDATE public.charges SET paid_at = coalesce(nullif($2, '0001-01-01'::timestamptz), paid_at) WHERE id = $1)
		UPDATE private.provider_charges SET credited = $3, end_to_end_id = $4, round = (
		  SELECT 1 + count(*) FROM private.provider_charges p JOIN public.charges c ON c.id = p.charge_id WHERE c.milestone_id = $5 AND p.credited)
		WHERE charge_id = $1 RETURNING round`, l.id, seen.PaidAt, isFit, seen.EndToEndID, l.milestone.ID).Scan(&l.round)
	if err != nil {
		return fmt.Errorf("note the payment of charge %s: %w", l.id, err)
	}
	if !isFit {
		return d.payBack(ctx, tx, l)
	}
	l.isCredited = true
	if err := ledger.Fund(ctx, tx, l.deal(), l.value); err != nil {
		return err
	}
	if l.milestone.IsOwed {
		l.milestone.Held = l.value
		if err := l.contract.SettleHeld(ctx, tx, l.milestone, l.value); err != nil {
			return err
		}
		return l.tell(ctx, tx, transition.Milestone, transition.Told{Action: "release_milestone", By: transition.System, Case: transition.PaidDebt,
			Body: "O valor foi liberado ao profissional."})
	}
	move := deal.ContractMove{Action: "hold_payment", By: transition.System}
	if err := l.contract.MoveMilestone(ctx, tx, l.milestone, deal.MilestoneMove{ContractMove: move}); err != nil {
		return err
	}
	told := "O valor está em garantia em " + d.Institution() + "."
	if l.milestone.Status == "funded" {
		told += " O trabalho deste marco pode ser feito e entregue."
	}
	return l.tell(ctx, tx, transition.Milestone, transition.Told{Action: "hold_payment", By: transition.System, To: l.milestone.Status, Body: told})
}

// fits reports whether a payment can guarantee its milestone.
func (l *locked) fits() bool {
	switch l.milestone.Status {
	case "awaiting_payment", "delivered", "adjusting":
	default:
		return false
	}
	return l.milestone.Held == 0 && l.milestone.Value == l.value && (l.milestone.IsOwed || l.contract.IsRunning())
}

// payBack orders the full refund of a payment that no milestone waits for.
func (d *Desk) payBack(ctx context.Context, tx pgx.Tx, l *locked) error {
	err := d.order(ctx, tx, &order{kind: "refund", chargeID: l.id, value: l.value, fee: l.fee, reason: "Pagamento sem marco em aberto"})
	if err != nil {
		return err
	}
	err = d.differ(ctx, tx, difference{kind: "payment_returning", reference: l.txid, chargeID: &l.id, theirs: &l.value,
		detail: "Pago depois do fim, ou mais de uma vez: volta ao pagador."})
	if err != nil {
		return err
	}
	return l.tell(ctx, tx, transition.Charge, transition.Told{Action: "pay_charge", By: transition.System, Case: transition.Unexpected,
		Body: "O marco já não esperava pagamento: o valor volta à conta de origem."})
}

// withdraw closes a charge that can no longer be paid, and puts its milestone back in its earlier
// state. The charge counts as expired if our clock or the institution says so.
func (l *locked) withdraw(ctx context.Context, tx pgx.Tx, isExpired bool) error {
	if err := tx.QueryRow(ctx, `SELECT $1 OR $2 <= now()`, isExpired, l.expiresAt).Scan(&isExpired); err != nil {
		return fmt.Errorf("look at the clock: %w", err)
	}
	action, by := "cancel_charge", transition.System
	if isExpired {
		action, by = "expire_charge", transition.Time
	}
	if err := l.move(ctx, tx, action, by); err != nil {
		return err
	}
	if l.milestone.Status != "awaiting_payment" || l.milestone.IsOwed || !l.contract.IsRunning() {
		return nil
	}
	err := l.contract.MoveMilestone(ctx, tx, l.milestone, deal.MilestoneMove{ContractMove: deal.ContractMove{Action: "expire_charge", By: transition.Time}})
	if err != nil {
		return err
	}
	return l.tell(ctx, tx, transition.Milestone, transition.Told{Action: "expire_charge", By: transition.Time, Body: "Gere outro quando quiser pagar."})
}

// giveBack handles a payment that was returned to its payer as a whole: as ordered, by the payer's
// bank, or by the professional at the institution.
func (d *Desk) giveBack(ctx context.Context, tx pgx.Tx, l *locked) error {
	wasContested := l.status == "contested"
	isOrdered, err := l.isOrderedBack(ctx, tx)
	if err != nil {
		return err
	}
	if err := l.move(ctx, tx, "refund_charge", transition.System); err != nil {
		return err
	}
	if isOrdered || !l.isCredited {
		return d.resolve(ctx, tx, "payment_returning", l.txid)
	}
	if err := withholding.Lose(ctx, tx, l.milestone.ID); err != nil {
		return err
	}
	isHeld := l.milestone.Held > 0
	switch {
	case wasContested:
		err = l.returnContest(ctx, tx, l.value)
	case isHeld:
		err = ledger.Refund(ctx, tx, l.deal(), l.milestone.Held)
	default:
		err = d.takeBack(ctx, tx, l)
	}
	if err := errors.Join(err, d.endRefunds(ctx, tx, l)); err != nil {
		return err
	}
	told := "O valor voltou à conta de quem pagou."
	if !isHeld && !wasContested {
		told += " Ele sai do saldo do profissional, que deve o que faltar."
	}
	if isHeld {
		meaning, err := l.unhold(ctx, tx, wasContested)
		if err != nil {
			return err
		}
		told += meaning
	}
	return l.tellOfCharge(ctx, tx, "refund_charge", transition.Unordered, told)
}

// unhold moves a milestone whose money is back with the payer, and returns what to tell the sides.
// If the professional gave the money back, the milestone ends. If the payer's bank took it, or the
// milestone is in dispute, the milestone only loses its guarantee: a payer cannot get rid of a debt
// through their bank.
func (l *locked) unhold(ctx context.Context, tx pgx.Tx, wasContested bool) (string, error) {
	isDisputed := l.milestone.Status == "disputed"
	if !wasContested && !isDisputed {
		if err := l.contract.SettleHeld(ctx, tx, l.milestone, 0); err != nil {
			return "", err
		}
		return "", l.contract.Follow(ctx, tx, deal.ContractMove{Action: "refund_milestone", By: transition.System})
	}
	move := deal.ContractMove{Action: "lose_hold", By: transition.System}
	if err := l.contract.MoveMilestone(ctx, tx, l.milestone, deal.MilestoneMove{ContractMove: move}); err != nil {
		return "", err
	}
	if isDisputed {
		return " A disputa continua, e o que couber ao profissional fica a pagar.", nil
	}
	return " O marco está sem garantia e pode ser pago de novo.", nil
}
