package payment_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

// TestAMilestoneIsHeldAndReleased goes from the code through the payment and the approval to the
// institution's release. Both sides are notified.
func TestAMilestoneIsHeldAndReleased(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.fund(s.parts[0])
	if len(f.TxID) != 32 || f.BRCode == "" || f.Value.String() != "900.00" {
		t.Errorf("asked to pay %+v", f)
	}
	s.expect("awaiting_payment 0, planned 0 | open")
	s.cause(f.TxID, "paid")
	s.expect("funded 90000, planned 0 | paid")
	s.ledgerHas("held 90000, outside:company -90000")
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0]})
	must(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
	s.expect("released 0, planned 0 | paid")
	s.work()
	if got := s.orders(); got != "release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
	told := s.Text(`SELECT string_agg(title, ', ' ORDER BY id) FROM public.notifications WHERE profile_id = $1 AND title LIKE 'Marco%'`, s.marina)
	if told != "Marco com garantia: Retrofit, Marco aprovado: Retrofit" {
		t.Errorf("Marina was told %q", told)
	}
}

// TestFiftyAtOnceGetOneCharge checks that every caller gets the same code.
func TestFiftyAtOnceGetOneCharge(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var asking sync.WaitGroup
	codes := make([]string, 50)
	for i := range codes {
		asking.Go(func() {
			f, err := call(s, s.serra, s.desk.Fund, payment.Reference{MilestoneID: s.parts[0]})
			if err != nil {
				t.Error(err)
			}
			codes[i] = f.TxID + f.BRCode
		})
	}
	asking.Wait()
	for _, code := range codes {
		if code != codes[0] {
			t.Fatalf("%s is another code", code)
		}
	}
	if got := s.Text(`SELECT count(*)::text FROM public.charges`); got != "1" {
		t.Errorf("%s charges", got)
	}
}

// TestAPaidCodeComesBackWhenAskedAgain checks that a paid code is returned, since a screen asks
// while the payment arrives. A milestone that was not paid with a code stays refused.
func TestAPaidCodeComesBackWhenAskedAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.paid(s.parts[0])
	again := s.fund(s.parts[0])
	if again.ChargeID != f.ChargeID || again.BRCode != f.BRCode || again.Status != "paid" || f.Status != "open" {
		t.Errorf("asked again it is %+v, was %+v", again, f)
	}
	if _, err := call(s, s.marina, s.desk.Fund, payment.Reference{MilestoneID: s.parts[0]}); markettest.Code(err) != "not_your_step" {
		t.Errorf("the professional reads the code: %v", err)
	}
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0]})
	must(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
	if released := s.fund(s.parts[0]); released.ChargeID != f.ChargeID || released.Status != "paid" {
		t.Errorf("released it is %+v", released)
	}
	s.expect("released 0, planned 0 | paid")
	other, parts := s.agree(s.marina, 900, `[{"title": "Painel", "value": 900}]`)
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: other, Reason: "A obra foi adiada por um ano."})
	if _, err := call(s, s.serra, s.desk.Fund, payment.Reference{MilestoneID: parts[0]}); markettest.Code(err) != "milestone_not_planned" {
		t.Errorf("a cancelled milestone is asked for: %v", err)
	}
}

// TestACodeTheInstitutionCallsExpiredEnds checks that its milestone is planned again and gets a new
// code. If the payer was faster, the payment counts.
func TestACodeTheInstitutionCallsExpiredEnds(t *testing.T) {
	t.Parallel()
	s := setup(t)
	dead := s.fund(s.parts[0])
	s.cause(dead.TxID, "expired")
	s.expect("planned 0, planned 0 | expired")
	again := s.fund(s.parts[0])
	if again.TxID == dead.TxID || again.BRCode == dead.BRCode {
		t.Error("the dead code was given again")
	}
	s.drops.Store(true)
	s.cause(again.TxID, "expired")
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	s.expect("planned 0, planned 0 | expired, expired")
	if got := s.differences(); got != "" {
		t.Errorf("listed is %q", got)
	}
	s.drops.Store(false)
	s.paid(s.parts[0])
	s.expect("funded 90000, planned 0 | expired, expired, paid")
}

