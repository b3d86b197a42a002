package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/receipt"
	"automacao/internal/market/money/withholding"
	"automacao/internal/postgres"
)

// Settle posts what happens to the money held for a milestone and writes the orders to the
// institution, in the step's transaction. It is the settler of package deal.
func (d *Desk) Settle(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, toProfessional money.Money) error {
	var id uuid.UUID
	var status string
	var fee money.Money
	var round int
	err := tx.QueryRow(ctx, `
		SELECT c.id, c.status, c.fee_cents, p.round FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id
		WHERE c.milestone_id = $1 AND p.credited ORDER BY p.round DESC LIMIT 1 FOR UPDATE OF c`, m.ID).Scan(&id, &status, &fee, &round)
	if err != nil {
		return fmt.Errorf("look up what is held for milestone %s: %w", m.ID, err)
	}
	switch {
	case status == "contested":
		return ErrContested
	case status == "refunded" && toProfessional > 0:
		return ErrReturned
	case status == "refunded":
		return nil
	}
	about := ledgerDeal(c, m, round)
	if toProfessional == 0 {
		if err := ledger.Refund(ctx, tx, about, m.Held); err != nil {
			return err
		}
		return d.order(ctx, tx, &order{kind: "refund", chargeID: id, value: m.Held, fee: fee, reason: "Devolução do marco"})
	}
	shares := ledger.Shares{Value: toProfessional, Fee: fee}
	if toProfessional < m.Held {
		shares.Fee = ledger.Fee(toProfessional, ledger.BasisPoints(c.FeeBasisPoints))
	}
	if shares.Withheld, err = withholding.Settle(ctx, tx, c, m, shares.Value, shares.Value-shares.Fee); err != nil {
		return err
	}
	return d.release(ctx, tx, about, id, m.Held, fee, shares)
}

// release first refunds the part of a split that is not the professional's, and then releases the
// rest. The order matters, because the institution can only end a hold as a whole. Withheld taxes
// stay in the professional's account at the institution but cannot be paid out.
func (d *Desk) release(ctx context.Context, tx pgx.Tx, about ledger.Deal, chargeID uuid.UUID, held, fee money.Money, shares ledger.Shares) error {
	back := held - shares.Value
	var err error
	if back == 0 {
		err = ledger.Release(ctx, tx, about, shares)
	} else {
		err = ledger.Split(ctx, tx, about, shares, back)
	}
	if err != nil {
		return err
	}
	if _, err := ledger.CollectOwed(ctx, tx, about); err != nil {
		return err
	}
	err = receipt.Issue(ctx, tx, receipt.Fee{ContractID: about.ContractID, MilestoneID: about.MilestoneID, ProfessionalID: about.ProfessionalID, Base: shares.Value, Value: shares.Fee})
	if err != nil {
		return err
	}
	released := &order{kind: "release", chargeID: chargeID}
	if back > 0 {
		first := &order{kind: "refund", chargeID: chargeID, value: back, fee: min(fee-shares.Fee, back), reason: "Devolução de parte do marco"}
		if err := d.order(ctx, tx, first); err != nil {
			return err
		}
		released.afterID = &first.id
	}
	return d.order(ctx, tx, released)
}

// order is an instruction to the institution.
type order struct {
	id        uuid.UUID
	kind      string
	reference string
	// about is the withheld tax that a refund belongs to, or uuid.Nil for a refund of the charge.
	about      uuid.UUID
	chargeID   uuid.UUID
	afterID    *uuid.UUID
	value, fee money.Money
	reason     string
	tries      int
}

// order stores an order. A charge has at most one of each kind, and in addition one refund for each
// tax withheld from it.
func (d *Desk) order(ctx context.Context, tx pgx.Tx, o *order) error {
	subject := o.chargeID
	if o.about != uuid.Nil {
		subject = o.about
	}
	o.reference = reference(o.kind, subject.String())
	err := tx.QueryRow(ctx, `
		INSERT INTO private.provider_orders (kind, reference, charge_id, after_id, value_cents, fee_cents, reason) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (reference) DO UPDATE SET reference = excluded.reference RETURNING id`,
		o.kind, o.reference, o.chargeID, o.afterID, o.value, o.fee, o.reason).Scan(&o.id)
	if err != nil {
		return fmt.Errorf("order the %s of charge %s: %w", o.kind, o.chargeID, err)
	}
	return nil
}

// Bounds of the work on orders and events. If a worker dies, another one takes over after lease.
const (
	batchMax = 20
	lease    = "1 minute"
	// backoffMax is the longest pause between two tries, in seconds. backoff is the time of the
	// next try: the pause doubles each time, up to $3.
	backoffMax = 600
	backoff    = `now() + make_interval(secs => least($3, power(2, least(tries, 20))))`
)

