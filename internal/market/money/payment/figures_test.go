package payment_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/account"
)

func (s *scene) figures() payment.Figures {
	s.t.Helper()
	return must(s, s.admin, s.desk.MoneyDesk, payment.Nothing{})
}

// difference returns the open difference of a kind.
func (s *scene) difference(kind string) uuid.UUID {
	s.t.Helper()
	return s.ID(`SELECT id FROM public.reconciliation_differences WHERE kind = $1 AND resolved_at IS NULL`, kind)
}

func (s *scene) handle(who, id uuid.UUID, reason string) string {
	_, err := call(s, who, s.desk.HandleDifference, payment.Handling{DifferenceID: id, Reason: reason})
	return markettest.Code(err)
}

// joins makes a person a member of a party.
func (s *scene) joins(person, partyID uuid.UUID) {
	s.t.Helper()
	s.Colleague(partyID, "reader", "Outro colega")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'reader')`, partyID, person)
}

// TestTheDeskAddsUp checks that the figures for administrators match what the steps of deals
// posted.
func TestTheDeskAddsUp(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	s.paid(s.parts[1])
	if got := s.figures(); got.Held != 2 || got.HeldCents != 200_000 || got.FeeCents != 0 || got.ComparedAt != nil {
		t.Errorf("with both parts held: %+v", got)
	}
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0]})
	must(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
	if _, err := s.ask(s.marina, 10_000, marinasKey, "demo1234"); err != nil {
		t.Fatal(err)
	}
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	got := s.figures()
	if got.Held != 1 || got.HeldCents != 110_000 || got.FeeCents != 9_000 || got.AvailableCents != 81_000 {
		t.Errorf("after the release: %+v", got)
	}
	if got.PayoutsWaiting != 1 || got.PayoutsWaitingCents != 10_000 || got.ComparedAt == nil || got.ComparedCharges != 2 || !got.IsComparedWholly {
		t.Errorf("waiting: %+v", got)
	}
	if last := got.FeeMonths[len(got.FeeMonths)-1]; len(got.FeeMonths) != 12 || last.Cents != 9_000 || last.Month != s.Text(`SELECT to_char(private.market_day(), 'YYYY-MM')`) {
		t.Errorf("by month: %+v", got.FeeMonths)
	}
	if _, err := call(s, s.serra, s.desk.MoneyDesk, payment.Nothing{}); markettest.Code(err) != account.ErrNotAdmin.Code {
		t.Errorf("the company reads the desk: %v", err)
	}
}

// TestADifferenceIsHandledOnce checks that an administrator who is not involved can handle a
// difference, that their note is kept, and that the difference opens again when it changes.
func TestADifferenceIsHandledOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	s.unknownPayment()
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	id := s.difference("unknown_charge")
	if got := s.Text(`SELECT theirs_cents::text FROM public.reconciliation_differences WHERE id = $1`, id); got != "5000" {
		t.Errorf("the institution has %s", got)
	}
	for _, c := range []struct {
		who    uuid.UUID
		reason string
		want   string
	}{{s.serra, "Resolvi", "not_admin"}, {s.admin, "  ", "handling_required"}, {s.admin, "Devolvido à origem pelo painel da instituição.", ""}, {s.admin, "De novo", "difference_over"}} {
		if got := s.handle(c.who, id, c.reason); got != c.want {
			t.Errorf("%q answers %q, want %q", c.reason, got, c.want)
		}
	}
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.figures().Differences; got != 0 {
		t.Errorf("%d wait after it was handled", got)
	}
	if got := s.Text(`SELECT details->>'reason' FROM public.audit_log WHERE action = 'handle_difference'`); got != "Devolvido à origem pelo painel da instituição." {
		t.Errorf("the log has %q", got)
	}
	s.Exec(`UPDATE public.reconciliation_differences SET theirs_cents = 4000 WHERE id = $1`, id)
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.figures().Differences; got != 1 {
		t.Errorf("%d wait after it changed", got)
	}
}

// TestNobodyHandlesHisOwnMoney checks differences and orders.
func TestNobodyHandlesHisOwnMoney(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.earn()
	s.Exec(`UPDATE private.provider_orders SET state = 'failed', done_at = NULL, last_error = 'invalid_action: não' WHERE kind = 'release'`)
	s.Exec(`INSERT INTO public.reconciliation_differences (kind, reference, charge_id) SELECT 'order_refused', reference, charge_id FROM private.provider_orders WHERE kind = 'release'`)
	listed := must(s, s.admin, s.desk.FailingOrders, payment.OrdersWanted{})
	if listed.Total != 1 || listed.Orders[0].ValueCents != 90_000 || listed.Orders[0].State != "failed" || listed.Orders[0].Milestone != 1 {
		t.Fatalf("listed is %+v", listed)
	}
	retry := payment.OrderReference{OrderID: listed.Orders[0].ID}
	s.joins(s.admin, s.serra)
	if got := s.handle(s.admin, s.difference("order_refused"), "Nada"); got != "own_money" {
		t.Errorf("handling answers %q", got)
	}
	if _, err := call(s, s.admin, s.desk.RetryOrder, retry); markettest.Code(err) != "own_money" {
		t.Errorf("retrying answers %v", err)
	}
	other := s.Member("admin", "Outra administração")
	if got := must(s, other, s.desk.RetryOrder, retry); got.State != "waiting" {
		t.Errorf("it is %s", got.State)
	}
	if _, err := call(s, other, s.desk.RetryOrder, retry); markettest.Code(err) != "order_under_way" {
		t.Errorf("a second time answers %v", err)
	}
	s.work()
	if got := s.orders() + " " + s.differences(); got != "release done " {
		t.Errorf("it stands at %q", got)
	}
}
