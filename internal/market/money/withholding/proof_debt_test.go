package withholding_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/money/withholding"
)

// TestWhatIsOwedIsAnOverdueDebt checks that the tax is an overdue debt from the next day on. It
// blocks acceptances from the announced date, until the professional confirms the payment.
func TestWhatIsOwedIsAnOverdueDebt(t *testing.T) {
	t.Parallel()
	s := paid(t)
	mark := func() string {
		return s.Seen(uuid.Nil, `SELECT concat_ws(' ', debts, oldest_days) FROM public.debt_records(ARRAY[$1::uuid])`, s.serra)
	}
	s.Exec(`UPDATE public.withholding_proofs SET due_at = now()`)
	s.tend(time.Now())
	told := s.Text(`SELECT 'O atraso aparece no histórico dela a partir de ' || to_char(private.market_day() + 1, 'DD/MM/YYYY')
		|| '. A partir de ' || to_char(private.market_day() + 15, 'DD/MM/YYYY') || ', ela não aceita novas propostas enquanto o valor for devido.'`)
	if got := s.body(s.serra, "Tributo retido não comprovado"); !strings.Contains(got, told) {
		t.Errorf("the company was told %q", got)
	}
	if got := mark() + s.accepts(); got != "0 0" {
		t.Errorf("on the day itself: %q", got)
	}
	s.Exec(`UPDATE public.withholding_proofs SET ended_at = ended_at - interval '14 days', acceptances_stop_on = acceptances_stop_on - 14`)
	// Two taxes of a milestone are one debt.
	if got := mark() + s.accepts(); got != "1 14" {
		t.Errorf("before its date: %q", got)
	}
	s.Exec(`UPDATE public.withholding_proofs SET ended_at = ended_at - interval '1 day', acceptances_stop_on = acceptances_stop_on - 1`)
	var running sync.WaitGroup
	for range 5 {
		running.Go(func() {
			if code := s.accepts(); code != "company_in_debt" {
				t.Errorf("from its date on: %q", code)
			}
		})
	}
	running.Wait()
	for _, tax := range []string{"iss", "inss"} {
		if code := take(s, s.marina, withholding.ConfirmPaid, withholding.ProofReference{ProofID: s.tax(tax)}); code != "" {
			t.Fatal(code)
		}
	}
	if got := mark() + s.accepts(); got != "0 0" {
		t.Errorf("paid: %q", got)
	}
}

// TestADebtThatNobodyCanConfirmStopsNothing has a professional who has left.
func TestADebtThatNobodyCanConfirmStopsNothing(t *testing.T) {
	t.Parallel()
	s := paid(t)
	s.tend(s.inDays(62))
	s.Exec(`UPDATE public.withholding_proofs SET ended_at = ended_at - interval '90 days', acceptances_stop_on = acceptances_stop_on - 90`)
	if code := s.accepts(); code != "company_in_debt" {
		t.Errorf("while she is there: %q", code)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina)
	if code := s.accepts(); code != "" {
		t.Errorf("without her: %q", code)
	}
}

// TestWhatIsOwedHasAnEnd checks that a debt can end even if the professional never confirms: a
// company that paid late proves it, and silence or an administrator ends it. No more than five
// proofs are accepted.
func TestWhatIsOwedHasAnEnd(t *testing.T) {
	t.Parallel()
	s := paid(t)
	admin := s.Member("admin", "Ana")
	s.tend(s.inDays(55))
	s.tend(s.inDays(62))
	if got := s.taxes(); got != "inss 110.00 owed, iss 20.00 owed" {
		t.Fatalf("the taxes stand at %q", got)
	}
	stop := s.Text(`SELECT acceptances_stop_on::text FROM public.withholding_proofs WHERE tax = 'inss'`)
	s.shows("iss", "Pix 0001")
	s.tend(s.inDays(8))
	s.tend(s.inDays(12))
	inss := s.tax("inss")
	for round := 1; round <= 5; round++ {
		s.shows("inss", "Pix 0002")
		s.contests(inss, round, "Não recebi.")
		switch {
		case round == 1:
			s.tend(s.inDays(55))
			s.tend(s.inDays(80))
		default:
			if code := take(s, admin, withholding.Decide(holdsNothing), withholding.ProofDecision{ProofID: inss, Outcome: "unproved", Reason: "Não há Pix."}); code != "" {
				t.Fatalf("decided on %d: %q", round, code)
			}
		}
	}
	if got := s.taxes(); got != "inss 110.00 owed, iss 20.00 proved" {
		t.Errorf("the taxes stand at %q", got)
	}
	if got := s.Text(`SELECT acceptances_stop_on::text FROM public.withholding_proofs WHERE tax = 'inss'`); got != stop {
		t.Errorf("acceptances stop on %s, not on %s: a proof won time", got, stop)
	}
	if code := take(s, s.serra, withholding.Prove, withholding.Proof{ProofID: inss, Reference: "Pix 0003", FileID: s.paper()}); code != "withheld_over" {
		t.Errorf("a sixth proof: %q", code)
	}
}
