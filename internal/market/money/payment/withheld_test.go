package payment_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/money/withholding"
)

// withheld has Serra withhold 5% of ISS and 11% of INSS from the first milestone, R$ 45,00 and R$
// 99,00, and Marina accept.
func (s *scene) withheld() {
	s.t.Helper()
	must(s, s.serra, withholding.Record, withholding.Declaration{MilestoneID: s.parts[0], Lines: []withholding.Line{
		{Tax: "iss", Base: 90000, Rate: 5_00}, {Tax: "inss", Base: 90000, Rate: 11_00}}})
	must(s, s.marina, withholding.Answer, withholding.Reply{MilestoneID: s.parts[0], Accept: true})
}

func (s *scene) reconciled() {
	s.t.Helper()
	if err := s.desk.Reconcile(s.Watch(s.t.Context())); err != nil {
		s.t.Fatal(err)
	}
	if got := s.differences(); got != "" {
		s.t.Errorf("the institution says otherwise: %s", got)
	}
}

// taxed is a released milestone from which two taxes are withheld.
func taxed(t *testing.T) (*scene, payment.Funding) {
	t.Helper()
	s := setup(t)
	s.withheld()
	f := s.paid(s.parts[0])
	s.deliver()
	if code := s.approve(); code != "" {
		t.Fatal(code)
	}
	s.work()
	return s, f
}

// tax returns the proof record of a withheld tax.
func (s *scene) tax(name string) uuid.UUID {
	s.t.Helper()
	return s.ID(`SELECT id FROM public.withholding_proofs WHERE tax = $1`, name)
}

// paper is a PDF that Serra attached to the first milestone.
func (s *scene) paper(name string) uuid.UUID {
	s.t.Helper()
	return s.ID(`
		INSERT INTO public.deal_files (contract_id, milestone_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		VALUES ($1, $2, 'receipt', $3, 'application/pdf', 9, repeat('a', 64), 1, $4, 'papel/' || $3) RETURNING id`, s.contract, s.parts[0], name, s.serra)
}

func (s *scene) prove(who uuid.UUID, proof withholding.Proof) string {
	_, err := call(s, who, withholding.Prove, proof)
	return markettest.Code(err)
}

func (s *scene) accept(who, id uuid.UUID, round int) string {
	_, err := call(s, who, withholding.Accept(s.desk.ReturnWithheld), withholding.ProofAcceptance{ProofID: id, Round: round})
	return markettest.Code(err)
}

func (s *scene) contest(who, id uuid.UUID, round int) string {
	_, err := call(s, who, withholding.Contest, withholding.ProofContest{ProofID: id, Round: round, Reason: "A guia é de outra empresa."})
	return markettest.Code(err)
}

func (s *scene) rule(who, id uuid.UUID, outcome string) string {
	_, err := call(s, who, withholding.Decide(s.desk.ReturnWithheld), withholding.ProofDecision{ProofID: id, Outcome: outcome, Reason: "Conferi a guia no portal."})
	return markettest.Code(err)
}

// shows has Serra submit the proof of a tax of the first milestone, and fails the test if it is
// refused.
func (s *scene) shows(name string, paper uuid.UUID) uuid.UUID {
	s.t.Helper()
	id := s.tax(name)
	if code := s.prove(s.serra, withholding.Proof{ProofID: id, Reference: "85810000001-4 " + name, FileID: paper}); code != "" {
		s.t.Fatal(code)
	}
	return id
}

// mediated has both proofs of a tax contested.
func (s *scene) mediated(name string, paper uuid.UUID) uuid.UUID {
	s.t.Helper()
	for round := 1; round <= 2; round++ {
		if code := s.contest(s.marina, s.shows(name, paper), round); code != "" {
			s.t.Fatal(code)
		}
	}
	return s.tax(name)
}

// atOnce takes the same step twenty times concurrently, and counts how often it is done and
// refused.
func (s *scene) atOnce(refusal string, step func() string) (done, refused int64) {
	s.t.Helper()
	var running sync.WaitGroup
	var taken, over atomic.Int64
	for range 20 {
		running.Go(func() {
			switch code := step(); code {
			case "":
				taken.Add(1)
			case refusal:
				over.Add(1)
			default:
				s.t.Errorf("in parallel: %q", code)
			}
		})
	}
	running.Wait()
	return taken.Load(), over.Load()
}

// taxes returns the state of each withheld tax.
func (s *scene) taxes() string {
	return s.Text(`SELECT string_agg(concat_ws(' ', tax, value, status), ', ' ORDER BY tax) FROM public.withholding_proofs`)
}

func (s *scene) tendTaxes(days int) {
	s.t.Helper()
	s.must(withholding.Tend(s.Watch(s.t.Context()), s.Pool, time.Now().AddDate(0, 0, days), s.desk.ReturnWithheld))
}

