package milestone_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
)

var contractAdjust = contract.RequestAdjustments

// tend0 runs the due work for the given time from now.
func (s scene) tend0(after time.Duration) {
	s.t.Helper()
	if err := milestone.Tend(s.Watch(s.t.Context()), s.Pool, time.Now().Add(after)); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) ending() contract.Ending {
	return contract.Ending{ContractID: s.contract, Reason: "Verba suspensa"}
}

func TestAnEndSettlesEachMilestoneOnItsOwn(t *testing.T) {
	t.Parallel()

	t.Run("BeforeTheWorkAllIsCancelled", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.serra, contract.Withdraw, s.ending())
		s.expect("withdrawn cancelled cancelled cancelled open")
		if code := take(s, s.marina, milestone.Deliver, s.delivery(0)); code != "milestone_not_active" {
			t.Errorf("delivered afterwards: %q", code)
		}
	})

	t.Run("WhatIsOwedStaysOwed", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		s.deliver(0)
		s.approve(0)
		s.deliver(1)
		must(s, s.marina, contract.ProposeTermination, contract.ProposedEnd{Ending: s.ending()})
		must(s, s.serra, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
		s.expect("terminated awaiting_payment cancelled cancelled open")
		if code := take(s, s.serra, milestone.Approve, s.about(1)); code != "milestone_not_delivered" {
			t.Errorf("approved afterwards: %q", code)
		}
	})

	t.Run("WhatALeavingCompanyWasGivenIsAccepted", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		s.deliver(0)
		err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error { return contract.Leave(t.Context(), tx, s.serra) })
		if err != nil {
			t.Fatal(err)
		}
		s.expect("cancelled awaiting_payment cancelled cancelled closed")
	})
}

func TestADistratoSaysWhatIsPaid(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(1)
	offer := func(parts ...deal.Part) contract.ProposedEnd {
		return contract.ProposedEnd{Ending: s.ending(), Settlement: parts}
	}
	for want, parts := range map[string][]deal.Part{
		"milestone_not_found": {{MilestoneID: uuid.New(), ProfessionalPercent: 10}},
		"settlement_wrong":    {{MilestoneID: s.parts[0], ProfessionalPercent: 101}},
	} {
		if code := take(s, s.marina, contract.ProposeTermination, offer(parts...)); code != want {
			t.Errorf("got %q, want %s", code, want)
		}
	}
	if code := take(s, s.marina, contract.ProposeTermination, offer(deal.Part{MilestoneID: s.parts[0]}, deal.Part{MilestoneID: s.parts[0]})); code != "settlement_wrong" {
		t.Errorf("one named twice: %q", code)
	}
	must(s, s.marina, contract.ProposeTermination, offer(deal.Part{MilestoneID: s.parts[1], ProfessionalPercent: 50}, deal.Part{MilestoneID: s.parts[2], ProfessionalPercent: 0}))
	if seen := s.Seen(s.serra, `SELECT termination_settlement #>> '{0,professional_percent}' FROM public.contracts`); seen != "50" {
		t.Errorf("the company sees %q", seen)
	}
	must(s, s.serra, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
	s.expect("terminated cancelled awaiting_payment cancelled open")
	if owed := s.Text(`SELECT concat_ws(' ', m.value_cents, m.owed_due_on IS NOT NULL, c.value_cents, c.termination_settlement IS NULL) FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE m.id = $1`, s.parts[1]); owed != "50028 t 200000 t" {
		t.Errorf("half of it is %q", owed)
	}
}

// settled records a call of the settler.
type settled struct {
	milestone  uuid.UUID
	value, own money.Money
}

func TestWhatIsHeldGoesThroughTheLedger(t *testing.T) {
	t.Parallel()
	s := setup(t)
	// As after the institution has reported the payments.
	s.Exec(`UPDATE public.milestones SET status = 'awaiting_payment' WHERE contract_id = $1`, s.contract)
	s.Exec(`UPDATE public.milestones SET status = 'funded', held_cents = value_cents WHERE contract_id = $1`, s.contract)
	s.deliver(0)
	if code := take(s, s.serra, milestone.Approve, s.about(0)); code == "" {
		t.Error("released without a ledger")
	}
	s.expect("active delivered funded funded in_progress")

	var posted []settled
	ctx := caller.NewContext(context.Background(), caller.Caller{Role: "authenticated", UserID: s.serra})
	ctx = deal.WithSettler(ctx, func(_ context.Context, _ pgx.Tx, _ deal.Contract, m deal.Milestone, toProfessional money.Money) error {
		posted = append(posted, settled{m.ID, m.Held, toProfessional})
		return nil
	})
	err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		_, err := milestone.Approve(ctx, tx, s.about(0))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.expect("active released funded funded in_progress")
	must(s, s.marina, contract.ProposeTermination, contract.ProposedEnd{Ending: s.ending(), Settlement: []deal.Part{{MilestoneID: s.parts[1], ProfessionalPercent: 30}}})
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		_, err := contract.AnswerTermination(ctx, tx, contract.Answer{ContractID: s.contract, Accept: true})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.expect("terminated released split refunded open")
	want := []settled{{s.parts[0], 90000, 90000}, {s.parts[1], 100055, 30017}, {s.parts[2], 9945, 0}}
	if len(posted) != 3 || posted[0] != want[0] || posted[1] != want[1] || posted[2] != want[2] {
		t.Errorf("posted %v", posted)
	}
	if parts := s.Text(`SELECT string_agg(coalesce(split_cents::text, '-'), ' ' ORDER BY position) FROM public.milestones`); parts != "- 30017 -" {
		t.Errorf("the parts are %q", parts)
	}
	if held := s.Text(`SELECT sum(held_cents)::text FROM public.milestones`); held != "0" {
		t.Errorf("%s are still held", held)
	}
}
