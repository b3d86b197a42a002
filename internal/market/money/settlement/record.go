package settlement

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Payment is a company's statement that it paid a milestone. `paid_on` is an ISO 8601 date.
// `receipt` is the name of the receipt in the bucket deals, and `end_to_end_id` is the identifier
// of the Pix payment. After a contest, one of the two is required.
type Payment struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
	PaidOn      string    `json:"paid_on"`
	Receipt     string    `json:"receipt,omitempty"`
	EndToEndID  string    `json:"end_to_end_id,omitempty"`
	Note        string    `json:"note,omitempty"`
}

// endToEnd matches the end-to-end id that the Pix arrangement gives a payment: E, the payer's bank,
// the minute, and eleven characters chosen by the bank.
var endToEnd = regexp.MustCompile(`^E[0-9]{20}[A-Za-z0-9]{11}$`)

// Record declares that a milestone was paid in full, less the taxes that both sides agreed to
// withhold; the professional then has ten days to answer. Only the company may.
func Record(ctx context.Context, tx pgx.Tx, in Payment) (Status, error) {
	note := humantext.Paragraphs(in.Note)
	in.EndToEndID = strings.TrimSpace(in.EndToEndID)
	if in.EndToEndID != "" && !endToEnd.MatchString(in.EndToEndID) {
		return Status{}, ErrEndToEnd
	}
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
		INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, withheld_cents, paid_on, receipt, note, declared_by, confirm_due_at, end_to_end_id)
		VALUES ($1, $2, $3, $8, $4::text::date, nullif($5, ''), nullif($6, ''), $7, now() + private.span_of('receipt_days'), nullif($9, ''))
		ON CONFLICT (milestone_id) WHERE status <> 'contested' DO NOTHING RETURNING id`,
		c.ID, m.ID, p.value, in.PaidOn, in.Receipt, note, caller.From(ctx).UserID, withheld, in.EndToEndID).Scan(&p.id)
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
	return p.stands(), p.tell(ctx, tx, "record_payment", transition.Company, p.named()+confirmWithin)
}

// check refuses a date that is invalid, before the contract or in the future, and a receipt that is
// not among the contract's files. Today is the date in Brazil.
func check(ctx context.Context, tx pgx.Tx, c deal.Contract, in Payment) error {
	if _, err := time.Parse(time.DateOnly, in.PaidOn); err != nil {
		return ErrPaidOn
	}
	var isInTime, hasReceipt, isDoubted bool
	err := tx.QueryRow(ctx, `
		SELECT $2::text::date BETWEEN private.market_day(created_at) AND private.market_day(),
		       $3 = '' OR EXISTS (SELECT FROM storage.objects o WHERE o.bucket_id = 'deals' AND o.name = $3 AND private.contract_of_file(o.bucket_id, o.name) = contracts.id),
		       EXISTS (SELECT FROM public.direct_payments d WHERE d.milestone_id = $4 AND d.status = 'contested')
		FROM public.contracts WHERE id = $1`, c.ID, in.PaidOn, in.Receipt, in.MilestoneID).Scan(&isInTime, &hasReceipt, &isDoubted)
	switch {
	case err != nil:
		return fmt.Errorf("check the payment of contract %s: %w", c.ID, err)
	case !isInTime:
		return ErrPaidOn
	case !hasReceipt:
		return ErrReceipt
	case isDoubted && in.Receipt == "" && in.EndToEndID == "":
		return ErrProof
	}
	return nil
}