// TestTheNetIsReleased checks that the taxes stay held until the professional accepts the proof
// that the company paid them, and then return to the company. The fee is taken from the gross
// value. Both sides see an entry in their statements.
func TestTheNetIsReleased(t *testing.T) {
	t.Parallel()
	s, f := taxed(t)
	s.expect("released 0, planned 0 | paid")
	if got := s.orders(); got != "release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 66600, fee 9000, held 14400, outside:company -90000")
	s.reconciled()
	if got := s.Text(`SELECT string_agg(concat_ws(' ', tax, settled), ', ' ORDER BY tax) FROM public.withholdings`); got != "inss 99.00, iss 45.00" {
		t.Errorf("settled is %q", got)
	}
	read := `SELECT string_agg(concat_ws(' ', kind, value), ', ' ORDER BY at, id) FROM public.statement`
	if got := s.Seen(s.marina, read); got != "release 900.00, fee -90.00, withheld -144.00" {
		t.Errorf("Marina reads %q", got)
	}
	if got := s.Seen(s.serra, read); got != "guarantee -900.00" {
		t.Errorf("Serra reads %q", got)
	}
	receiptRead := `SELECT string_agg(concat_ws(' ', number, base, fee), ', ') FROM public.fee_receipts`
	if got := s.Seen(s.marina, receiptRead); got != "1 900.00 90.00" {
		t.Errorf("her receipt is %q", got)
	}
	paper := s.paper("darf.pdf")
	for _, name := range []string{"iss", "inss"} {
		s.shows(name, paper)
	}
	s.work()
	if got := s.orders(); got != "release done" {
		t.Errorf("a proof alone ordered %q", got)
	}
	s.ledgerHas("available 66600, fee 9000, held 14400, outside:company -90000")
	for _, name := range []string{"iss", "inss"} {
		if code := s.accept(s.marina, s.tax(name), 1); code != "" {
			t.Fatal(code)
		}
	}
	s.work()
	if got := s.orders(); got != "refund done, refund done, release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 66600, fee 9000, outside:company -75600")
	s.reconciled()
	if got := s.taxes(); got != "inss 99.00 proved, iss 45.00 proved" {
		t.Errorf("the taxes stand at %q", got)
	}
	if got := s.Seen(s.serra, read); got != "guarantee -900.00, withheld 45.00, withheld 99.00" {
		t.Errorf("Serra reads %q", got)
	}
	// Both can read the proof, and the history keeps who submitted it.
	for _, who := range []uuid.UUID{s.serra, s.marina} {
		if got := s.Seen(who, `SELECT r.reference || ' ' || f.name FROM public.withholding_proofs p JOIN public.withholding_proof_rounds r ON r.proof_id = p.id JOIN public.deal_files f ON f.id = r.file_id WHERE p.tax = 'iss'`); got != "85810000001-4 iss darf.pdf" {
			t.Errorf("the proof reads %q", got)
		}
	}
	if got := s.Text(`SELECT string_agg(reason, '; ' ORDER BY created_at) FROM public.contract_events WHERE action = 'prove_withheld' AND actor_id = $1`, s.serra); got != "ISS, R$ 45,00, comprovante 85810000001-4 iss; INSS, R$ 99,00, comprovante 85810000001-4 inss" {
		t.Errorf("the history reads %q", got)
	}
	// The payer's bank asks for what is left at the institution.
	s.becomes(f.TxID, "contest", "contested 75600, fee 9000, outside:company -75600, owed -9000")
	s.becomes(f.TxID, "contest_lost", "fee 9000, owed -9000")
}

