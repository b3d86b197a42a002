package settlement_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/settlement"
)

const pix = "E12345678202611201530abcDEF12345"

// proven is a payment made today, with its Pix id.
func (s scene) proven() settlement.Payment {
	said := s.paid(0)
	said.EndToEndID = pix
	return said
}

// contest declares a payment and contests it once.
func (s scene) contest(said settlement.Payment) {
	s.t.Helper()
	out, err := markettest.Call(s.Stage, s.serra, settlement.Record, said)
	if err != nil {
		s.t.Fatal(err)
	}
	must(s, s.marina, settlement.Contest, settlement.Refusal{PaymentID: out.ID, Reason: "Não caiu"})
}

// quarrel returns the dispute over a payment that was contested twice.
func (s scene) quarrel() uuid.UUID {
	s.t.Helper()
	s.contest(s.paid(0))
	s.contest(s.proven())
	return s.dispute()
}

func (s scene) dispute() uuid.UUID {
	s.t.Helper()
	return s.ID(`SELECT id FROM public.disputes WHERE ended_at IS NULL`)
}

func (s scene) owedSince() string {
	return s.Text(`SELECT concat_ws(' ', m.status, private.market_day() - m.owed_due_on, c.status) FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE m.id = $1`, s.milestone)
}

func zero() *int64 { return new(int64) }

func TestWhatIsContestedTwiceIsADispute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.contest(s.paid(0))
	if code := take(s, s.serra, settlement.Record, s.paid(0)); code != "payment_proof_required" {
		t.Errorf("said again without a proof: %q", code)
	}
	wrong := s.proven()
	wrong.EndToEndID = "12345"
	if code := take(s, s.serra, settlement.Record, wrong); code != "end_to_end_wrong" {
		t.Errorf("with no Pix: %q", code)
	}
	if code := take(s, s.serra, dispute.Open, dispute.Opening{MilestoneID: s.milestone, Reason: "Pago", ProfessionalPercent: zero()}); code != "milestone_owed" {
		t.Errorf("the company disputes what it owes: %q", code)
	}
	s.contest(s.proven())
	if got := s.Text(`SELECT concat_ws(' ', status, opened_by, professional_percent, milestone_status, value) FROM public.disputes`); got != "open professional 100 awaiting_payment 48500.00" {
		t.Errorf("the dispute is %s", got)
	}
	shown := s.Text(`SELECT concat_ws('|', jsonb_array_length(evidence), evidence -> 1 ->> 'text') FROM public.dispute_entries`)
	if !strings.HasPrefix(shown, "2|Pagamento de R$ 48.500,00, informado para ") || !strings.HasSuffix(shown, ", Pix "+pix+". Contestado: Não caiu") {
		t.Errorf("it begins with %s", shown)
	}
	if got := s.owedSince(); got != "disputed -10 completed" {
		t.Errorf("meanwhile it is %s", got)
	}
	if got := s.Seen(uuid.Nil, `SELECT concat_ws(' ', contracts_completed, contracts_in_dispute) FROM public.track_records(ARRAY[$1::uuid])`, s.serra); got != "1 1" {
		t.Errorf("the company's figures say %s", got)
	}
	d := dispute.Reference{DisputeID: s.dispute()}
	must(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: d.DisputeID, Statement: "Segue o comprovante"})
	must(s, s.serra, dispute.ProposeSplit, dispute.Split{DisputeID: d.DisputeID, ProfessionalPercent: zero()})
	must(s, s.marina, dispute.AcceptSplit, dispute.Acceptance{DisputeID: d.DisputeID})
	s.expect("contested upheld released t")
}

func TestAClaimOfMoneyTakenBackSaysItWasReceived(t *testing.T) {
	t.Parallel()
	s := setup(t)
	d := dispute.Reference{DisputeID: s.quarrel()}
	if code := take(s, s.serra, dispute.Withdraw, d); code != "others_dispute" {
		t.Errorf("by the company: %q", code)
	}
	must(s, s.marina, dispute.Withdraw, d)
	s.expect("contested upheld released t")
	if got := s.Text(`SELECT string_agg(debts::text, ' ') FROM public.debt_records(ARRAY[$1::uuid])`, s.serra); got != "0" {
		t.Errorf("still %s debts", got)
	}
}

