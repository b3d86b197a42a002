package dispute

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Opening is what one side says is wrong with a milestone, and the part of it
// that the professional should have.
type Opening struct {
	MilestoneID         uuid.UUID  `json:"milestone_id"`
	Reason              string     `json:"reason"`
	ProfessionalPercent *int64     `json:"professional_percent"`
	Evidence            []Evidence `json:"evidence,omitempty"`
}

// Open puts a milestone in dispute. Either side may; the other has five working
// days to answer, and the date of acceptance stands still.
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
	return d.open(ctx, tx, reason, in.Evidence)
}

// checkOpening counts the disputes of the caller's side only: whoever opens and
// withdraws his own takes no way out from the other.
func (d *locked) checkOpening(ctx context.Context, tx pgx.Tx) error {
	if d.was == "disputed" {
		return ErrOpen
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

// answerDue is when the last of the working days has ended, in Brazil.
const answerDue = `(private.working_days_after(private.market_day(), private.limit_of('dispute_answer_days')::integer) + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`

func (d *locked) open(ctx context.Context, tx pgx.Tx, reason string, shown []Evidence) (Status, error) {
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
	if err := d.moveMilestone(ctx, tx, "open_dispute", reason); err != nil {
		return Status{}, err
	}
	return d.stands(), d.tellOther(ctx, tx, "Disputa aberta",
		d.parts(d.claim)+limits.Say(" Responda em até {dispute_answer_days} dias úteis. Sem resposta, vale o que foi pedido. Motivo: ")+reason)
}

// moveMilestone takes the milestone into a dispute or out of it, and the
// contract to where its milestones are then.
func (d *locked) moveMilestone(ctx context.Context, tx pgx.Tx, action, reason string) error {
	move := deal.ContractMove{Action: action, By: d.by, Party: d.contract.Party(d.by), Reason: reason}
	if err := d.contract.MoveMilestone(ctx, tx, d.milestone, deal.MilestoneMove{ContractMove: move}); err != nil {
		return err
	}
	return d.contract.Follow(ctx, tx, deal.ContractMove{Action: action, By: transition.System})
}

// wayBack names the step that takes a milestone to where it was: one that was
// funded is planned again when nobody holds its money any more.
func (d *locked) wayBack() string {
	if d.was == "funded" && d.milestone.Held == 0 {
		return "withdraw_dispute_planned"
	}
	return map[string]string{"delivered": "withdraw_dispute", "adjusting": "withdraw_dispute_adjusting", "funded": "withdraw_dispute_funded"}[d.was]
}

// Withdraw takes a dispute back: the milestone is where it was. Only the side
// that opened it may, and not once the contract has ended, where there is
// nothing to go back to.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	d, err := lockFor(ctx, tx, in.DisputeID, "withdraw_dispute")
	if err != nil {
		return Status{}, err
	}
	switch {
	case d.by != d.openedBy:
		return Status{}, ErrOthers
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
	return d.stands(), d.tellOther(ctx, tx, "Disputa retirada", "O marco voltou para onde estava antes da disputa.")
}
