package checklist_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/transition"
)

func TestBothSidesAgreeOnTheListTheyRead(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := must(s, 0, s.marina, checklist.Start, checklist.Started{MilestoneID: s.parts[0], Kind: "taf", Template: "retrofit"})
	if got := s.Text(`SELECT count(*) || ' ' || count(*) FILTER (WHERE blocking) FROM public.checklist_items WHERE checklist_id = $1`, l.ID); got != "6 5" {
		t.Errorf("the template has %s", got)
	}
	if code := take(s, s.marina, checklist.Agree, read(l)); code != "checklist_own_version" {
		t.Errorf("the author agrees: %q", code)
	}
	revised := must(s, 0, s.serra, checklist.Revise, checklist.Revision{ChecklistID: l.ID, Version: 1, Items: items})
	for _, code := range []string{
		take(s, s.marina, checklist.Agree, read(l)),
		take(s, s.marina, checklist.Revise, checklist.Revision{ChecklistID: l.ID, Version: 1, Items: items}),
	} {
		if code != "checklist_changed" {
			t.Errorf("the version before: %q", code)
		}
	}
	if code := take(s, s.marina, checklist.Record, s.result(l, 1, "passed")); code != "checklist_not_agreed" {
		t.Errorf("recorded too early: %q", code)
	}
	if got := must(s, 0, s.marina, checklist.Agree, read(revised)); got.Status != "agreed" || got.Version != 2 || !got.IsBlocked || got.IsPaused {
		t.Errorf("agreed: %+v", got)
	}
	for _, code := range []string{
		take(s, s.serra, checklist.Revise, checklist.Revision{ChecklistID: l.ID, Version: 2, Items: items}),
		take(s, s.marina, checklist.Agree, read(revised)),
	} {
		if code != "checklist_agreed" && code != "checklist_own_version" {
			t.Errorf("changed afterwards: %q", code)
		}
	}
	if code := take(s, s.serra, checklist.Start, s.list(0, "taf")); code != "checklist_started" {
		t.Errorf("a second of the kind: %q", code)
	}
}

func TestWhatOneSideWroteAloneHoldsNothing(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := must(s, 0, s.serra, checklist.Start, s.list(0, "taf"))
	s.deliver(0, 0)
	if got := s.due(0); got != "336h0m0s" {
		t.Errorf("the clock: %s", got)
	}
	for _, code := range []string{take(s, s.marina, checklist.Agree, read(l)), take(s, s.serra, checklist.Start, s.list(0, "entrega"))} {
		if code != "checklist_after_delivery" {
			t.Errorf("after the delivery: %q", code)
		}
	}
	must(s, 0, s.serra, milestone.Approve, s.about(0))
	if code := take(s, s.serra, checklist.Revise, checklist.Revision{ChecklistID: l.ID, Version: 1, Items: items}); code != "checklist_closed" {
		t.Errorf("after the approval: %q", code)
	}
}

func TestAnOpenBlockingItemStopsApproval(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.deliver(0, 0)
	s.record(0, s.serra, l, 1, "failed")
	s.record(0, s.serra, l, 2, "failed")
	if code := take(s, s.serra, milestone.Approve, s.about(0)); code != "checklist_blocking" {
		t.Errorf("approved: %q", code)
	}
	s.deliver(0, 1)
	if code := take(s, s.serra, contract.Complete, s.all()); code != "checklist_blocking" {
		t.Errorf("completed: %q", code)
	}
	if code := take(s, s.marina, checklist.Record, s.result(l, 1, "passed")); code != "failure_of_other_side" {
		t.Errorf("lifted by the other side: %q", code)
	}
	must(s, 0, s.serra, contract.RequestAdjustments, contract.Adjustments{MilestoneID: s.parts[0], Reason: "Parada lenta"})
	s.deliver(time.Hour, 0)
	l = s.record(2*time.Hour, s.marina, l, 1, "passed")
	if l.IsBlocked || !l.IsPaused || !l.AwaitsWitness {
		t.Errorf("corrected and delivered again: %+v", l)
	}
	if code := take(s, s.serra, checklist.Sign, read(l)); code != "" {
		t.Errorf("signed: %q", code)
	}
	must(s, 0, s.serra, milestone.Approve, s.about(0))
	s.expect(0, "awaiting_payment")
}

