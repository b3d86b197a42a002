package payment_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
)

// many makes contracts, each with ten milestones of a hundred reais.
func (s *scene) many(contracts int) (parts []uuid.UUID) {
	s.t.Helper()
	one := strings.TrimSuffix(strings.Repeat(`{"title": "Parte", "value": 100},`, 10), ",")
	for range contracts {
		_, made := s.agree(s.marina, 1000, "["+one+"]")
		parts = append(parts, made...)
	}
	return parts
}

// TestEverythingThatNeverCameIsHealed loses and duplicates events of two hundred charges. The
// comparison corrects all charges and lists no difference.
func TestEverythingThatNeverCameIsHealed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	parts := s.many(20)
	codes := make([]string, len(parts))
	for i, part := range parts {
		codes[i] = s.fund(part).TxID
	}
	for i, txid := range codes {
		s.drops.Store(i%50 == 7)
		before := s.posts.Load()
		s.must(s.provider.(psp.Simulator).Cause(t.Context(), txid, "paid"))
		s.await("the event", func() bool { return s.posts.Load() > before })
		s.Exec(`UPDATE private.provider_events SET state = 'waiting', next_at = now() WHERE state = 'done' AND id LIKE '%5'`)
	}
	s.work()
	if got := s.Text(`SELECT count(*)::text FROM public.charges WHERE status = 'open'`); got != "4" {
		t.Fatalf("%s charges were not told of", got)
	}
	for range 2 {
		s.must(s.desk.Reconcile(s.Watch(t.Context())))
	}
	if got := s.Text(`SELECT string_agg(DISTINCT status, ',') FROM public.charges`); got != "paid" {
		t.Errorf("charges are %s", got)
	}
	if got := s.differences(); got != "" {
		t.Errorf("after an orderly run is listed %q", got)
	}
	s.ledgerHas("held 2000000, outside:company -2000000")
}

// TestEveryDifferenceIsListed also checks that a difference is resolved once it is gone.
func TestEveryDifferenceIsListed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	s.paid(s.parts[1])
	s.deliver()
	if code := s.approve(); code != "" {
		t.Fatal(code)
	}
	// Released here and, according to our records, at the institution too.
	s.Exec(`UPDATE private.provider_orders SET state = 'done', done_at = now() WHERE kind = 'release'`)
	s.unknownPayment()
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.differences(); got != "release_missing, unknown_charge" {
		t.Errorf("listed is %q", got)
	}
	s.Exec(`UPDATE private.provider_orders SET state = 'waiting', done_at = NULL, next_at = now() WHERE kind = 'release'`)
	s.work()
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.differences(); got != "unknown_charge" {
		t.Errorf("after the release is listed %q", got)
	}
	must(s, s.serra, contract.ProposeTermination, contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."}})
	must(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
	s.Exec(`UPDATE private.provider_orders SET state = 'done', done_at = now() WHERE kind = 'refund'`)
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.differences(); got != "refund_missing, unknown_charge" {
		t.Errorf("listed is %q", got)
	}
}

// unknownPayment creates a payment that is known only at the institution.
func (s *scene) unknownPayment() {
	s.t.Helper()
	account := s.account()
	_, err := s.provider.Charge(s.t.Context(), psp.ChargeRequest{
		Reference: strings.Repeat("Z", 30), Value: money.Reais(50), Payer: psp.Payer{Name: "Outra", Document: "11222333000181", Email: "o@exemplo.test"},
		Receiver: account, Description: "Por fora", ExpiresAt: time.Now().Add(time.Hour),
	})
	s.must(err)
	s.drops.Store(true)
	s.cause(strings.Repeat("Z", 30), "paid")
	s.drops.Store(false)
}

// account is Marina's account at the institution.
func (s *scene) account() psp.Account {
	s.t.Helper()
	opened, err := s.provider.OpenReceiver(s.t.Context(), psp.Holder{Reference: "x", Name: "Marina", Email: "m@exemplo.test", Document: "52998224725"})
	s.must(err)
	return psp.Account{ID: opened.AccountID, Key: opened.APIKey}
}

// TestADistratoDividesThere checks that a termination has the same effect at the institution as
// here: a part is refunded and the rest is released.
func TestADistratoDividesThere(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.paid(s.parts[0])
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0]})
	ending := contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."}}
	ending.Settlement = []deal.Part{{MilestoneID: s.parts[0], ProfessionalPercent: 30}}
	must(s, s.serra, contract.ProposeTermination, ending)
	must(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
	s.work()
	s.expect("split 0, cancelled 0 | paid")
	if got := s.orders(); got != "refund done, release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 24300, fee 2700, outside:company -27000")
	balance, err := s.provider.Balance(t.Context(), s.account())
	s.must(err)
	if balance != 24300 {
		t.Errorf("the institution has %s for her", balance)
	}
	s.must(s.desk.Reconcile(s.Watch(t.Context())))
	if got := s.differences(); got != "" {
		t.Errorf("listed is %q", got)
	}
}
