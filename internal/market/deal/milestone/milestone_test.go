package milestone_test

import (
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
)

func TestAContractFollowsItsMilestones(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.expect("agreed planned planned planned in_progress")

	got, err := markettest.Call(s.Stage, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0], Note: " No repositório. "})
	if err != nil || got != (milestone.Status{ID: s.parts[0], Status: "delivered", ContractID: s.contract, ContractStatus: "active"}) {
		t.Fatalf("got %+v, %v", got, err)
	}
	s.expect("active delivered planned planned in_progress")
	if waiting := s.Text(`SELECT status FROM public.proposals WHERE professional_id = $1`, s.rafael); waiting != "declined" {
		t.Errorf("the work began and Rafael is %s", waiting)
	}
	if told := s.told(s.serra, "Marco entregue"); told != "1" {
		t.Errorf("the company was told %s times", told)
	}

	s.approve(0)
	s.expect("active awaiting_payment planned planned in_progress")
	if owed := s.Text(`SELECT concat_ws(' ', owed_due_on - (approved_at AT TIME ZONE 'America/Sao_Paulo')::date, approved_by = $2, review_until IS NULL, delivery_note)
		FROM public.milestones WHERE id = $1`, s.parts[0], s.serra); owed != "10 t t No repositório." {
		t.Errorf("it is owed: %q", owed)
	}

	s.deliver(1)
	s.deliver(2)
	s.expect("delivered awaiting_payment delivered delivered delivered")
	adjusted, err := markettest.Call(s.Stage, s.serra, contract.RequestAdjustments, s.adjustments(1))
	if err != nil || adjusted != (milestone.Status{ID: s.parts[1], Status: "adjusting", ContractID: s.contract, ContractStatus: "active"}) {
		t.Fatalf("got %+v, %v", adjusted, err)
	}
	s.expect("active awaiting_payment adjusting delivered in_progress")
	s.approve(2)
	s.expect("active awaiting_payment adjusting awaiting_payment in_progress")
	s.deliver(1)
	s.approve(1)
	s.expect("completed awaiting_payment awaiting_payment awaiting_payment completed")
	if told := s.told(s.marina, "Projeto concluído"); told != "1" {
		t.Errorf("the professional was told %s times", told)
	}
	log := s.Text(`SELECT string_agg(concat_ws(' ', m.position, e.action, e.to_status), ', ' ORDER BY e.created_at, e.id) FROM public.contract_events e LEFT JOIN public.milestones m ON m.id = e.milestone_id
		WHERE e.contract_id = $1 AND e.created_at > (SELECT min(created_at) FROM public.contract_events WHERE action = 'request_adjustments')`, s.contract)
	if want := "request_adjustments active, 3 approve_milestone awaiting_payment, 2 deliver_milestone delivered, deliver_contract delivered, 2 approve_milestone awaiting_payment, complete_contract completed"; log != want {
		t.Errorf("the log says %q", log)
	}
}

func TestTheContractsStepsAreThoseOfAllItsMilestones(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	s.approve(0)
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.all().ContractID})
	s.expect("delivered awaiting_payment delivered delivered delivered")
	must(s, s.serra, contract.RequestAdjustments, contract.Adjustments{ContractID: s.contract, Reason: "Falta"})
	s.expect("active awaiting_payment adjusting adjusting in_progress")
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.all().ContractID})
	must(s, s.serra, contract.Complete, s.all())
	s.expect("completed awaiting_payment awaiting_payment awaiting_payment completed")
}

func TestEachStepOfAMilestoneHasItsSide(t *testing.T) {
	t.Parallel()
	s := setup(t)
	finance := s.Colleague(s.marina, "finance", "Otávio Leal")
	for who, want := range map[uuid.UUID]string{s.rafael: "milestone_not_found", uuid.Nil: "milestone_not_found", s.serra: "not_your_step", finance: "right_missing"} {
		if code := take(s, who, milestone.Deliver, s.delivery(0)); code != want {
			t.Errorf("delivers: %q, want %s", code, want)
		}
	}
	if code := take(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: uuid.New()}); code != "milestone_not_found" {
		t.Errorf("a milestone that is none: %q", code)
	}
	if code := take(s, s.serra, milestone.Approve, s.about(0)); code != "milestone_not_delivered" {
		t.Errorf("approved before the delivery: %q", code)
	}
	s.deliver(0)
	reader := s.Colleague(s.serra, "reader", "Lia Prado")
	for who, want := range map[uuid.UUID]string{s.rafael: "milestone_not_found", s.marina: "not_your_step", finance: "right_missing", reader: "right_missing"} {
		if code := take(s, who, milestone.Approve, s.about(0)); code != want {
			t.Errorf("approves: %q, want %s", code, want)
		}
		if code := take(s, who, contract.RequestAdjustments, s.adjustments(0)); code != want {
			t.Errorf("asks for adjustments: %q, want %s", code, want)
		}
	}
	if code := take(s, s.serra, contract.RequestAdjustments, contract.Adjustments{MilestoneID: s.parts[0]}); code != "reason_required" {
		t.Errorf("without a reason: %q", code)
	}
	if code := take(s, s.marina, milestone.Deliver, s.delivery(0)); code != "milestone_not_active" {
		t.Errorf("delivered twice: %q", code)
	}
	s.approve(0)
	if code := take(s, s.marina, milestone.Deliver, s.delivery(0)); code != "milestone_not_active" {
		t.Errorf("delivered again what is owed: %q", code)
	}
}

