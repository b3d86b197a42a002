package payment_test

import (
	"testing"

	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
)

func (s *scene) deliver() {
	s.t.Helper()
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0]})
}

func (s *scene) approve() string {
	_, err := call(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
	return markettest.Code(err)
}

// TestWhatIsContestedIsNotReleased checks that nothing is released until the institution rejects
// the contest.
func TestWhatIsContestedIsNotReleased(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.paid(s.parts[0])
	s.deliver()
	s.cause(f.TxID, "contest")
	s.expect("delivered 90000, planned 0 | contested")
	s.ledgerHas("contested 90000, outside:company -90000")
	if code := s.approve(); code != "payment_contested" {
		t.Errorf("approved while contested: %q", code)
	}
	s.cause(f.TxID, "contest_won")
	s.ledgerHas("held 90000, outside:company -90000")
	if code := s.approve(); code != "" {
		t.Errorf("refused: %s", code)
	}
	s.work()
	s.expect("released 0, planned 0 | paid")
}

// TestALostContestGivesBack checks that the payment is returned, and that delivered work can still
// be accepted and is then owed.
func TestALostContestGivesBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.paid(s.parts[0])
	s.deliver()
	s.cause(f.TxID, "contest")
	s.cause(f.TxID, "contest_lost")
	s.expect("delivered 0, planned 0 | refunded")
	s.ledgerHas("")
	if code := s.approve(); code != "" {
		t.Errorf("refused: %s", code)
	}
	s.expect("awaiting_payment 0, planned 0 | refunded")
	if got := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1`, s.admin); got == "0" {
		t.Error("no administrator was told")
	}
}

// TestAContestAfterTheRelease checks that the value is deducted from the professional's balance.
func TestAContestAfterTheRelease(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.paid(s.parts[0])
	s.deliver()
	if code := s.approve(); code != "" {
		t.Fatal(code)
	}
	s.work()
	s.cause(f.TxID, "contest")
	s.ledgerHas("contested 90000, fee 9000, outside:company -90000, owed -9000")
	s.cause(f.TxID, "contest_won")
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
}

// TestARefundAfterTheRelease checks that a refund that nobody ordered is deducted from the
// professional's balance, as a lost contest is, and that the rest is owed. It is listed until the
// next comparison finds both sides equal.
func TestARefundAfterTheRelease(t *testing.T) {
	t.Parallel()
	s := setup(t)
	f := s.paid(s.parts[0])
	s.deliver()
	if code := s.approve(); code != "" {
		t.Fatal(code)
	}
	s.work()
	s.cause(f.TxID, "refund")
	s.ledgerHas("fee 9000, owed -9000")
	if got := s.differences(); got != "refund_unordered" {
		t.Errorf("listed is %q", got)
	}
	for range 2 {
		s.must(s.desk.Reconcile(s.Watch(t.Context())))
	}
	s.ledgerHas("fee 9000, owed -9000")
	if got := s.differences(); got != "" {
		t.Errorf("still listed is %q", got)
	}
	s.expect("released 0, planned 0 | refunded")
}