// TestWhoMayProveAWithheldTax also checks with what and how often.
func TestWhoMayProveAWithheldTax(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	whole := withholding.Proof{ProofID: s.tax("iss"), Reference: "858100000014", FileID: s.paper("guia.pdf")}
	buyer := s.Colleague(s.serra, "engineer", "Otávio Leal")
	other := s.ID(`
		INSERT INTO public.deal_files (contract_id, milestone_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		VALUES ($1, $2, 'receipt', 'foto.png', 'image/png', 9, repeat('a', 64), 1, $3, 'foto.png') RETURNING id`, s.contract, s.parts[0], s.serra)
	foreign := s.ID(`
		INSERT INTO public.deal_files (contract_id, milestone_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		VALUES ($1, $2, 'receipt', 'outro.pdf', 'application/pdf', 9, repeat('a', 64), 1, $3, 'outro.pdf') RETURNING id`, s.contract, s.parts[1], s.serra)
	with := func(change func(*withholding.Proof)) withholding.Proof {
		in := whole
		change(&in)
		return in
	}
	for fact, c := range map[string]struct {
		who   uuid.UUID
		proof withholding.Proof
		want  string
	}{
		"the professional":     {s.marina, whole, "not_your_step"},
		"a stranger":           {s.Member("company", "Vale Verde"), whole, "withheld_not_found"},
		"an engineer":          {buyer, whole, "right_missing"},
		"of nothing":           {s.serra, with(func(p *withholding.Proof) { p.ProofID = uuid.New() }), "withheld_not_found"},
		"without a number":     {s.serra, with(func(p *withholding.Proof) { p.Reference = " - " }), "withheld_reference_wrong"},
		"without a paper":      {s.serra, with(func(p *withholding.Proof) { p.FileID = uuid.Nil }), "withheld_paper_missing"},
		"a picture":            {s.serra, with(func(p *withholding.Proof) { p.FileID = other }), "withheld_paper_missing"},
		"of another milestone": {s.serra, with(func(p *withholding.Proof) { p.FileID = foreign }), "withheld_paper_missing"},
		"with other letters":   {s.serra, with(func(p *withholding.Proof) { p.Reference = "ção" }), "withheld_reference_wrong"},
	} {
		if code := s.prove(c.who, c.proof); code != c.want {
			t.Errorf("%s: %q, want %q", fact, code, c.want)
		}
	}
	if _, err := call(s, s.marina, withholding.ConfirmPaid, withholding.ProofReference{ProofID: whole.ProofID}); markettest.Code(err) != "withheld_not_owed" {
		t.Errorf("confirmed before it is owed: %v", err)
	}
	if done, refused := s.atOnce("withheld_over", func() string { return s.prove(s.serra, whole) }); done != 1 || refused != 19 {
		t.Errorf("%d gave it, %d were refused", done, refused)
	}
	if done, refused := s.atOnce("withheld_not_shown", func() string { return s.accept(s.marina, whole.ProofID, 1) }); done != 1 || refused != 19 {
		t.Errorf("%d accepted it, %d were refused", done, refused)
	}
	s.work()
	s.ledgerHas("available 66600, fee 9000, held 9900, outside:company -85500")
	s.reconciled()
}