func TestBothSignTheSameVersion(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "entrega")
	l = s.record(0, s.marina, l, 1, "passed")
	if code := take(s, s.marina, checklist.Sign, read(l)); code != "checklist_unfinished" {
		t.Errorf("signed with an item open: %q", code)
	}
	before := l
	l = s.record(0, s.marina, l, 2, "not_applicable")
	if code := take(s, s.marina, checklist.Sign, read(before)); code != "checklist_changed" {
		t.Errorf("signed another version: %q", code)
	}
	must(s, 0, s.marina, checklist.Sign, read(l))
	if code := take(s, s.marina, checklist.Sign, read(l)); code != "checklist_signed_by_side" {
		t.Errorf("signed twice: %q", code)
	}
	// A result recorded between the signatures voids the first one.
	l = s.record(0, s.serra, l, 2, "failed")
	if got := s.Text(`SELECT concat_ws(' ', status, signed_by_professional IS NULL) FROM public.checklists WHERE id = $1`, l.ID); got != "agreed t" {
		t.Errorf("it is %s", got)
	}
	l = s.sign(0, l)
	if l.Status != "signed" {
		t.Errorf("signed by both: %+v", l)
	}
	if code := take(s, s.serra, checklist.Record, s.result(l, 1, "failed")); code != "result_signed" {
		t.Errorf("taken back: %q", code)
	}
	if code := take(s, s.serra, checklist.Sign, read(l)); code != "checklist_signed" {
		t.Errorf("signed again: %q", code)
	}
	digests := s.Text(`SELECT concat_ws(' ', count(*), count(DISTINCT reason)) FROM public.contract_events WHERE action = 'sign_checklist' AND reason ~ 'versão 4, SHA-256 [0-9a-f]{64}$'`)
	if digests != "2 1" {
		t.Errorf("the history has %s signatures", digests)
	}
	// An item that both signed as failed can still be fixed, and the list signed again.
	l = s.record(0, s.serra, l, 2, "passed")
	if l = s.sign(0, l); l.Status != "signed" {
		t.Errorf("signed again: %+v", l)
	}
}

