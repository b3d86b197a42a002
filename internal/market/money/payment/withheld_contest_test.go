package payment_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/payment"
)

// TestNothingWithheldMovesWhileItIsContested checks that no answer, silence or decision moves a
// withheld tax while the payer's bank contests the payment. The bank has priority.
func TestNothingWithheldMovesWhileItIsContested(t *testing.T) {
	t.Parallel()
	s, f := taxed(t)
	paper := s.paper("guia.pdf")
	inss := s.mediated("inss", paper)
	s.becomes(f.TxID, "contest", "contested 90000, fee 9000, outside:company -90000, owed -9000")
	iss := s.shows("iss", paper)
	if code := s.accept(s.marina, iss, 1); code != "withheld_not_movable" {
		t.Errorf("accepted: %q", code)
	}
	for _, outcome := range []string{"proved", "unproved"} {
		if code := s.rule(s.admin, inss, outcome); code != "withheld_not_movable" {
			t.Errorf("decided %s: %q", outcome, code)
		}
	}
	for _, days := range []int{8, 62} {
		s.tendTaxes(days)
	}
	if got := s.taxes(); got != "inss 99.00 mediation, iss 45.00 shown" {
		t.Errorf("the taxes stand at %q", got)
	}
	// A contest of the proof moves no money.
	s.Exec(`UPDATE public.withholding_proofs SET answer_until = now() + interval '1 day' WHERE id = $1`, iss)
	if code := s.contest(s.marina, iss, 1); code != "" {
		t.Errorf("contested: %q", code)
	}
	s.tendTaxes(120)
	if got := s.taxes(); got != "inss 99.00 mediation, iss 45.00 contested" {
		t.Errorf("the taxes stand at %q", got)
	}
	s.becomes(f.TxID, "contest_lost", "fee 9000, owed -9000")
	if got := s.taxes(); got != "inss 99.00 lost, iss 45.00 lost" {
		t.Errorf("the taxes stand at %q", got)
	}
	if code := s.rule(s.admin, inss, "unproved"); code != "withheld_not_in_mediation" {
		t.Errorf("decided: %q", code)
	}
}

// TestTheBankTakesAProofThatWaitsForItsAnswer checks that the bank takes the tax back with the rest
// of the payment.
func TestTheBankTakesAProofThatWaitsForItsAnswer(t *testing.T) {
	t.Parallel()
	s, f := taxed(t)
	s.shows("iss", s.paper("guia.pdf"))
	s.becomes(f.TxID, "contest", "contested 90000, fee 9000, outside:company -90000, owed -9000")
	s.becomes(f.TxID, "contest_lost", "fee 9000, owed -9000")
	if got := s.taxes(); got != "inss 99.00 lost, iss 45.00 lost" {
		t.Errorf("the taxes stand at %q", got)
	}
}

// TestAContestCountsOnceWhatWentBack checks that a tax that was proved before the contest already
// belongs to the payer, whether its refund was done or only ordered when the bank took the rest.
func TestAContestCountsOnceWhatWentBack(t *testing.T) {
	t.Parallel()
	proved := func(t *testing.T) (*scene, payment.Funding) {
		t.Helper()
		s, f := taxed(t)
		iss := s.shows("iss", s.paper("guia.pdf"))
		s.drops.Store(true)
		t.Cleanup(func() { s.drops.Store(false) })
		if code := s.accept(s.marina, iss, 1); code != "" {
			t.Fatal(code)
		}
		return s, f
	}
	t.Run("done, and told of the end alone", func(t *testing.T) {
		t.Parallel()
		s, f := proved(t)
		s.await("the refund", func() bool { s.work(); return s.undone() == "0" })
		s.cause(f.TxID, "contest")
		s.cause(f.TxID, "contest_lost")
		s.must(s.desk.Reconcile(s.Watch(t.Context())))
		s.ledgerHas("fee 9000, owed -9000")
		s.takenOnce()
	})
	t.Run("ordered", func(t *testing.T) {
		t.Parallel()
		s, f := proved(t)
		s.cause(f.TxID, "contest")
		s.drops.Store(false)
		s.cause(f.TxID, "contest_lost")
		s.await("the end", func() bool { s.work(); return s.balances() == "fee 9000, owed -9000" && s.undone() == "0" })
		s.verify()
		s.takenOnce()
	})
	t.Run("ordered, and the payment stands", func(t *testing.T) {
		t.Parallel()
		s, f := proved(t)
		s.Exec(`UPDATE private.provider_orders SET next_at = now() + interval '1 hour' WHERE state = 'waiting'`)
		s.drops.Store(false)
		s.becomes(f.TxID, "contest", "contested 85500, fee 9000, outside:company -85500, owed -9000")
		s.Exec(`UPDATE private.provider_orders SET next_at = now() WHERE state = 'waiting'`)
		s.await("the refusal", func() bool {
			s.work()
			return s.Text(`SELECT count(*)::text FROM private.provider_orders WHERE state = 'failed'`) == "1"
		})
		s.cause(f.TxID, "contest_won")
		s.await("the refund", func() bool { s.work(); return s.undone() == "0" })
		s.ledgerHas("available 66600, fee 9000, held 9900, outside:company -85500")
	})
}

// undone counts the institution's pending orders.
func (s *scene) undone() string {
	return s.Text(`SELECT count(*)::text FROM private.provider_orders WHERE state <> 'done'`)
}

func (s *scene) takenOnce() {
	s.t.Helper()
	if got := s.taxes(); got != "inss 99.00 lost, iss 45.00 proved" {
		s.t.Errorf("the taxes stand at %q", got)
	}
}

// TestWhatIsReleasedLaterMakesGoodWhatIsOwed checks that the debt is settled before any of the
// money can be paid out.
func TestWhatIsReleasedLaterMakesGoodWhatIsOwed(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	owe := ledger.Contest{ID: uuid.New(), Deal: ledger.Deal{ContractID: s.contract, MilestoneID: s.parts[1], CompanyID: s.serra, ProfessionalID: s.marina}}
	lose := func(ctx context.Context, tx pgx.Tx, value money.Money) (struct{}, error) {
		return struct{}{}, errors.Join(ledger.ContestReleased(ctx, tx, owe, value), ledger.ReturnContest(ctx, tx, owe, value))
	}
	must(s, s.marina, lose, 76600)
	s.ledgerHas("fee 9000, held 14400, outside:company -13400, owed -10000")
	s.tendTaxes(55)
	s.tendTaxes(62)
	s.ledgerHas("available 4400, fee 9000, outside:company -13400")
}

// TestAReceiverIsKeptForWhatIsHeld checks that an account is kept until every withheld tax has
// ended.
func TestAReceiverIsKeptForWhatIsHeld(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	s.shows("inss", s.paper("guia.pdf"))
	s.Exec(`UPDATE public.withholding_proofs SET status = 'lost', ended_at = now() WHERE tax = 'iss'`)
	s.Exec(`UPDATE public.profiles SET removed_at = now() WHERE id = $1`, s.marina)
	s.must(s.desk.Tend(s.Watch(t.Context())))
	if got := s.Text(`SELECT count(*)::text FROM private.receiver_accounts WHERE party_id = $1`, s.marina); got != "1" {
		t.Errorf("%s accounts are left", got)
	}
}

// becomes waits until an event had its effect. Events about the refund may come in between.
func (s *scene) becomes(txid, event, want string) {
	s.t.Helper()
	s.cause(txid, event)
	s.await(event, func() bool {
		s.work()
		return s.balances() == want
	})
	s.verify()
}