// TestWithoutAProofItIsTheProfessionals checks that the tax goes to the professional at its
// deadline and not before. If a proof comes at the same time, the money moves only once.
func TestWithoutAProofItIsTheProfessionals(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	if got := s.Text(`SELECT (due_at = private.end_of(private.market_day(created_at) + 60))::text FROM public.withholding_proofs WHERE tax = 'iss'`); got != "true" {
		t.Errorf("due at its date: %s", got)
	}
	asked := s.Text(`SELECT 'Envie o comprovante dos tributos retidos até ' || to_char(min(due_at) AT TIME ZONE 'America/Sao_Paulo', 'DD/MM/YYYY') || ', 23h59' FROM public.withholding_proofs`)
	if got := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND strpos(body, $2) > 0`, s.serra, asked); got != "1" {
		t.Errorf("asked %s times: %s", got, asked)
	}
	if got := s.Seen(s.serra, `SELECT string_agg(kind || ' ' || value_cents, ', ') FROM public.my_turn($1) WHERE kind LIKE '%withheld'`, s.serra); got != "prove_withheld 14400" {
		t.Errorf("it waits for %q", got)
	}
	s.tendTaxes(50)
	s.tendTaxes(55)
	if got := s.Text(`SELECT count(*)::text FROM public.withholding_proofs WHERE reminded_at IS NOT NULL`); got != "2" {
		t.Errorf("reminded of %s", got)
	}
	s.ledgerHas("available 66600, fee 9000, held 14400, outside:company -90000")
	proof := withholding.Proof{ProofID: s.tax("iss"), Reference: "858100000014", FileID: s.paper("guia.pdf")}
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() { s.prove(s.serra, proof) })
		running.Go(func() { s.tendTaxes(62) })
	}
	running.Wait()
	s.work()
	switch got := s.taxes(); got {
	// A concurrent round may already have sent the reminder to answer.
	case "inss 99.00 released, iss 45.00 shown":
		s.ledgerHas("available 76500, fee 9000, held 4500, outside:company -90000")
	case "inss 99.00 released, iss 45.00 released":
		s.ledgerHas("available 81000, fee 9000, outside:company -90000")
	default:
		t.Errorf("the taxes stand at %q", got)
	}
	if code := s.prove(s.serra, withholding.Proof{ProofID: s.tax("inss"), Reference: "858100000014", FileID: proof.FileID}); code != "withheld_over" {
		t.Errorf("proved after its end: %q", code)
	}
	s.reconciled()
}

// TestSilenceReturnsWhatIsProved checks that a proof that is not answered by its deadline is
// accepted. If an answer comes at the same time, the money moves only once.
func TestSilenceReturnsWhatIsProved(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	paper := s.paper("guia.pdf")
	iss := s.shows("iss", paper)
	s.shows("inss", paper)
	s.tendTaxes(8)
	s.ledgerHas("available 66600, fee 9000, held 14400, outside:company -90000")
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() { s.accept(s.marina, iss, 1) })
		running.Go(func() { s.tendTaxes(12) })
	}
	running.Wait()
	s.work()
	if got := s.taxes(); got != "inss 99.00 proved, iss 45.00 proved" {
		t.Errorf("the taxes stand at %q", got)
	}
	s.ledgerHas("available 66600, fee 9000, outside:company -75600")
	if got := s.orders(); got != "refund done, refund done, release done" {
		t.Errorf("ordered is %q", got)
	}
	s.reconciled()
}

// TestAFalseProofTakesNothing checks contested proofs. After a first contest without another proof,
// the tax goes to the professional; after a second contest, an administrator decides. An
// administrator who accepts the proof gives the tax to the company.
func TestAFalseProofTakesNothing(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	paper := s.paper("guia.pdf")
	iss := s.shows("iss", paper)
	if done, refused := s.atOnce("withheld_not_shown", func() string { return s.contest(s.marina, iss, 1) }); done != 1 || refused != 19 {
		t.Errorf("%d contested it, %d were refused", done, refused)
	}
	inss := s.mediated("inss", paper)
	s.work()
	s.ledgerHas("available 66600, fee 9000, held 14400, outside:company -90000")
	s.tendTaxes(62)
	if got := s.taxes(); got != "inss 99.00 mediation, iss 45.00 released" {
		t.Errorf("the taxes stand at %q", got)
	}
	if done, refused := s.atOnce("withheld_not_in_mediation", func() string { return s.rule(s.admin, inss, "unproved") }); done != 1 || refused != 19 {
		t.Errorf("%d decided it, %d were refused", done, refused)
	}
	s.work()
	if got := s.taxes(); got != "inss 99.00 released, iss 45.00 released" {
		t.Errorf("the taxes stand at %q", got)
	}
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
	s.reconciled()
	if got := s.Text(`SELECT string_agg(concat_ws(' ', action, details ->> 'status'), ', ') FROM public.audit_log WHERE actor_id = $1 AND action = 'decide_withheld'`, s.admin); got != "decide_withheld released" {
		t.Errorf("the log says %q", got)
	}
}

func TestAnAdministratorMayUpholdAProof(t *testing.T) {
	t.Parallel()
	s, _ := taxed(t)
	paper := s.paper("guia.pdf")
	for _, name := range []string{"iss", "inss"} {
		if code := s.rule(s.admin, s.mediated(name, paper), "proved"); code != "" {
			t.Fatal(code)
		}
	}
	s.work()
	s.ledgerHas("available 66600, fee 9000, outside:company -75600")
	s.reconciled()
	// An administrator who decides can read this document, and no other of the contract.
	if got := s.Seen(s.admin, `SELECT string_agg(name, ', ') FROM public.deal_files`); got != "guia.pdf" {
		t.Errorf("the administrator reads %q", got)
	}
}

// TestAPartHasItsPartOfTheTaxes releases half of a milestone. Half of the taxes are withheld, the
// fee is that of the half, and the rest returns to the company.
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
	// 450.00, of which 45.00 is the fee, and 22.50 of ISS and 49.50 of INSS stay held.
	s.ledgerHas("available 33300, fee 4500, held 7200, outside:company -45000")
	s.reconciled()
	if got := s.Text(`SELECT expected::text FROM public.invoices`); got != "450.00" {
		t.Errorf("the amount to invoice is %s", got)
	}
}

// TestSilenceTakesNothingAboveTheLaw has ISS, INSS and 27.5% of income tax withheld from a person
// who owes no income tax. The gross value is released.
func TestSilenceTakesNothingAboveTheLaw(t *testing.T) {
	t.Parallel()
	s := setup(t)
	line := func(tax string, rate withholding.Rate) withholding.Line {
		return withholding.Line{Tax: tax, Base: 90000, Rate: rate}
	}
	must(s, s.serra, withholding.Record, withholding.Declaration{MilestoneID: s.parts[0], Grounds: withholding.Grounds{ISSItem: "7.02"},
		Lines: []withholding.Line{line("iss", 5_00), line("inss", 11_00), line("irrf", 27_50)}})
	for _, days := range []int{15, 20, 25} {
		s.tendTaxes(days)
	}
	s.paid(s.parts[0])
	s.deliver()
	if code := s.approve(); code != "" {
		t.Fatal(code)
	}
	s.work()
	if got := s.orders(); got != "release done" {
		t.Errorf("ordered is %q", got)
	}
	s.ledgerHas("available 81000, fee 9000, outside:company -90000")
	s.reconciled()
}
