package settlement_test

import (
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/settlement"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a contract between Serra Azul and Marina, whose work is accepted.
type scene struct {
	*markettest.Stage
	t                             *testing.T
	serra, marina, rafael         uuid.UUID
	contract, milestone, proposal uuid.UUID
}

func setup(t *testing.T) scene {
	t.Helper()
	s := scene{Stage: markettest.Open(t), t: t}
	s.serra, s.marina, s.rafael = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.proposal = s.Proposal(s.Project(s.serra, "Retrofit"), s.marina)
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.proposal})
	if err != nil {
		t.Fatal(err)
	}
	s.contract = agreed.ContractID
	s.milestone = s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, s.contract)
	about := contract.Reference{ContractID: s.contract}
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: about.ContractID})
	must(s, s.serra, contract.Complete, about)
	return s
}

func take[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) string {
	_, err := markettest.Call(s.Stage, who, step, in)
	return markettest.Code(err)
}

func must[In, Out any](s scene, who uuid.UUID, step markettest.Workflow[In, Out], in In) {
	s.t.Helper()
	if code := take(s, who, step, in); code != "" {
		s.t.Fatalf("refused: %s", code)
	}
}

// paid declares for the company that it paid, so many days from today in Brazil.
func (s scene) paid(daysFromToday int) settlement.Payment {
	return settlement.Payment{MilestoneID: s.milestone, PaidOn: time.Now().In(market.Zone).AddDate(0, 0, daysFromToday).Format(time.DateOnly)}
}

func (s scene) declare() settlement.Reference {
	s.t.Helper()
	said, err := markettest.Call(s.Stage, s.serra, settlement.Record, s.paid(0))
	if err != nil || said.Status != "declared" || said.MilestoneStatus != "awaiting_payment" {
		s.t.Fatalf("got %+v, %v", said, err)
	}
	return settlement.Reference{PaymentID: said.ID}
}

// stands returns the state of the payments, oldest first, and of the milestone.
func (s scene) stands() string {
	return s.Text(`SELECT concat_ws(' ', (SELECT string_agg(status, ' ' ORDER BY declared_at) FROM public.direct_payments), m.status, m.settled_at IS NOT NULL) FROM public.milestones m WHERE m.id = $1`, s.milestone)
}

func (s scene) expect(want string) {
	s.t.Helper()
	if got := s.stands(); got != want {
		s.t.Errorf("it stands at %q, want %q", got, want)
	}
}

func (s scene) tend(at time.Time) {
	s.t.Helper()
	if err := settlement.Tend(s.Watch(s.t.Context()), s.Pool, at); err != nil {
		s.t.Fatal(err)
	}
}