func TestALostDebtKeepsItsDate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.milestones SET owed_due_on = private.market_day() - 34 WHERE id = $1`, s.milestone)
	d := s.quarrel()
	must(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: d, Concede: true})
	if got := s.owedSince(); got != "awaiting_payment 34 completed" {
		t.Errorf("lost, it is %s", got)
	}
	// From then on every contested payment opens another dispute.
	s.contest(s.proven())
	if s.dispute() == d {
		t.Error("it is the same dispute")
	}
}

// accepts returns the result of the company's accepting a new proposal.
func (s scene) accepts(who uuid.UUID) string {
	s.t.Helper()
	chosen := s.Proposal(s.Project(s.serra, "Painel"), s.rafael)
	return take(s, who, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
}

func TestAnOverdueDebtIsAMarkAndStopsAcceptances(t *testing.T) {
	t.Parallel()
	s := setup(t)
	buyer := s.Colleague(s.serra, "buyer", "Eva Prado")
	s.Exec(`UPDATE public.milestones SET owed_due_on = private.market_day() - 34 WHERE id = $1`, s.milestone)
	mark := func() string {
		return s.Seen(uuid.Nil, `SELECT concat_ws(' ', debts, oldest_days) FROM public.debt_records(ARRAY[$1::uuid])`, s.serra)
	}
	if got := mark(); got != "1 34" {
		t.Errorf("the figures say %s", got)
	}
	for range 2 {
		s.tend(time.Now())
	}
	said := s.Text(`SELECT concat_ws('|', count(*), bool_and(body LIKE '%A partir de ' || to_char(private.market_day() + 15, 'DD/MM/YYYY') || ', ela não aceita novas propostas%')) FROM public.notifications
		WHERE title = 'Pagamento vencido: Retrofit' AND profile_id = $1`, s.serra)
	if said != "1|t" {
		t.Errorf("the company was told %s", said)
	}
	if code := s.accepts(s.serra); code != "" {
		t.Errorf("before that day: %q", code)
	}
	s.Exec(`UPDATE public.milestones SET acceptances_stop_on = private.market_day() WHERE id = $1`, s.milestone)
	stopped := func(when string) {
		t.Helper()
		for _, who := range []uuid.UUID{s.serra, buyer} {
			if code := s.accepts(who); code != "company_in_debt" {
				t.Errorf("%s: %q", when, code)
			}
		}
	}
	stopped("from that day on")
	s.atOnce(t, buyer)
	s.contest(s.paid(0))
	stopped("after a payment without a proof, contested")
	must(s, s.serra, settlement.Record, s.proven())
	stopped("with another word after the first was contested")
	must(s, s.marina, settlement.Contest, settlement.Refusal{PaymentID: s.ID(`SELECT id FROM public.direct_payments WHERE status = 'declared'`), Reason: "Não"})
	stopped("in a dispute that it has not answered")
	d := s.dispute()
	must(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: d, Statement: "Pago"})
	if code, got := s.accepts(s.serra), mark(); code != "" || got != "0 0" {
		t.Errorf("answered: %q, the figures say %s", code, got)
	}
	must(s, s.marina, dispute.ProposeSplit, dispute.Split{DisputeID: d, ProfessionalPercent: new(int64(100))})
	must(s, s.serra, dispute.AcceptSplit, dispute.Acceptance{DisputeID: d})
	stopped("lost")
	if got := mark(); got != "1 34" {
		t.Errorf("lost, the figures say %s", got)
	}
	s.contest(s.proven())
	must(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: s.dispute(), Statement: "Pago"})
	stopped("in a second dispute")
	must(s, s.marina, dispute.Withdraw, dispute.Reference{DisputeID: s.dispute()})
	if code, got := s.accepts(buyer), mark(); code != "" || got != "0 0" {
		t.Errorf("paid: %q, the figures say %s", code, got)
	}
}

// atOnce starts twenty acceptances of a blocked company at the same time.
func (s scene) atOnce(t *testing.T, buyer uuid.UUID) {
	t.Helper()
	var chosen []uuid.UUID
	for range 20 {
		chosen = append(chosen, s.Proposal(s.Project(s.serra, "Painel"), s.rafael))
	}
	var running sync.WaitGroup
	for i, id := range chosen {
		running.Go(func() {
			if code := take(s, []uuid.UUID{s.serra, buyer}[i%2], proposal.Accept, proposal.Acceptance{ProposalID: id}); code != "company_in_debt" {
				t.Errorf("at once: %q", code)
			}
		})
	}
	running.Wait()
}

// A first declaration with a proof counts until it is contested.
func TestAProvenPaymentIsNoDebtUntilItIsContested(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Exec(`UPDATE public.milestones SET owed_due_on = private.market_day() - 34, acceptances_stop_on = private.market_day() WHERE id = $1`, s.milestone)
	must(s, s.serra, settlement.Record, s.proven())
	if code := s.accepts(s.serra); code != "" {
		t.Errorf("said with a proof: %q", code)
	}
	must(s, s.marina, settlement.Contest, settlement.Refusal{PaymentID: s.ID(`SELECT id FROM public.direct_payments`), Reason: "Não caiu"})
	if code := s.accepts(s.serra); code != "company_in_debt" {
		t.Errorf("contested: %q", code)
	}
}
