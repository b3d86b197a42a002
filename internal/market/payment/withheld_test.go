package payment_test

import (
	"testing"

	"automacao/internal/market/contract"
	"automacao/internal/market/deal"
	"automacao/internal/market/withholding"
)

// withheld has Serra keep 5 % of ISS and 11 % of INSS of the first milestone,
// R$ 45,00 and R$ 99,00, and Marina agree.
func (s *scene) withheld() {
	s.t.Helper()
	must(s, s.serra, withholding.Write, withholding.Record{MilestoneID: s.parts[0], Lines: []withholding.Line{
		{Tax: "iss", Base: 90000, Rate: 5_00}, {Tax: "inss", Base: 90000, Rate: 11_00}}})
	must(s, s.marina, withholding.Reply, withholding.Answer{MilestoneID: s.parts[0], Accept: true})
}

func (s *scene) reconciled() {
	s.t.Helper()
	if err := s.desk.Reconcile(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	if got := s.differences(); got != "" {
		s.t.Errorf("the institution says otherwise: %s", got)
	}
}

// TestTheNetIsReleased: the taxes return to the company that pays them, the fee
// is of the gross, and both read a line of it.
func TestTheNetIsReleased(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.withheld()
	f := s.paid(s.parts[0])
	s.deliver()
	if code := s.approve(); code != "" {
		t.Fatal(code)
	}
	s.work()
	s.expect("released 0, planned 0 | paid")
	if got := s.orders(); got != "refund done, release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 66600, fee 9000, outside:company -75600")
	s.reconciled()
	if got := s.Text(`SELECT string_agg(concat_ws(' ', tax, settled), ', ' ORDER BY tax) FROM public.withholdings`); got != "inss 99.00, iss 45.00" {
		t.Errorf("settled is %q", got)
	}
	read := `SELECT string_agg(concat_ws(' ', kind, value), ', ' ORDER BY at, id) FROM public.statement`
	if got := s.Seen(s.marina, read); got != "release 900.00, fee -90.00, withheld -144.00" {
		t.Errorf("Marina reads %q", got)
	}
	if got := s.Seen(s.serra, read); got != "guarantee -900.00, withheld 144.00" {
		t.Errorf("Serra reads %q", got)
	}
	receiptRead := `SELECT string_agg(concat_ws(' ', number, base, fee), ', ') FROM public.fee_receipts`
	if got := s.Seen(s.marina, receiptRead); got != "1 900.00 90.00" {
		t.Errorf("her receipt is %q", got)
	}
	// What the payer's bank asks back is what is left there.
	s.becomes(f.TxID, "contest", "contested 75600, fee 9000, outside:company -75600, owed -9000")
	s.becomes(f.TxID, "contest_lost", "fee 9000, owed -9000")
}

// becomes waits until an event has done its work: what was told of the refund
// may come in between.
func (s *scene) becomes(txid, event, want string) {
	s.t.Helper()
	s.cause(txid, event)
	s.await(event, func() bool {
		s.work()
		return s.balances() == want
	})
	s.verify()
}

// TestAPartHasItsPartOfTheTaxes: of half the milestone half of them, the fee of
// that half, and one refund of both.
func TestAPartHasItsPartOfTheTaxes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.withheld()
	s.paid(s.parts[0])
	about := contract.Reference{ContractID: s.contract}
	must(s, s.marina, contract.Start, about)
	must(s, s.serra, contract.ProposeTermination, contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "A obra parou."}, Settlement: []deal.Part{{MilestoneID: s.parts[0], ProfessionalPercent: 50}}})
	must(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
	s.work()
	if got := s.orders(); got != "refund done, release done" {
		t.Errorf("ordered is %q", got)
	}
	// 450.00 of which 45.00 is the fee, 22.50 ISS and 49.50 INSS.
	s.ledgerHas("available 33300, fee 4500, outside:company -37800")
	s.reconciled()
	if got := s.Text(`SELECT expected::text FROM public.invoices`); got != "450.00" {
		t.Errorf("to be invoiced is %s", got)
	}
}
