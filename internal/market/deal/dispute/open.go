package dispute

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/money/withholding"
	"automacao/internal/market/transition"
)

// Opening is what one side says is wrong with a milestone, and the part that the professional
// should get.
type Opening struct {
	MilestoneID         uuid.UUID  `json:"milestone_id"`
	Reason              string     `json:"reason"`
	ProfessionalPercent *int64     `json:"professional_percent"`
	Evidence            []Evidence `json:"evidence,omitempty"`
}

// Open opens a dispute over a milestone. Either side may, the other has five working days to
// answer, and the acceptance clock stops.
func Open(ctx context.Context, tx pgx.Tx, in Opening) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	percent, err := percentOf(in.ProfessionalPercent)
	if err != nil {
		return Status{}, err
	}
	d := locked{status: transition.Dispute.Initial, claim: percent}
	if d.contract, d.milestone, err = deal.LockMilestone(ctx, tx, in.MilestoneID); err != nil {
		return Status{}, err
	}
	d.by, err = deal.ActorOf(ctx, tx, transition.Milestone, "open_dispute", d.contract.CompanyID, d.contract.ProfessionalID, deal.ErrMilestoneNotFound)
	if err != nil {
		return Status{}, err
	}
	d.openedBy, d.was = d.by, d.milestone.Status
	if err := d.checkOpening(ctx, tx); err != nil {
		return Status{}, err
	}
	return d.open(ctx, tx, "open_dispute", reason, in.Evidence)
}

// paymentsShown is how many of the latest payments, each with its receipt, are the first evidence
// of a dispute over a payment.
const paymentsShown = 3

// OpenOverPayment opens a dispute over whether an accepted milestone was paid: the professional
// claims that all of it is still owed. The contested payments, with their receipts, are its first
// evidence.
func OpenOverPayment(ctx context.Context, tx pgx.Tx, c deal.Contract, m *deal.Milestone, reason string) error {
	d := locked{status: transition.Dispute.Initial, claim: 100, contract: c, milestone: m, was: m.Status, openedBy: transition.Professional, by: transition.Professional}
	rows, err := tx.Query(ctx, `
		SELECT shown.kind, shown.id, shown.name FROM (
		  SELECT id, receipt, declared_at FROM public.direct_payments WHERE milestone_id = $1 ORDER BY declared_at DESC, id DESC LIMIT $2) AS p,
		  LATERAL (VALUES ('payment', p.id, ''), ('file', $3::uuid, p.receipt)) AS shown (kind, id, name)
		WHERE shown.kind = 'payment' OR EXISTS (SELECT FROM storage.objects o WHERE o.bucket_id = 'deals' AND o.name = shown.name) ORDER BY p.declared_at, p.id, shown.kind DESC`, m.ID, paymentsShown, uuid.Nil)
	if err != nil {
		return fmt.Errorf("list the payments of milestone %s: %w", m.ID, err)
	}
	shown, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Evidence])
	if err != nil {
		return fmt.Errorf("list the payments of milestone %s: %w", m.ID, err)
	}
	_, err = d.open(ctx, tx, "dispute_payment", reason, shown)
	return err
}

// isOverPayment reports whether the dispute is about the payment of accepted work. Its percentages
// are then parts of what is still owed.
func (d *locked) isOverPayment() bool { return d.was == "awaiting_payment" }

// checkOpening refuses a dispute that may not be opened now. It counts only the disputes that the
// caller's side opened, so that a side which opens and withdraws disputes does not use up the
// other's.
func (d *locked) checkOpening(ctx context.Context, tx pgx.Tx) error {
	switch {
	case d.was == "disputed":
		return ErrOpen
	case d.milestone.IsOwed:
		return ErrOwed
	}
	if _, err := transition.Milestone.Check("open_dispute", d.was, d.by); err != nil {
		return err
	}
	var before int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM public.disputes WHERE milestone_id = $1 AND opened_by = $2`, d.milestone.ID, d.by).Scan(&before)
	if err != nil {
		return fmt.Errorf("count the disputes over milestone %s: %w", d.milestone.ID, err)
	}
	if before >= limits.DisputesMilestoneMax {
		return ErrTooMany
	}
	return nil
}

// answerDue is the SQL of the end of the last working day to answer, in Brazilian time.
const answerDue = `private.end_of(private.working_days_after(private.market_day(), private.limit_of('dispute_answer_days')::integer))`

func (d *locked) open(ctx context.Context, tx pgx.Tx, action, reason string, shown []Evidence) (Status, error) {
	pieces, err := d.gather(ctx, tx, shown)
	if err != nil {
		return Status{}, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO public.disputes (contract_id, milestone_id, opened_by, opener_id, reason, professional_percent, milestone_status, value_cents, answer_due_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, `+answerDue+`) RETURNING id`,
		d.contract.ID, d.milestone.ID, d.by, caller.From(ctx).UserID, reason, d.claim, d.was, d.milestone.Value).Scan(&d.id)
	if err != nil {
		return Status{}, fmt.Errorf("open a dispute over milestone %s: %w", d.milestone.ID, err)
	}
	if err := d.addOffer(ctx, tx, entry{kind: "claim", content: reason, percent: &d.claim, evidence: pieces}); err != nil {
		return Status{}, err
	}
	if err := d.moveMilestone(ctx, tx, action, reason); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "open_dispute",
		d.parts(d.claim)+limits.Say(" Responda em até {dispute_answer_days} dias úteis. Sem resposta, vale o que foi pedido. Motivo: ")+reason)
}