func (s scene) told(who uuid.UUID, title string) string {
	return s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title = $2`, who, title+": Retrofit")
}

func TestOneSaysPaidAndTheOtherReceived(t *testing.T) {
	t.Parallel()
	s := setup(t)
	payment := s.declare()
	if value := s.Seen(s.marina, `SELECT concat_ws(' ', value, confirm_due_at - declared_at) FROM public.direct_payments`); value != "48500.00 10 days" {
		t.Errorf("she sees %q", value)
	}
	if told := s.told(s.marina, "Pagamento informado"); told != "1" {
		t.Errorf("she was told %s times", told)
	}
	if code := take(s, s.serra, settlement.Record, s.paid(0)); code != "payment_declared" {
		t.Errorf("said twice: %q", code)
	}
	must(s, s.marina, settlement.Confirm, payment)
	s.expect("confirmed released t")
	for _, again := range []string{take(s, s.marina, settlement.Confirm, payment), take(s, s.marina, settlement.Contest, settlement.Refusal{PaymentID: payment.PaymentID, Reason: "Não"})} {
		if again != "payment_answered" {
			t.Errorf("answered twice: %q", again)
		}
	}
	if code := take(s, s.serra, settlement.Record, s.paid(0)); code != "milestone_not_owed" {
		t.Errorf("paid what is paid: %q", code)
	}
	log := s.Text(`SELECT string_agg(concat_ws(' ', action, to_status, CASE actor_id WHEN $2 THEN 'Serra' ELSE 'Marina' END), ', ' ORDER BY created_at DESC) FROM (
		SELECT * FROM public.contract_events WHERE milestone_id = $1 ORDER BY created_at DESC LIMIT 2) AS last`, s.milestone, s.serra)
	if log != "confirm_receipt released Marina, record_payment awaiting_payment Serra" {
		t.Errorf("the log says %q", log)
	}
}

func TestWhatDidNotArriveIsOwedAgain(t *testing.T) {
	t.Parallel()
	s := setup(t)
	payment := s.declare()
	if code := take(s, s.marina, settlement.Contest, settlement.Refusal{PaymentID: payment.PaymentID, Reason: " "}); code != "reason_required" {
		t.Errorf("without a reason: %q", code)
	}
	must(s, s.marina, settlement.Contest, settlement.Refusal{PaymentID: payment.PaymentID, Reason: "Caiu em outra conta"})
	s.expect("contested awaiting_payment f")
	if told := s.told(s.serra, "Recebimento contestado"); told != "1" {
		t.Errorf("the company was told %s times", told)
	}
	again, err := markettest.Call(s.Stage, s.serra, settlement.Record, s.proven())
	if err != nil {
		t.Fatal(err)
	}
	must(s, s.marina, settlement.Confirm, settlement.Reference{PaymentID: again.ID})
	s.expect("contested confirmed released t")
}

func TestAWordAboutMoneyIsOneSides(t *testing.T) {
	t.Parallel()
	s := setup(t)
	engineer, finance := s.Colleague(s.serra, "engineer", "Lia Prado"), s.Colleague(s.serra, "finance", "Otávio Leal")
	for who, want := range map[uuid.UUID]string{s.rafael: "milestone_not_found", uuid.Nil: "milestone_not_found", s.marina: "not_your_step", engineer: "right_missing"} {
		if code := take(s, who, settlement.Record, s.paid(0)); code != want {
			t.Errorf("pays: %q, want %s", code, want)
		}
	}
	said, err := markettest.Call(s.Stage, finance, settlement.Record, s.paid(0))
	if err != nil {
		t.Fatal(err)
	}
	payment := settlement.Reference{PaymentID: said.ID}
	for who, want := range map[uuid.UUID]string{s.rafael: "payment_not_found", s.serra: "not_your_step", engineer: "right_missing"} {
		if code := take(s, who, settlement.Confirm, payment); code != want {
			t.Errorf("confirms: %q, want %s", code, want)
		}
	}
	// Marina can read the company's documents from now on.
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'reader')`, s.serra, s.marina)
	if code := take(s, s.marina, settlement.Confirm, payment); code != "both_sides" {
		t.Errorf("on both sides: %q", code)
	}
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, s.serra, s.marina)
	// The person who declared the payment changes sides.
	s.Colleague(s.marina, "engineer", "Paula Reis")
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, s.serra, finance)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'finance')`, s.marina, finance)
	if code := take(s, finance, settlement.Confirm, payment); code != "both_sides" {
		t.Errorf("the person who reported it: %q", code)
	}
	must(s, s.marina, settlement.Confirm, payment)
}

func TestAPaymentHasItsDayAndItsReceipt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, wrong := range []settlement.Payment{s.paid(1), s.paid(-1), {MilestoneID: s.milestone, PaidOn: "31/01/2026"}, {MilestoneID: s.milestone}} {
		if code := take(s, s.serra, settlement.Record, wrong); code != "paid_on_wrong" {
			t.Errorf("%s: %q", wrong.PaidOn, code)
		}
	}
	with := s.paid(0)
	with.Receipt = s.contract.String() + "/comprovante.pdf"
	if code := take(s, s.serra, settlement.Record, with); code != "receipt_unknown" {
		t.Errorf("a receipt that is not there: %q", code)
	}
	store := `INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', $1, $2, gen_random_uuid(), 10, '{}')`
	other := uuid.NewString() + "/comprovante.pdf"
	s.Exec(store, with.Receipt, s.serra)
	s.Exec(store, other, s.serra)
	of := s.paid(0)
	of.Receipt = other
	if code := take(s, s.serra, settlement.Record, of); code != "receipt_unknown" {
		t.Errorf("another contract's: %q", code)
	}
	must(s, s.serra, settlement.Record, with)
	s.Exec(`UPDATE public.contracts SET settlement = 'guarantee' WHERE id = $1`, s.contract)
	if code := take(s, s.serra, settlement.Record, s.paid(0)); code != "settlement_not_direct" {
		t.Errorf("with a guarantee: %q", code)
	}
}

