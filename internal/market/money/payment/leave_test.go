package payment_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

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
