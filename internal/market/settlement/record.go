package settlement

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/party"
	"automacao/internal/market/transition"
	"automacao/internal/market/withholding"
)

// Payment is a company's word that it paid a milestone: the day, as ISO 8601
// writes it, and, if it has one, the receipt, by its name in the bucket deals.
type Payment struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
	PaidOn      string    `json:"paid_on"`
	Receipt     string    `json:"receipt,omitempty"`
	Note        string    `json:"note,omitempty"`
}

// Record says that a milestone was paid, the whole of it but for the taxes that
// both sides agreed to withhold; the professional has ten days to answer. Only the company may.
func Record(ctx context.Context, tx pgx.Tx, in Payment) (Status, error) {
	note := strings.TrimSpace(in.Note)
	if utf8.RuneCountInString(note) > limits.DirectPaymentsNote {
		return Status{}, ErrNoteTooLong
	}
	c, m, err := deal.LockMilestone(ctx, tx, in.MilestoneID)
	if err != nil {
		return Status{}, err
	}
	if err := c.PaysAs(ctx, tx, party.Company, deal.ErrMilestoneNotFound); err != nil {
		return Status{}, err
	}
	switch {
	case c.Settlement != "direct":
		return Status{}, ErrNotDirect
	case !m.IsOwed:
		return Status{}, ErrNotOwed
	}
	if err := check(ctx, tx, c, in); err != nil {
		return Status{}, err
	}
	withheld, err := withholding.Of(ctx, tx, m.ID, m.Value, m.Value-1)
	if err != nil {
		return Status{}, err
	}
	p := payment{status: transition.DirectPayment.Initial, value: m.Value - withheld, withheld: withheld, contract: c, milestone: m}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, withheld_cents, paid_on, receipt, note, declared_by, confirm_due_at)
		VALUES ($1, $2, $3, $8, $4::text::date, nullif($5, ''), nullif($6, ''), $7, now() + private.span_of('receipt_days'))
		ON CONFLICT (milestone_id) WHERE status <> 'contested' DO NOTHING RETURNING id`,
		c.ID, m.ID, p.value, in.PaidOn, in.Receipt, note, caller.From(ctx).UserID, withheld).Scan(&p.id)
	if errors.Is(err, pgx.ErrNoRows) {
		return Status{}, ErrDeclared
	}
	if err != nil {
		return Status{}, fmt.Errorf("record the payment of milestone %s: %w", m.ID, err)
	}
	err = c.LogMilestone(ctx, tx, *m, deal.ContractMove{Action: "record_payment", By: transition.Company, Party: c.CompanyID})
	if err != nil {
		return Status{}, err
	}
	return p.stands(), c.TellSide(ctx, tx, c.ProfessionalID, party.Pay, "Pagamento informado", p.named()+confirmWithin)
}

// check refuses a day that is none or out of the contract's time, and a receipt
// that is not among the contract's files. Today is Brazil's.
func check(ctx context.Context, tx pgx.Tx, c deal.Contract, in Payment) error {
	if _, err := time.Parse(time.DateOnly, in.PaidOn); err != nil {
		return ErrPaidOn
	}
	var isInTime, hasReceipt bool
	err := tx.QueryRow(ctx, `
		SELECT $2::text::date BETWEEN private.market_day(created_at) AND private.market_day(),
		       $3 = '' OR EXISTS (SELECT FROM storage.objects o WHERE o.bucket_id = 'deals' AND o.name = $3 AND private.contract_of_file(o.bucket_id, o.name) = contracts.id)
		FROM public.contracts WHERE id = $1`, c.ID, in.PaidOn, in.Receipt).Scan(&isInTime, &hasReceipt)
	switch {
	case err != nil:
		return fmt.Errorf("check the payment of contract %s: %w", c.ID, err)
	case !isInTime:
		return ErrPaidOn
	case !hasReceipt:
		return ErrReceipt
	}
	return nil
}