// TestOwedAndPaidIsReleasedAtOnce also checks this after the contract was completed.
func TestOwedAndPaidIsReleasedAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.contract, Unfunded: true})
	must(s, s.serra, contract.Complete, contract.Reference{ContractID: s.contract})
	s.expect("awaiting_payment 0, awaiting_payment 0")
	s.paid(s.parts[0])
	s.expect("released 0, awaiting_payment 0 | paid")
	if got := s.orders(); got != "release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
}

func TestWhoMayNotFundIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	about := payment.Reference{MilestoneID: s.parts[0]}
	refused := func(want string) {
		t.Helper()
		if _, err := call(s, s.serra, s.desk.Fund, about); markettest.Code(err) != want {
			t.Errorf("refused with %v, want %s", err, want)
		}
	}
	s.Exec(`UPDATE public.accounts SET document = NULL WHERE profile_id = $1`, s.marina)
	refused("receiver_incomplete")
	if got := s.Text(`SELECT string_agg(title, ', ') FROM public.notifications WHERE profile_id = $1 AND kind = 'account'`, s.marina); got != "Um marco espera o seu cadastro" {
		t.Errorf("Marina was told %q", got)
	}
	s.Exec(`UPDATE public.accounts SET document = '52998224725' WHERE profile_id = $1`, s.marina)
	s.Exec(`UPDATE public.accounts SET document = NULL WHERE profile_id = $1`, s.serra)
	refused("payer_incomplete")
	s.Exec(`UPDATE public.contracts SET settlement = 'direct', fee_basis_points = 0 WHERE id = $1`, s.contract)
	refused("direct_settlement")
	s.expect("planned 0, planned 0")
}

// TestWhatEndsEarlyGoesBack checks that the institution refunds the payment when the contract ends
// early.
func TestWhatEndsEarlyGoesBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."})
	s.work()
	s.expect("refunded 0, cancelled 0 | refunded")
	if got := s.orders(); got != "refund done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("")
}

// A charge with another value at the institution, higher or lower, is a difference for
// administrators. Nothing of it is credited.
func TestAChargeOfAnotherValueIsNotCredited(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, by := range []int{1, -1, 90_000, -80_000} {
		f := s.fund(s.parts[0])
		s.Exec(fmt.Sprintf(`UPDATE public.charges SET value_cents = value_cents + %d WHERE txid = $1`, by), f.TxID)
		s.cause(f.TxID, "paid")
		s.expect("awaiting_payment 0, planned 0 | open")
		if got := s.differences(); got != "value_differs" {
			t.Errorf("by %d: the differences are %q", by, got)
		}
		s.ledgerHas("")
		s = setup(t)
	}
}

// TestWhoLeftIsForgotten checks that the account of a professional who left is deleted once nothing
// depends on it. The keys are deleted; the charges stay for the ledger.
func TestWhoLeftIsForgotten(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	s.Exec(`UPDATE public.profiles SET removed_at = now() WHERE id = $1`, s.marina)
	s.must(s.desk.Tend(s.Watch(t.Context())))
	const kept = `SELECT count(*)::text FROM private.receiver_accounts`
	if got := s.Text(kept); got != "1" {
		t.Errorf("what is held can be given back with %s accounts", got)
	}
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."})
	s.work()
	s.must(s.desk.Tend(s.Watch(t.Context())))
	if got := s.Text(kept); got != "0" {
		t.Errorf("%s accounts are kept", got)
	}
	s.expect("refunded 0, cancelled 0 | refunded")
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.differences(); got != "" {
		t.Errorf("listed is %q", got)
	}
}

func TestWhoMaySimulate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.fund(s.parts[0])
	reader := s.Colleague(s.serra, "reader", "Leitura")
	for _, c := range []struct {
		who   string
		event string
		want  string
	}{
		{"reader", "paid", "right_missing"}, {"marina", "paid", "not_your_step"}, {"admin", "paid", "charge_not_found"},
		{"serra", "contest", "not_admin"}, {"serra", "vanish", "simulation_refused"}, {"admin", "contest", "simulation_refused"}, {"serra", "paid", ""}, {"serra", "paid", "simulation_refused"},
	} {
		who := map[string]uuid.UUID{"reader": reader, "marina": s.marina, "admin": s.admin, "serra": s.serra}[c.who]
		_, err := call(s, who, s.desk.Simulate, payment.Simulation{TxID: f.TxID, Event: c.event})
		if got := markettest.Code(err); got != c.want {
			t.Errorf("%s has it %s: %q, want %q", c.who, c.event, got, c.want)
		}
	}
}
