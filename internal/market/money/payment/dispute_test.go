package payment_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

// oddPart is a milestone of R$ 333,33, whose fee of 10% is R$ 33,33.
const oddPart = `[{"title": "Montagem", "value": 333.33}, {"title": "Partida", "value": 1666.67}]`

// setupDispute is a scene whose first milestone, with odd centavos, is held and delivered.
func setupDispute(t *testing.T) (*scene, payment.Funding) {
	t.Helper()
	s := setup(t)
	s.contract, s.parts = s.agree(s.marina, 2000, oddPart)
	paid := s.paid(s.parts[0])
	s.deliver()
	return s, paid
}

func percent(value int64) *int64 { return &value }

// claim has Serra open a dispute that proposes a share for Marina.
func (s *scene) claim(share int64) uuid.UUID {
	s.t.Helper()
	return must(s, s.serra, dispute.Open, dispute.Opening{MilestoneID: s.parts[0], Reason: "O painel não liga.", ProfessionalPercent: percent(share)}).ID
}

func (s *scene) concede(id uuid.UUID) (dispute.Status, error) {
	return call(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Concede: true})
}

// tend does the work on disputes that is due at the time in a column plus a duration.
func (s *scene) tend(column string, after time.Duration) error {
	s.t.Helper()
	var at time.Time
	s.must(s.Pool.QueryRow(s.t.Context(), `SELECT `+column+` FROM public.disputes`).Scan(&at))
	return dispute.Tend(deal.WithSettler(s.Watch(s.t.Context()), s.desk.Settle), s.Pool, at.Add(after))
}

// judged takes a dispute to an administrator's decision.
func (s *scene) judged(id uuid.UUID, share int64) {
	s.t.Helper()
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga, falta energia."})
	must(s, s.serra, dispute.CallMediation, dispute.Call{DisputeID: id, Reason: "Não há acordo."})
	must(s, s.admin, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(share), Reason: "O vídeo mostra o painel."})
}

// settledThere compares the institution with the ledger.
func (s *scene) settledThere() {
	s.t.Helper()
	s.work()
	s.must(s.desk.Reconcile(s.Watch(s.t.Context())))
	if got := s.differences(); got != "" {
		s.t.Errorf("listed is %q", got)
	}
	has, err := s.provider.Balance(s.t.Context(), s.account())
	s.must(err)
	if want := s.Text(`SELECT coalesce(sum(balance_cents), 0)::text FROM private.ledger_balances WHERE account LIKE 'available:%'`); fmt.Sprint(int64(has)) != want {
		s.t.Errorf("the institution has %d centavos for her, the ledger %s", int64(has), want)
	}
}

// TestADisputeDividesWhatIsHeld checks that every way to end a dispute divides the money to the
// centavo and takes the fee of the part that is earned.
func TestADisputeDividesWhatIsHeld(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end                  func(s *scene, id uuid.UUID)
		share                int64
		became, charge, left string
	}{
		// 30% of 333.33 is 99.999, and the fee is 10% of 100.00.
		"BySplit": {func(s *scene, id uuid.UUID) {
			must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."})
			must(s, s.marina, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id})
		}, 30, "split", "paid", "available 9000, fee 1000, outside:company -10000"},
		"ByRefund": {func(s *scene, id uuid.UUID) { _, err := s.concede(id); s.must(err) }, 0, "refunded", "refunded", ""},
		"BySilence": {func(s *scene, _ uuid.UUID) {
			s.must(errors.Join(s.tend("answer_due_at", -day), s.tend("answer_due_at", 0), s.tend("answer_due_at", 0)))
		}, 70, "split", "paid", "available 21000, fee 2333, outside:company -23333"},
		"ByDecision": {func(s *scene, id uuid.UUID) {
			s.judged(id, 55)
			s.must(errors.Join(s.tend("appeal_until", 0), s.tend("appeal_until", day)))
		}, 0, "split", "paid", "available 16500, fee 1833, outside:company -18333"},
		"ByAppeal": {func(s *scene, id uuid.UUID) {
			s.judged(id, 0)
			must(s, s.marina, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "O vídeo é antigo."})
			davi := s.Member("admin", "Davi Rocha")
			must(s, davi, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(100), Reason: "É de outro painel."})
		}, 0, "released", "paid", "available 30000, fee 3333, outside:company -33333"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := setupDispute(t)
			id := s.claim(c.share)
			s.ledgerHas("held 33333, outside:company -33333")
			c.end(s, id)
			s.work()
			s.expect(c.became + " 0, planned 0 | " + c.charge)
			s.ledgerHas(c.left)
			s.settledThere()
		})
	}
}