func TestThePapersOfAContractAreItsSides(t *testing.T) {
	t.Parallel()
	s := setup(t)
	reader := s.Colleague(s.serra, "reader", "Otávio Leal")
	name := s.contract.String() + "/nota.pdf"
	store := `WITH stored AS (INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata)
		VALUES ('deals', $1, $2, gen_random_uuid(), 10, '{}') RETURNING id) SELECT count(*)::text FROM stored`
	for who, want := range map[uuid.UUID]string{s.rafael: "42501", reader: "42501", uuid.Nil: "42501", s.marina: "1"} {
		if got := s.Seen(who, store, name, who); got != want {
			t.Errorf("stored: %s, want %s", got, want)
		}
	}
	if got := s.Seen(s.marina, store, "nota.pdf", s.marina); got != "42501" {
		t.Errorf("outside of every contract: %s", got)
	}
	for who, want := range map[uuid.UUID]string{s.serra: "1", reader: "1", s.marina: "1", s.rafael: "0", uuid.Nil: "0"} {
		if got := s.Seen(who, `SELECT count(*)::text FROM storage.objects WHERE bucket_id = 'deals'`); got != want {
			t.Errorf("read: %s, want %s", got, want)
		}
	}
	if got := s.Seen(s.marina, `WITH gone AS (DELETE FROM storage.objects WHERE name = $1 RETURNING id) SELECT count(*)::text FROM gone`, name); got != "0" {
		t.Errorf("taken back: %s", got)
	}
}

func TestSilenceCountsAsReceivedAfterTwoReminders(t *testing.T) {
	t.Parallel()

	t.Run("OnItsDays", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		s.declare()
		said := time.Now()
		for _, c := range []struct {
			days int
			told string
			want string
		}{{6, "0", "declared awaiting_payment f"}, {8, "1", "declared awaiting_payment f"}, {8, "1", "declared awaiting_payment f"}, {9, "2", "declared awaiting_payment f"}} {
			s.tend(said.AddDate(0, 0, c.days))
			s.expect(c.want)
			if told := s.told(s.marina, "Confirme o recebimento"); told != c.told {
				t.Errorf("after %d days she was reminded %s times", c.days, told)
			}
		}
		s.tend(said.AddDate(0, 0, 11))
		s.tend(said.AddDate(0, 0, 11))
		s.expect("by_silence released t")
		if told := s.told(s.marina, "Recebimento confirmado pelo prazo"); told != "1" {
			t.Errorf("she was told %s times", told)
		}
	})

	t.Run("AndNotBeforeThem", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		s.declare()
		late := time.Now().AddDate(0, 0, 30)
		for range 3 {
			s.tend(late)
			s.expect("declared awaiting_payment f")
		}
		s.tend(late.AddDate(0, 0, 1))
		s.tend(late.AddDate(0, 0, 2))
		s.expect("by_silence released t")
		if told := s.told(s.marina, "Confirme o recebimento"); told != "2" {
			t.Errorf("she was reminded %s times", told)
		}
	})
}

func TestOfFiftyWordsAtOnceOneCounts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	all := func(do func() string, refusal string) {
		var running sync.WaitGroup
		for range 50 {
			running.Go(func() {
				if code := do(); code != "" && code != refusal {
					t.Errorf("refused with %s", code)
				}
			})
		}
		running.Wait()
	}
	all(func() string { return take(s, s.serra, settlement.Record, s.paid(0)) }, "payment_declared")
	s.expect("declared awaiting_payment f")
	payment := settlement.Reference{PaymentID: s.ID(`SELECT id FROM public.direct_payments`)}
	all(func() string { return take(s, s.marina, settlement.Confirm, payment) }, "payment_answered")
	s.expect("confirmed released t")
	if logged := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE action IN ('record_payment', 'confirm_receipt')`); logged != "2" {
		t.Errorf("%s words are in the log", logged)
	}
}
