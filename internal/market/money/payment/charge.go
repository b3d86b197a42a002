package payment

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/transition"
)

// locked is a locked charge. Its contract and milestone are locked before it.
type locked struct {
	id         uuid.UUID
	txid       string
	status     string
	value, fee money.Money
	expiresAt  time.Time
	providerID string
	isCredited bool
	contests   int
	// round is the number of the guarantee of its milestone.
	round     int
	account   psp.Account
	contract  deal.Contract
	milestone *deal.Milestone
}

func (d *Desk) lockCharge(ctx context.Context, tx pgx.Tx, id uuid.UUID) (*locked, error) {
	contract, milestone, err := deal.LockMilestoneOf(ctx, tx, "charges", id, ErrChargeNotFound)
	if err != nil {
		return nil, err
	}
	l := &locked{id: id, contract: contract, milestone: milestone}
	var sealed string
	err = tx.QueryRow(ctx, `
		SELECT c.txid, c.status, c.value_cents, c.fee_cents, c.expires_at, p.provider_id, p.credited, p.contests, p.round, coalesce(p.account_id, ''), coalesce(a.api_key, '')
		FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id LEFT JOIN private.receiver_accounts a ON a.account_id = p.account_id
		WHERE c.id = $1 FOR UPDATE OF c, p`, id).
		Scan(&l.txid, &l.status, &l.value, &l.fee, &l.expiresAt, &l.providerID, &l.isCredited, &l.contests, &l.round, &l.account.ID, &sealed)
	if err != nil {
		return nil, fmt.Errorf("lock charge %s: %w", id, err)
	}
	l.account.Key, err = d.unseal(sealed, l.contract.ProfessionalID)
	return l, err
}

func (d *Desk) unseal(sealed string, partyID uuid.UUID) (psp.Secret, error) {
	if sealed == "" || d.Sealer == nil {
		return "", nil
	}
	key, err := d.Sealer.Open(sealed, partyID.String())
	if err != nil {
		return "", fmt.Errorf("open the key of %s: %w", partyID, err)
	}
	return key, nil
}

func (l *locked) key() psp.ChargeKey {
	return psp.ChargeKey{ID: l.providerID, Reference: l.txid}
}

// deal is the milestone as the ledger identifies it.
func (l *locked) deal() ledger.Deal { return ledgerDeal(l.contract, *l.milestone, l.round) }

func ledgerDeal(c deal.Contract, m deal.Milestone, round int) ledger.Deal {
	return ledger.Deal{ContractID: c.ID, MilestoneID: m.ID, CompanyID: c.CompanyID, ProfessionalID: c.ProfessionalID, Round: round}
}

// move takes one transition of a charge.
func (l *locked) move(ctx context.Context, tx pgx.Tx, action string, by transition.Actor) error {
	to, err := transition.Charge.Take(ctx, tx, transition.Taken{ID: l.id, Action: action, From: l.status, By: by})
	if err != nil {
		return err
	}
	l.status = to
	return nil
}

// tell tells of a step of the charge or of its milestone. body follows the words that name both.
func (l *locked) tell(ctx context.Context, tx pgx.Tx, m transition.Machine, told transition.Told) error {
	told.Body = l.named() + told.Body
	return l.contract.Tell(ctx, tx, m, told)
}

// tellOfCharge tells the sides, and the administrators, of a course of the charge.
func (l *locked) tellOfCharge(ctx context.Context, tx pgx.Tx, action, course, body string) error {
	told := transition.Told{Action: action, By: transition.System, Case: course, Body: body}
	if course != transition.KeptWhole {
		told.Bodies = map[transition.Audience]string{transition.TheAdmins: l.named() + "Cobrança " + l.txid + "."}
	}
	return l.tell(ctx, tx, transition.Charge, told)
}

// contest identifies the current contest, or the last one.
func (l *locked) contest() ledger.Contest {
	return ledger.Contest{ID: uuid.NewSHA1(l.id, []byte(strconv.Itoa(l.contests))), Deal: l.deal()}
}

// named describes the milestone and the value.
func (l *locked) named() string {
	return l.milestone.Label() + ": " + l.value.BRL() + ". "
}

// isOrderedBack reports whether the whole charge was ordered back. If only a part was, such as the
// withheld taxes, the rest still has to be accounted for.
func (l *locked) isOrderedBack(ctx context.Context, tx pgx.Tx) (is bool, err error) {
	err = tx.QueryRow(ctx, `SELECT coalesce(sum(value_cents), 0)::bigint >= $2::bigint FROM private.provider_orders WHERE charge_id = $1 AND kind = 'refund'`, l.id, l.value).Scan(&is)
	if err != nil {
		return false, fmt.Errorf("look for refunds of charge %s: %w", l.id, err)
	}
	return is, nil
}

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