// TestADecisionIsPostedOnce has both sides accept a decision while the deadline enforces it, all
// concurrently.
func TestADecisionIsPostedOnce(t *testing.T) {
	t.Parallel()
	s, _ := setupDispute(t)
	id := s.claim(0)
	s.judged(id, 55)
	var ending sync.WaitGroup
	for i := range 50 {
		ending.Go(func() {
			var err error
			switch i % 3 {
			case 0:
				_, err = call(s, s.serra, dispute.AcceptDecision, dispute.Reference{DisputeID: id})
			case 1:
				_, err = call(s, s.marina, dispute.AcceptDecision, dispute.Reference{DisputeID: id})
			default:
				err = s.tend("appeal_until", 0)
			}
			if code := markettest.Code(err); code != "" && code != "decision_accepted" && code != "dispute_not_decided" {
				t.Errorf("refused with %s", code)
			}
		})
	}
	ending.Wait()
	if got := s.Text(`SELECT string_agg(kind || ' ' || n, ', ' ORDER BY kind) FROM (SELECT kind, count(*) AS n FROM public.ledger_transfers GROUP BY 1) AS posted`); got != "guarantee 1, split 1" {
		t.Errorf("posted is %q", got)
	}
	s.ledgerHas("available 16500, fee 1833, outside:company -18333")
	s.settledThere()
}

// TestADisputeWaitsForTheBank checks that nobody can end the dispute while the payer's bank decides
// about a return, and that the scheduled work then does nothing and does not fail.
func TestADisputeWaitsForTheBank(t *testing.T) {
	t.Parallel()
	s, paid := setupDispute(t)
	id := s.claim(30)
	s.cause(paid.TxID, "contest")
	if _, err := s.concede(id); markettest.Code(err) != "payment_contested" {
		t.Errorf("conceded while contested: %v", err)
	}
	const month = 30 * day
	s.must(errors.Join(s.tend("answer_due_at", -day), s.tend("answer_due_at", month)))
	s.expect("disputed 33333, planned 0 | contested")
	s.ledgerHas("contested 33333, outside:company -33333")
	s.cause(paid.TxID, "contest_won")
	s.must(s.tend("answer_due_at", month))
	s.expect("split 0, planned 0 | paid")
	s.ledgerHas("available 9000, fee 1000, outside:company -10000")
	s.settledThere()
}

// TestWhatTheBankTookIsOwed checks that the dispute continues after the bank took the money. Its
// end creates a debt, which is paid in a second round of the same milestone.
func TestWhatTheBankTookIsOwed(t *testing.T) {
	t.Parallel()
	s, paid := setupDispute(t)
	id := s.claim(30)
	s.cause(paid.TxID, "contest")
	s.cause(paid.TxID, "contest_lost")
	s.expect("disputed 0, planned 0 | refunded")
	s.ledgerHas("")
	_, err := s.concede(id)
	s.must(err)
	s.expect("awaiting_payment 0, planned 0 | refunded")
	s.paid(s.parts[0])
	s.expect("released 0, planned 0 | refunded, paid")
	s.ledgerHas("available 9000, fee 1000, outside:company -10000")
	s.settledThere()
}

// TestALostHoldIsPaidAgain takes a milestone through everything a second time, including a refund.
// Each round has its own transfers.
func TestALostHoldIsPaidAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 2 {
		paid := s.paid(s.parts[0])
		s.ledgerHas("held 90000, outside:company -90000")
		s.cause(paid.TxID, "contest")
		s.cause(paid.TxID, "contest_lost")
		s.ledgerHas("")
	}
	s.expect("planned 0, planned 0 | refunded, refunded")
	s.paid(s.parts[0])
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "A obra foi adiada por um ano."})
	s.work()
	s.expect("refunded 0, cancelled 0 | refunded, refunded, refunded")
	s.ledgerHas("")
	s.settledThere()
}

// TestAWithdrawnDisputeFindsItsHoldGone checks that the milestone has to be paid again.
func TestAWithdrawnDisputeFindsItsHoldGone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	paid := s.paid(s.parts[0])
	id := s.claim(0)
	s.cause(paid.TxID, "refund")
	s.expect("disputed 0, planned 0 | refunded")
	must(s, s.serra, dispute.Withdraw, dispute.Reference{DisputeID: id})
	s.expect("planned 0, planned 0 | refunded")
	s.paid(s.parts[0])
	s.deliver()
	must(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
	s.settledThere()
}