// TestNobodyApprovesHisOwnWork has the people who delivered change sides.
func TestNobodyApprovesHisOwnWork(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Colleague(s.serra, "engineer", "Lia Prado")
	paula := s.Colleague(s.marina, "engineer", "Paula Reis")
	join := func(person uuid.UUID) {
		s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'buyer')`, s.serra, person)
	}
	must(s, paula, milestone.Deliver, s.delivery(0))
	s.deliver(1)
	join(paula)
	if code := take(s, paula, milestone.Approve, s.about(0)); code != "both_sides" {
		t.Errorf("on both sides: %q", code)
	}
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, s.marina, paula)
	for part := range 2 {
		if code := take(s, paula, milestone.Approve, s.about(part)); code != "own_work" {
			t.Errorf("the member who delivered a part of it: %q", code)
		}
	}
	s.approve(0)
}

func TestOfFiftyAtOnceOneTakesTheStep(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, step := range []struct {
		who     uuid.UUID
		call    func() error
		refusal string
		action  string
	}{
		{s.marina, func() error {
			_, err := markettest.Call(s.Stage, s.marina, milestone.Deliver, s.delivery(0))
			return err
		}, "milestone_not_active", "deliver_milestone"},
		{s.serra, func() error { _, err := markettest.Call(s.Stage, s.serra, milestone.Approve, s.about(0)); return err }, "milestone_not_delivered", "approve_milestone"},
	} {
		var running sync.WaitGroup
		for range 50 {
			running.Go(func() {
				if code := markettest.Code(step.call()); code != "" && code != step.refusal {
					t.Errorf("%s: %s", step.action, code)
				}
			})
		}
		running.Wait()
		if logged := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE milestone_id = $1 AND action = $2`, s.parts[0], step.action); logged != "1" {
			t.Errorf("%s happened %s times", step.action, logged)
		}
	}
	s.expect("active awaiting_payment planned planned in_progress")
}

// TestUnfundedWorkIsDeliveredInSoManyWords checks that in a guarantee contract a milestone has to
// be deposited before it is delivered, unless the professional declares otherwise. The declaration
// is logged and both sides are told.
func TestUnfundedWorkIsDeliveredInSoManyWords(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.contracts SET settlement = 'guarantee'`)
	if code := take(s, s.marina, milestone.Deliver, s.delivery(0)); code != "milestone_not_funded" {
		t.Errorf("one is delivered: %q", code)
	}
	if code := take(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.contract}); code != "milestone_not_funded" {
		t.Errorf("all are delivered: %q", code)
	}
	if code := take(s, s.serra, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0], Unfunded: true}); code != "not_your_step" {
		t.Errorf("the company says it: %q", code)
	}
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0], Unfunded: true})
	const log = `SELECT string_agg(action || ' ' || to_status, ', ' ORDER BY created_at, id) FROM public.contract_events WHERE milestone_id = $1`
	if got, want := s.Text(log, s.parts[0]), "waive_guarantee planned, deliver_milestone delivered"; got != want {
		t.Errorf("the log says %q, want %q", got, want)
	}
	const told = `SELECT count(DISTINCT profile_id)::text FROM public.notifications WHERE title LIKE 'Entrega sem garantia%' AND profile_id IN ($1, $2)`
	if got := s.Text(told, s.serra, s.marina); got != "2" {
		t.Errorf("%s sides were told", got)
	}
	// A delivery sent back for adjustments needs a deposit again, like a milestone whose money was
	// lost.
	must(s, s.serra, contract.RequestAdjustments, contract.Adjustments{MilestoneID: s.parts[0], Reason: "Falta o backup."})
	if code := take(s, s.marina, milestone.Deliver, s.delivery(0)); code != "milestone_not_funded" {
		t.Errorf("a refunded milestone is delivered: %q", code)
	}
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0], Unfunded: true})
	// A milestone with money held needs no declaration.
	s.Exec(`UPDATE public.milestones SET status = 'awaiting_payment' WHERE id = $1`, s.parts[1])
	s.Exec(`UPDATE public.milestones SET status = 'funded', held_cents = value_cents WHERE id = $1`, s.parts[1])
	must(s, s.marina, milestone.Deliver, s.delivery(1))
	if got := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE action = 'waive_guarantee'`); got != "2" {
		t.Errorf("it was said %s times", got)
	}
}