// workOrders carries out the orders that are due, and returns how many it took.
func (d *Desk) workOrders(ctx context.Context) (int, error) {
	rows, err := d.Pool.Query(ctx, `
		UPDATE private.provider_orders o SET tries = tries + 1, next_at = now() + interval '`+lease+`'
		WHERE o.id IN (
		  SELECT w.id FROM private.provider_orders w
		  WHERE w.state = 'waiting' AND w.next_at <= now() AND (w.after_id IS NULL OR EXISTS (SELECT FROM private.provider_orders f WHERE f.id = w.after_id AND f.state = 'done'))
		  ORDER BY w.next_at LIMIT $1 FOR UPDATE OF w SKIP LOCKED)
		RETURNING o.id, o.kind, o.reference, o.charge_id, o.after_id, o.value_cents, o.fee_cents, o.reason, o.tries`, batchMax)
	if err != nil {
		return 0, fmt.Errorf("take orders: %w", err)
	}
	due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o order, err error) {
		err = row.Scan(&o.id, &o.kind, &o.reference, &o.chargeID, &o.afterID, &o.value, &o.fee, &o.reason, &o.tries)
		return o, err
	})
	if err != nil {
		return 0, fmt.Errorf("take orders: %w", err)
	}
	return len(due), inParallel(d.Log, due, func(o order) error { return d.workOrder(ctx, o) })
}

// workOrder carries out one order and records the result.
func (d *Desk) workOrder(ctx context.Context, o order) error {
	seen, err := d.carryOut(ctx, o)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		switch {
		case errors.Is(err, errPending), errors.Is(err, psp.ErrUnavailable):
			return o.later(ctx, tx, err)
		case err != nil:
			return d.refusedOrder(ctx, tx, o, err)
		}
		_, err := tx.Exec(ctx, `UPDATE private.provider_orders SET state = 'done', done_at = clock_timestamp(), last_error = NULL WHERE id = $1 AND state = 'waiting'`, o.id)
		if err != nil {
			return fmt.Errorf("note order %s: %w", o.id, err)
		}
		if err := d.resolve(ctx, tx, "order_refused", o.reference); err != nil {
			return err
		}
		return d.absorb(ctx, tx, o.chargeID, seen)
	})
}

// errPending means that the institution has not finished yet.
var errPending = errors.New("the institution is at it")

// carryOut sends an order to the institution under its reference, and returns the charge's new
// state.
func (d *Desk) carryOut(ctx context.Context, o order) (psp.Charge, error) {
	account, key, err := d.chargeAt(ctx, o.chargeID)
	if err != nil {
		return psp.Charge{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	switch o.kind {
	case "release":
		return d.Provider.Release(ctx, account, key)
	case "cancel":
		return d.Provider.Cancel(ctx, account, key)
	}
	made, err := d.Provider.Refund(ctx, psp.RefundRequest{Account: account, Charge: key, Value: o.value, Fee: o.fee, Reference: o.reference, Reason: o.reason})
	if err != nil {
		return psp.Charge{}, err
	}
	if made.Status != psp.RefundDone {
		return psp.Charge{}, errPending
	}
	return d.Provider.Fetch(ctx, account, key)
}

const orderTimeout = 30 * time.Second

// errGone means that the charge's account is no longer stored here.
var errGone = fmt.Errorf("the account of the charge is not here: %w", psp.ErrRefused)

// chargeAt returns the account and key of a charge at the institution.
func (d *Desk) chargeAt(ctx context.Context, id uuid.UUID) (account psp.Account, key psp.ChargeKey, err error) {
	var sealed string
	var partyID uuid.UUID
	err = d.Pool.QueryRow(ctx, `
		SELECT a.account_id, a.api_key, a.party_id, p.provider_id, c.txid
		FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id
		JOIN private.receiver_accounts a ON a.account_id = p.account_id AND a.institution = $2 WHERE c.id = $1`, id, d.Institution()).
		Scan(&account.ID, &sealed, &partyID, &key.ID, &key.Reference)
	if errors.Is(err, pgx.ErrNoRows) {
		return account, key, errGone
	}
	if err != nil {
		return account, key, fmt.Errorf("look up charge %s: %w", id, err)
	}
	account.Key, err = d.unseal(sealed, partyID)
	return account, key, err
}

// later retries an order after the backoff.
func (o order) later(ctx context.Context, tx pgx.Tx, cause error) error {
	_, err := tx.Exec(ctx, `
		UPDATE private.provider_orders SET next_at = `+backoff+`, last_error = left($2, 1000) WHERE id = $1`, o.id, cause.Error(), backoffMax)
	if err != nil {
		return fmt.Errorf("put off order %s: %w", o.id, err)
	}
	return nil
}

// refusedOrder marks an order as failed, for an administrator to handle.
func (d *Desk) refusedOrder(ctx context.Context, tx pgx.Tx, o order, cause error) error {
	_, err := tx.Exec(ctx, `UPDATE private.provider_orders SET state = 'failed', last_error = left($2, 1000) WHERE id = $1 AND state = 'waiting'`, o.id, cause.Error())
	if err != nil {
		return fmt.Errorf("note the refusal of order %s: %w", o.id, err)
	}
	found := difference{kind: "order_refused", reference: o.reference, chargeID: &o.chargeID, detail: orderNames[o.kind] + ": " + wordsOf(cause)}
	if o.value > 0 {
		found.ours = &o.value
	}
	return d.differ(ctx, tx, found)
}

// orderNames are the kinds of orders as administrators read them.
var orderNames = map[string]string{"release": "Liberação", "refund": "Devolução", "cancel": "Cancelamento"}

// wordsOf returns the institution's sentence, or else the error.
func wordsOf(cause error) string {
	if sentence := refusalOf(cause); sentence != "" {
		return sentence
	}
	return cause.Error()
}
