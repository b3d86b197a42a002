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
