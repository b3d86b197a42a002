package payment

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/pix"
	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/setting"
	"automacao/internal/market/transition"
)

var errContract = deal.ErrContractNotFound

// Reference names the milestone that a call is about.
type Reference struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
}

// Funding is how to pay a milestone: the Pix code (Pix copia e cola), the same code as a QR code (a
// PNG in a data URL), and when it expires.
type Funding struct {
	ChargeID uuid.UUID `json:"charge_id"`
	TxID     string    `json:"txid"`
	// Status is paid once the payment has arrived. The code must then not be paid again.
	Status    string      `json:"status"`
	BRCode    string      `json:"br_code"`
	QRCode    string      `json:"qr_code"`
	Value     money.Money `json:"value"`
	ExpiresAt time.Time   `json:"expires_at"`
}

// Fund returns the Pix code that pays a milestone: a new one from the institution, the one that is
// still open, or the one with which it was already paid. Only the company may. The payment of a
// milestone that is owed is released as soon as it arrives.
func (d *Desk) Fund(ctx context.Context, tx pgx.Tx, in Reference) (Funding, error) {
	c, m, err := deal.LockMilestone(ctx, tx, in.MilestoneID)
	if err != nil {
		return Funding{}, err
	}
	by, err := deal.ActorOf(ctx, tx, transition.Milestone, "fund_milestone", c.CompanyID, c.ProfessionalID, deal.ErrMilestoneNotFound)
	if err != nil {
		return Funding{}, err
	}
	if err := canFund(c, *m, by); errors.Is(err, transition.ErrMilestoneNotPlanned) && by == transition.Company {
		return paidFunding(ctx, tx, m, err)
	} else if err != nil {
		return Funding{}, err
	}
	open, err := d.openFunding(ctx, tx, m)
	if err != nil {
		return Funding{}, err
	}
	if open.TxID != "" {
		return open, open.draw()
	}
	// The milestone stays locked during this call, so that no other step can change its value or end
	// its contract after the institution was told. Each call of the institution is bounded by
	// callTimeout.
	made, err := d.charge(ctx, tx, c, *m)
	if err == nil {
		err = made.draw()
	}
	if err != nil {
		return Funding{}, err
	}
	move := deal.ContractMove{Action: "fund_milestone", By: by, Party: c.CompanyID}
	if m.Status != "planned" {
		return made, c.LogMilestone(ctx, tx, *m, move)
	}
	return made, c.MoveMilestone(ctx, tx, m, deal.MilestoneMove{ContractMove: move})
}

func (f *Funding) draw() error {
	picture, err := pix.Picture(f.BRCode)
	f.QRCode = "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)
	return err
}

func canFund(c deal.Contract, m deal.Milestone, by transition.Actor) error {
	if _, err := transition.Milestone.Check("fund_milestone", m.Status, by); err != nil {
		return err
	}
	switch {
	case c.Settlement != setting.Guarantee:
		return ErrDirect
	case m.Held > 0:
		return transition.ErrMilestoneNotPlanned
	case !c.IsRunning() && !m.IsOwed:
		return transition.ErrNotRunning
	}
	return nil
}

// paidFunding returns the charge that paid for a milestone, so that a screen that asks again while
// the payment arrives learns that it did. If nothing paid for the milestone, it returns the
// refusal.
func paidFunding(ctx context.Context, tx pgx.Tx, m *deal.Milestone, refused error) (Funding, error) {
	if m.Held == 0 && m.Status != "released" {
		return Funding{}, refused
	}
	var paid Funding
	err := tx.QueryRow(ctx, `
		SELECT c.id, c.txid, c.status, k.br_code, c.value_cents, c.expires_at
		FROM public.charges c JOIN public.charge_codes k ON k.charge_id = c.id JOIN private.provider_charges p ON p.charge_id = c.id
		WHERE c.milestone_id = $1 AND c.status = 'paid' AND p.credited ORDER BY p.round DESC LIMIT 1`, m.ID).
		Scan(&paid.ChargeID, &paid.TxID, &paid.Status, &paid.BRCode, &paid.Value, &paid.ExpiresAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return Funding{}, refused
	}
	if err != nil {
		return Funding{}, fmt.Errorf("look for what paid milestone %s: %w", m.ID, err)
	}
	return paid, paid.draw()
}