func TestEachStepOfAListHasItsPeople(t *testing.T) {
	t.Parallel()
	s := setup(t)
	finance := s.Colleague(s.marina, "finance", "Otávio Leal")
	s.Colleague(s.serra, "reader", "Lia Prado")
	both := s.Colleague(s.marina, "engineer", "Paula Reis")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'engineer')`, s.serra, both)
	l := s.agreed(0, "taf")
	draft := must(s, 0, s.marina, checklist.Start, s.list(0, "entrega"))
	for who, want := range map[uuid.UUID]string{s.rafael: "not_found", uuid.Nil: "not_found", finance: "right_missing", both: "both_sides"} {
		for step, code := range map[string]string{
			"starts":   take(s, who, checklist.Start, s.list(1, "taf")),
			"revises":  take(s, who, checklist.Revise, checklist.Revision{ChecklistID: draft.ID, Version: 1, Items: items}),
			"agrees":   take(s, who, checklist.Agree, read(draft)),
			"records":  take(s, who, checklist.Record, s.result(l, 1, "passed")),
			"signs":    take(s, who, checklist.Sign, read(l)),
			"executes": take(s, who, checklist.ExecuteTAC, read(l)),
			"witness":  take(s, who, checklist.Witness, checklist.Witnessed{ChecklistID: l.ID, Version: l.Version}),
		} {
			if !strings.HasSuffix(code, want) {
				t.Errorf("%s: %q, want %s", step, code, want)
			}
		}
	}
	if code := take(s, s.serra, checklist.ExecuteTAC, read(l)); code != "checklist_not_tac" {
		t.Errorf("a TAF is executed: %q", code)
	}
}

func TestAListThatSaysTooLittleOrTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for want, spoil := range map[string]func(*checklist.Started){
		"checklist_kind_wrong":       func(l *checklist.Started) { l.Kind = "sat" },
		"checklist_template_unknown": func(l *checklist.Started) { l.Template = "foguete" },
		"checklist_empty":            func(l *checklist.Started) { l.Items = nil },
		"checklist_too_long":         func(l *checklist.Started) { l.Items = make([]checklist.Item, 61) },
		"checklist_item_wrong":       func(l *checklist.Started) { l.Items = []checklist.Item{{Title: strings.Repeat("é", 201)}} },
		"checklist_waits_for_tac":    func(l *checklist.Started) { l.HoldsClock = true },
		"milestone_not_found":        func(l *checklist.Started) { l.MilestoneID = uuid.New() },
	} {
		in := s.list(0, "taf")
		spoil(&in)
		if code := take(s, s.marina, checklist.Start, in); code != want {
			t.Errorf("%q, want %s", code, want)
		}
	}
	l := s.agreed(0, "taf")
	for want, in := range map[string]checklist.Result{
		"checklist_result_wrong":  {ItemID: s.item(l, 1), Result: "ok"},
		"checklist_note_required": {ItemID: s.item(l, 1), Result: "failed"},
		"checklist_note_too_long": {ItemID: s.item(l, 1), Result: "passed", Note: strings.Repeat("é", 1001)},
		"checklist_not_found":     {ItemID: uuid.New(), Result: "passed"},
	} {
		if code := take(s, s.marina, checklist.Record, in); code != want {
			t.Errorf("%q, want %s", code, want)
		}
	}
}

func TestAfterTheEndOfTheContractAListStaysAsItIs(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l, draft := s.agreed(0, "taf"), must(s, 0, s.marina, checklist.Start, s.list(0, "entrega"))
	must(s, 0, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Verba suspensa"})
	for _, code := range []string{
		take(s, s.marina, checklist.Start, s.list(1, "taf")), take(s, s.serra, checklist.Agree, read(draft)),
		take(s, s.serra, checklist.Record, s.result(l, 1, "passed")), take(s, s.serra, checklist.Sign, read(l)),
	} {
		if code != "contract_not_running" {
			t.Errorf("after the end: %q", code)
		}
	}
}

func TestOfFiftyAtOnceOneSignsForASide(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.record(0, s.marina, l, 1, "passed")
	l = s.record(0, s.marina, l, 2, "passed")
	var running sync.WaitGroup
	for i := range 50 {
		running.Go(func() {
			_, err := markettest.Call(s.Stage, []uuid.UUID{s.serra, s.marina}[i%2], checklist.Sign, read(l))
			if code := markettest.Code(err); code != "" && code != "checklist_signed_by_side" && code != "checklist_signed" {
				t.Error(code)
			}
		})
	}
	running.Wait()
	if got := s.Text(`SELECT concat_ws(' ', status, (SELECT count(*) FROM public.contract_events WHERE action = 'sign_checklist')) FROM public.checklists`); got != "signed 2" {
		t.Errorf("it is %s", got)
	}
}

// TestWhoeverIsPausedHasAWayOut checks that a failed item alone cannot block a deal for good:
// either side can open a dispute.
func TestWhoeverIsPausedHasAWayOut(t *testing.T) {
	t.Parallel()
	for _, by := range []transition.Actor{transition.Company, transition.Professional} {
		if to, err := transition.Milestone.Check("open_dispute", "delivered", by); err != nil || to != "disputed" {
			t.Errorf("the %s cannot open a dispute: %v", by, err)
		}
	}
}