// moveMilestone takes the milestone into a dispute or out of it, and lets the contract follow.
func (d *locked) moveMilestone(ctx context.Context, tx pgx.Tx, action, reason string) error {
	move := deal.ContractMove{Action: action, By: d.by, Party: d.contract.Party(d.by), Reason: reason}
	if err := d.contract.MoveMilestone(ctx, tx, d.milestone, deal.MilestoneMove{ContractMove: move}); err != nil {
		return err
	}
	return d.contract.Follow(ctx, tx, deal.ContractMove{Action: action, By: transition.System})
}

// wayBack returns the step that takes the milestone back to its state before the dispute. One that
// was funded is planned again if no money is held for it any more.
func (d *locked) wayBack() string {
	if d.was == "funded" && d.milestone.Held == 0 {
		return "withdraw_dispute_planned"
	}
	return map[string]string{"delivered": "withdraw_dispute", "adjusting": "withdraw_dispute_adjusting", "funded": "withdraw_dispute_funded"}[d.was]
}

// Withdraw withdraws a dispute, and the milestone returns to its state before it. Only the side
// that opened it may, and only while the contract runs, unless the dispute is over a payment.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	d, err := lockFor(ctx, tx, in.DisputeID, "withdraw_dispute")
	if err != nil {
		return Status{}, err
	}
	switch {
	case d.by != d.openedBy:
		return Status{}, ErrOthers
	case d.isOverPayment():
		return d.withdrawPaid(ctx, tx)
	case !d.contract.IsRunning():
		return Status{}, transition.ErrNotRunning
	}
	if err := d.move(ctx, tx, "withdraw_dispute", d.by, nil); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "withdrawal", side: string(d.by)}); err != nil {
		return Status{}, err
	}
	if err := d.moveMilestone(ctx, tx, d.wayBack(), ""); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "withdraw_dispute", "O marco voltou para onde estava antes da disputa.")
}

// withdrawPaid withdraws the professional's dispute over a payment, which then counts as received.
// The question cannot be left open: a company must not stay a debtor because of a dispute that the
// other side does not let anybody decide.
func (d *locked) withdrawPaid(ctx context.Context, tx pgx.Tx) (Status, error) {
	if err := d.move(ctx, tx, "withdraw_payment_dispute", d.by, nil); err != nil {
		return Status{}, err
	}
	if err := d.add(ctx, tx, entry{kind: "withdrawal", side: string(d.by)}); err != nil {
		return Status{}, err
	}
	if err := d.endPart(ctx, tx, 0); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOf(ctx, tx, "withdraw_payment_dispute", d.milestone.Label()+": o profissional retirou a disputa, e o pagamento conta como recebido.")
}

// endPart ends the dispute for the milestone. If nothing is owed any more after a dispute over a
// payment, the last contested payment counts as received.
func (d *locked) endPart(ctx context.Context, tx pgx.Tx, percent int64) error {
	if d.isOverPayment() && percent == 0 {
		if err := d.uphold(ctx, tx); err != nil {
			return err
		}
	}
	return d.contract.EndDispute(ctx, tx, d.milestone, percent)
}

func (d *locked) uphold(ctx context.Context, tx pgx.Tx) error {
	var id uuid.UUID
	var withheld money.Money
	err := tx.QueryRow(ctx, `
		SELECT id, withheld_cents FROM public.direct_payments
		WHERE milestone_id = $1 AND status = 'contested' ORDER BY declared_at DESC, id DESC LIMIT 1 FOR UPDATE`, d.milestone.ID).Scan(&id, &withheld)
	if err != nil {
		return fmt.Errorf("find the payment of milestone %s: %w", d.milestone.ID, err)
	}
	if _, err := transition.DirectPayment.Take(ctx, tx, transition.Taken{ID: id, Action: "uphold_payment", From: "contested", By: transition.System}); err != nil {
		return err
	}
	_, err = withholding.Settle(ctx, tx, d.contract, *d.milestone, d.milestone.Value, withheld)
	return err
}