// openFunding returns the open charge of a milestone. A charge that has expired or has another
// value is first cancelled at the institution.
func (d *Desk) openFunding(ctx context.Context, tx pgx.Tx, m *deal.Milestone) (Funding, error) {
	var open Funding
	var isFit bool
	err := tx.QueryRow(ctx, `
		SELECT c.id, c.txid, k.br_code, c.value_cents, c.expires_at, c.expires_at > now() AND c.value_cents = $2
		FROM public.charges c JOIN public.charge_codes k ON k.charge_id = c.id WHERE c.milestone_id = $1 AND c.status = 'open'`, m.ID, m.Value).
		Scan(&open.ChargeID, &open.TxID, &open.BRCode, &open.Value, &open.ExpiresAt, &isFit)
	if errors.Is(err, pgx.ErrNoRows) {
		return Funding{}, nil
	}
	if err != nil {
		return Funding{}, fmt.Errorf("look for the charge of milestone %s: %w", m.ID, err)
	}
	if isFit {
		open.Status = "open"
		return open, nil
	}
	l, err := d.lockCharge(ctx, tx, open.ChargeID)
	if err != nil {
		return Funding{}, err
	}
	bounded, done, err := d.turn(ctx)
	if err != nil {
		return Funding{}, err
	}
	defer done()
	seen, err := d.Provider.Cancel(bounded, l.account, l.key())
	if err != nil && !errors.Is(err, psp.ErrNotFound) {
		return Funding{}, told(err)
	}
	if seen.IsPaid() {
		return Funding{}, transition.ErrMilestoneNotPlanned
	}
	return Funding{}, l.move(ctx, tx, "cancel_charge", transition.System)
}

// charge creates a charge at the institution. Its reference is derived from milestone, attempt and
// value, so a retry after a missing answer finds the same charge.
func (d *Desk) charge(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone) (Funding, error) {
	account, err := d.payee(ctx, tx, c, m)
	if err != nil {
		return Funding{}, err
	}
	payer, err := d.payer(ctx, tx, c.CompanyID)
	if err != nil {
		return Funding{}, err
	}
	var attempt int
	var expires time.Time
	err = tx.QueryRow(ctx, `SELECT count(*), date_trunc('second', now() + make_interval(hours => $2)) FROM public.charges WHERE milestone_id = $1`, m.ID, limits.ChargeHours).Scan(&attempt, &expires)
	if err != nil {
		return Funding{}, fmt.Errorf("count the charges of milestone %s: %w", m.ID, err)
	}
	request := psp.ChargeRequest{
		Reference: reference(m.ID.String(), strconv.Itoa(attempt), m.Value.String()), Value: m.Value,
		Fee: ledger.Fee(m.Value, ledger.BasisPoints(c.FeeBasisPoints)), Payer: payer, Receiver: account,
		Description: fmt.Sprintf("Marco %d", m.Position), ExpiresAt: expires,
	}
	bounded, done, err := d.turn(ctx)
	if err != nil {
		return Funding{}, err
	}
	defer done()
	made, err := d.Provider.Charge(bounded, request)
	if err != nil {
		return Funding{}, told(err)
	}
	out := Funding{TxID: request.Reference, Status: "open", BRCode: made.BRCode, Value: m.Value, ExpiresAt: expires}
	return out, keepCharge(ctx, tx, c, m, request, made, &out)
}

func keepCharge(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, request psp.ChargeRequest, made psp.Charge, out *Funding) error {
	err := tx.QueryRow(ctx, `
		INSERT INTO public.charges (contract_id, milestone_id, txid, value_cents, fee_cents, expires_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		c.ID, m.ID, request.Reference, request.Value, request.Fee, request.ExpiresAt).Scan(&out.ChargeID)
	if err != nil {
		return fmt.Errorf("keep the charge of milestone %s: %w", m.ID, err)
	}
	batch := &pgx.Batch{}
	batch.Queue(`INSERT INTO public.charge_codes (charge_id, company_id, br_code) VALUES ($1, $2, $3)`, out.ChargeID, c.CompanyID, made.BRCode)
	batch.Queue(`INSERT INTO private.provider_charges (charge_id, account_id, provider_id) VALUES ($1, $2, $3)`, out.ChargeID, request.Receiver.ID, made.ID)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("keep the charge of milestone %s: %w", m.ID, err)
	}
	return nil
}

// payee returns the approved account of a contract's professional. If there is none, the error
// tells the payer who has to act. If that is the professional, they are notified.
func (d *Desk) payee(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone) (psp.Account, error) {
	holder, err := d.holder(ctx, tx, c.ProfessionalID)
	if err != nil {
		return psp.Account{}, err
	}
	if d.Provider == nil {
		return psp.Account{}, ErrNoInstitution
	}
	account, state, err := d.receiver(ctx, tx, c.ProfessionalID, holder.Holder)
	refused := ErrReceiverIncomplete
	switch {
	case errors.Is(err, psp.ErrRefused):
		refused = refused.Because(err)
	case err != nil:
		return psp.Account{}, told(err)
	case state.Status == psp.ReceiverApproved:
		return account, nil
	case state.Status == psp.ReceiverReviewing:
		return psp.Account{}, ErrReceiverReviewing
	case state.Status == psp.ReceiverRejected:
		refused = ErrReceiverRejected
	}
	what := fmt.Sprintf("“%s”, marco %d", c.Project.Title, m.Position)
	return psp.Account{}, errors.Join(refused, d.tellWaiting(ctx, c.ProfessionalID, what, state.Status))
}

func (d *Desk) payer(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (psp.Payer, error) {
	company, err := d.holder(ctx, tx, partyID)
	if err != nil {
		return psp.Payer{}, err
	}
	if company.Document == "" {
		return psp.Payer{}, ErrPayerIncomplete
	}
	return psp.Payer{Name: company.Name, Document: company.Document, Email: company.Email}, nil
}
