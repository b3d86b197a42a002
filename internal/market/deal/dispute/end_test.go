package dispute_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/markettest"
)

const day = 24 * time.Hour

func TestSilenceGivesTheClaimWhatItAskedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	id := s.open(0, 25)
	s.tend(id, "answer_due_at", -2*day)
	s.expect("open | active disputed planned in_progress")
	for range 2 {
		s.tend(id, "answer_due_at", -day)
		if told := s.told(s.marina, "Responda à disputa"); told != "1" {
			t.Errorf("reminded %s times", told)
		}
		s.expect("open | active disputed planned in_progress")
	}
	for range 2 {
		s.tend(id, "answer_due_at", 0)
		s.expect("conceded | active awaiting_payment planned in_progress")
	}
	if owed := s.owed(0); owed != "250.14 t" {
		t.Errorf("it is owed: %q", owed)
	}
	for _, who := range []uuid.UUID{s.serra, s.marina} {
		if told := s.told(who, "Disputa encerrada pelo prazo"); told != "1" {
			t.Errorf("told %s times", told)
		}
	}
	if said := s.Text(`SELECT concat_ws(' ', kind, side, author_id IS NULL, professional_percent) FROM public.dispute_entries ORDER BY number DESC LIMIT 1`); said != "silence time t 25" {
		t.Errorf("it says %q", said)
	}
}

// TestWhoIsBlockedHasNotBeenSilent blocks whoever could have answered: the party, or everybody who
// may negotiate for it.
func TestWhoIsBlockedHasNotBeenSilent(t *testing.T) {
	t.Parallel()
	for fact, block := range map[string]func(scene){
		"TheParty": func(s scene) { s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina) },
		"EverybodyWhoNegotiatesForIt": func(s scene) {
			reader := s.Member("professional", "Lia Prado")
			s.Exec(`INSERT INTO public.organisations (id, role, kind, legal_name) VALUES ($1, 'professional', 'pj', 'Alves Ltda')`, s.marina)
			s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'owner'), ($1, $3, 'reader')`, s.marina, s.rafael, reader)
			s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.rafael)
		},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			s.deliver(0)
			id := s.open(0, 0)
			block(s)
			s.tend(id, "answer_due_at", -day)
			for range 2 {
				s.tend(id, "answer_due_at", 0)
				s.expect("mediation | active disputed planned in_progress")
			}
			if told := s.told(s.celia, "Mediação sem resposta possível"); told != "1" {
				t.Errorf("the administrator was told %s times", told)
			}
			if said := s.Text(`SELECT concat_ws(' ', kind, side, author_id IS NULL) FROM public.dispute_entries ORDER BY number DESC LIMIT 1`); said != "mediation time t" {
				t.Errorf("it says %q", said)
			}
			must(s, s.celia, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(100), Reason: "A entrega funciona."})
		})
	}
	t.Run("WhoIsFreeAgainMay", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		s.deliver(0)
		id := s.open(0, 25)
		s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina)
		s.tend(id, "answer_due_at", -day)
		s.Exec(`UPDATE public.profiles SET status = 'active' WHERE id = $1`, s.marina)
		must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Voltei."})
		s.expect("negotiating | active disputed planned in_progress")
	})
}

// TestSilenceCountsOnlyAfterAReminder simulates a server that is down until long after the
// deadline.
func TestSilenceCountsOnlyAfterAReminder(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	id := s.open(0, 25)
	s.tend(id, "answer_due_at", 30*day)
	s.expect("open | active disputed planned in_progress")
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Estava de férias."})
	s.tend(id, "answer_due_at", 60*day)
	s.expect("negotiating | active disputed planned in_progress")
}

func TestWhoeverConcedesGivesWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	id := must(s, s.marina, dispute.Open, s.opening(0, 100)).ID
	got := must(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: id, Concede: true})
	if got.Status != "conceded" || s.owed(0) != "1000.55 t" {
		t.Errorf("got %+v, owed %q", got, s.owed(0))
	}
	if code := take(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: id, Concede: true}); code != "dispute_answered" {
		t.Errorf("twice: %q", code)
	}
}

func TestADecisionIsPostedWhenNobodyAppealed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.decided(70)
	s.tend(id, "appeal_until", -time.Second)
	s.expect("decided | active disputed planned in_progress")
	for range 2 {
		s.tend(id, "appeal_until", 0)
		s.expect("decided_finally | active awaiting_payment planned in_progress")
	}
	if span := s.Text(`SELECT concat_ws(' ', appeal_until - decided_at, outcome_percent) FROM public.disputes`); span != "3 days 70" {
		t.Errorf("it is %q", span)
	}
	if kept := s.Text(`SELECT concat_ws(' ', action, subject_kind, details ->> 'professional_percent', actor_id = $1) FROM public.audit_log`, s.celia); kept != "decide_dispute dispute 70 t" {
		t.Errorf("kept is %q", kept)
	}
}

func TestAnAppealIsDecidedByAnotherAdministrator(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.decided(70)
	must(s, s.serra, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "O vídeo é antigo."})
	s.tend(id, "appeal_until", day)
	s.expect("appealed | active disputed planned in_progress")
	if code := take(s, s.marina, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "E eu."}); code != "dispute_not_decided" {
		t.Errorf("appealed twice: %q", code)
	}
	if told := s.Text(`SELECT string_agg(title || ' ' || subject_kind, ', ' ORDER BY created_at) FROM public.notifications WHERE profile_id = $1`, s.celia); told != "Mediação pedida: Retrofit dispute, Recurso em disputa: Retrofit dispute" {
		t.Errorf("the administrator was told %q", told)
	}
	final := dispute.Decision{DisputeID: id, ProfessionalPercent: percent(30), Reason: "O vídeo é de outro painel."}
	davi := s.Member("admin", "Davi Rocha")
	if code := take(s, s.celia, dispute.Decide, final); code != "decides_own_decision" {
		t.Errorf("the first decision's administrator decides again: %q", code)
	}
	if got := must(s, davi, dispute.Decide, final); got.Status != "decided_finally" {
		t.Errorf("got %+v", got)
	}
	s.expect("decided_finally | active awaiting_payment planned in_progress")
	if owed := s.owed(0); owed != "300.17 t" {
		t.Errorf("it is owed: %q", owed)
	}
	if code := take(s, davi, dispute.Decide, final); code != "dispute_not_in_mediation" {
		t.Errorf("decided again: %q", code)
	}
}

func TestTheOnlyAdministratorDecidesAgainAndItIsSaid(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.decided(70)
	must(s, s.marina, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "É tudo meu."})
	must(s, s.celia, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(100), Reason: "É mesmo."})
	if said := s.Text(`SELECT string_agg(concat_ws(' ', kind, same_administrator), ', ' ORDER BY number) FROM public.dispute_entries WHERE side = 'administrator'`); said != "decision f, final_decision t" {
		t.Errorf("it says %q", said)
	}
}

func TestAnAppealComesInTime(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.decided(70)
	s.Exec(`UPDATE public.disputes SET appeal_until = now() WHERE id = $1`, id)
	if code := take(s, s.serra, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "O vídeo é antigo."}); code != "appeal_too_late" {
		t.Errorf("too late: %q", code)
	}
}

func TestWhatIsHeldMovesByTheEndOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		share            int64
		became           string
		earned, returned string
	}{
		{0, "refunded", "0.00", "1000.55"}, {100, "released", "1000.55", "0.00"}, {33, "split", "330.18", "670.37"},
	} {
		s := setup(t)
		s.fund(0)
		s.deliver(0)
		id := must(s, s.marina, dispute.Open, s.opening(0, c.share)).ID
		moved := `SELECT concat_ws(' ', coalesce(sum(value) FILTER (WHERE account = 'available:' || $1), 0.00), coalesce(sum(value) FILTER (WHERE account = 'outside:company:' || $2), 0.00) + 1000.55,
			coalesce(sum(value) FILTER (WHERE account LIKE 'held:%'), 0.00)) FROM public.ledger_entries`
		if before := s.Text(moved, s.marina, s.serra); before != "0.00 0.00 1000.55" {
			t.Errorf("before: %q", before)
		}
		must(s, s.serra, dispute.Answer, dispute.Reply{DisputeID: id, Concede: true})
		s.expect("conceded | active " + c.became + " planned in_progress")
		if after := s.Text(moved, s.marina, s.serra); after != c.earned+" "+c.returned+" 0.00" {
			t.Errorf("%d %%: %q", c.share, after)
		}
	}
}

// TestWhatIsHeldNeedsSomebodyToPostIt calls a step without a settler.
func TestWhatIsHeldNeedsSomebodyToPostIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fund(0)
	id := must(s, s.marina, dispute.Open, s.opening(0, 50)).ID
	if _, err := markettest.Call(s.Stage, s.serra, dispute.Answer, dispute.Reply{DisputeID: id, Concede: true}); err == nil {
		t.Error("it was posted by nobody")
	}
	s.expect("open | active disputed planned in_progress")
}

func TestNothingOfWhatNobodyHoldsIsCancelled(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(1)
	s.deliver(0)
	s.expect("| delivered delivered delivered delivered")
	for part := range 2 {
		must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: s.open(part, 0), Concede: true})
	}
	s.expect("conceded conceded | completed cancelled cancelled completed")
}

func TestADisputeOutlivesItsContract(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fund(0)
	s.deliver(0)
	id := s.open(0, 40)
	if _, err := markettest.Call(s.Stage, s.serra, contract.ProposeTermination, contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "Sem acordo."}}); err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(s.Stage, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true}); err != nil {
		t.Fatal(err)
	}
	s.expect("open | terminated disputed cancelled open")
	if code := take(s, s.serra, dispute.Withdraw, about(id)); code != "contract_not_running" {
		t.Errorf("withdrawn to nowhere: %q", code)
	}
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."})
	must(s, s.marina, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id})
	s.expect("settled | terminated split cancelled open")
}

// TestEveryCentavoIsSomebodys divides random values by random percentages.
func TestEveryCentavoIsSomebodys(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(7, 7))
	for range 200_000 {
		value, share := money.Money(1+chance.Int64N(99_999_999_999)), chance.Int64N(101)
		part := value.Percent(share)
		exact := int64(value) * share
		switch {
		case part < 0 || part > value:
			t.Fatalf("%d %% of %s is %s", share, value, part)
		case share == 0 && part != 0, share == 100 && part != value:
			t.Fatalf("%d %% of %s is %s", share, value, part)
		case int64(part)*100-exact > 50 || exact-int64(part)*100 >= 50:
			t.Fatalf("%d %% of %s is %s, more than half a centavo off", share, value, part)
		}
	}
}

func TestOfFiftyAtOnceOneTakesTheStep(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.fund(0)
	s.deliver(0)
	expect := func(name string, taken int) {
		t.Helper()
		if taken != 1 {
			t.Errorf("%s happened %d times", name, taken)
		}
	}
	expect("opening", fifty(t, func() string { return take(s, s.serra, dispute.Open, s.opening(0, 20)) }, "dispute_open"))
	id := s.ID(`SELECT id FROM public.disputes`)
	expect("answer", fifty(t, func() string {
		return take(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."})
	}, "dispute_answered"))
	if offers := fifty(t, func() string {
		return take(s, s.marina, dispute.ProposeSplit, dispute.Split{DisputeID: id, ProfessionalPercent: percent(55)})
	}, "too_many_offers"); offers != 20 {
		t.Errorf("%d splits were offered", offers)
	}
	if numbers := s.Text(`SELECT concat_ws(' ', count(*), max(offer), (SELECT max(number) FROM public.dispute_entries)) FROM public.dispute_entries WHERE offer IS NOT NULL`); numbers != "21 21 22" {
		t.Errorf("they are numbered %q", numbers)
	}
	ends := []func() string{
		func() string { return take(s, s.serra, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id}) },
		func() string { return take(s, s.marina, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id}) },
		func() string { return take(s, s.serra, dispute.Withdraw, about(id)) },
	}
	next := make(chan func() string, 50)
	for i := range 50 {
		next <- ends[i%len(ends)]
	}
	expect("the end", fifty(t, func() string { return (<-next)() }, "dispute_not_negotiating", "dispute_decided", "offer_older"))
	if posted := s.Text(`SELECT (count(*) <= 1)::text FROM public.ledger_transfers WHERE kind <> 'guarantee'`); posted != "true" {
		t.Error("it was posted twice")
	}
}

func TestOfFiftyWhoDecideAtOnceOneDoes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.negotiating(0)
	once := func(name string, step func() string, refusal string) {
		t.Helper()
		if taken := fifty(t, step, refusal); taken != 1 {
			t.Errorf("%s happened %d times", name, taken)
		}
	}
	decision := func() string {
		return take(s, s.celia, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(50), Reason: "Vi."})
	}
	once("mediation", func() string {
		return take(s, s.serra, dispute.CallMediation, dispute.Call{DisputeID: id, Reason: "Não há acordo."})
	}, "dispute_not_negotiating")
	once("decision", decision, "dispute_not_in_mediation")
	once("appeal", func() string {
		return take(s, s.serra, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "O vídeo é antigo."})
	}, "dispute_not_decided")
	once("final decision", decision, "dispute_not_in_mediation")
	s.expect("decided_finally | active awaiting_payment planned in_progress")
}

// A checklist may change after it was given as evidence. The evidence keeps its earlier content.
func TestAChecklistIsShownAsItStood(t *testing.T) {
	t.Parallel()
	s := setup(t)
	items := []checklist.Item{{Title: "Parada de emergência", Blocking: true}}
	waits := func(want string) {
		t.Helper()
		answers := func(side uuid.UUID) string {
			return s.Seen(side, `SELECT (EXISTS (SELECT FROM public.my_turn() WHERE contract_id = $1 AND kind IN ('list', 'sign', 'dispute')))::text`, s.contract)
		}
		if got := answers(s.serra) + " " + answers(s.marina); got != want {
			t.Errorf("it waits for the company and the professional: %s, want %s", got, want)
		}
	}
	list := must(s, s.marina, checklist.Start, checklist.Started{MilestoneID: s.parts[0], Kind: "taf", Items: items})
	waits("true false")
	must(s, s.serra, checklist.Agree, checklist.Version{ChecklistID: list.ID, Version: 1})
	waits("false false")
	item := s.ID(`SELECT id FROM public.checklist_items WHERE checklist_id = $1`, list.ID)
	must(s, s.serra, checklist.Record, checklist.Result{ItemID: item, Result: "failed", Note: "Corta em 900 ms"})
	waits("true true")
	digest := must(s, s.serra, checklist.ReadDocument, checklist.Reference{ChecklistID: list.ID}).SHA256
	s.deliver(0)
	none := int64(0)
	opening := dispute.Opening{MilestoneID: s.parts[0], Reason: "Não corta.", ProfessionalPercent: &none, Evidence: []dispute.Evidence{{Kind: "checklist", ID: uuid.New()}}}
	if code := take(s, s.serra, dispute.Open, opening); code != "evidence_unknown" {
		t.Errorf("a list of nobody's: %q", code)
	}
	opening.Evidence[0].ID = list.ID
	must(s, s.serra, dispute.Open, opening)
	waits("false true")
	s.Exec(`UPDATE public.checklist_items SET result = 'passed', note = NULL`)
	shown := s.Text(`SELECT concat_ws(' | ', one ->> 'text', one ->> 'version', one ->> 'sha256') FROM public.dispute_entries, jsonb_array_elements(evidence) AS one`)
	if want := "TAF, Marco 1, Montagem, versão 2: 1 reprovado.\n1. Parada de emergência: reprovado. Corta em 900 ms | 2 | " + digest; shown != want {
		t.Errorf("shown is %q", shown)
	}
}

func TestEvidenceIsOfTheContract(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	id := s.open(0, 0)
	message := `INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, $3) RETURNING id`
	theirs, others := s.ID(message, s.serra, s.marina, "O painel chegou."), s.ID(message, s.marina, s.rafael, "Me ajuda?")
	delivery := s.ID(`SELECT id FROM public.contract_events WHERE action = 'deliver_milestone'`)
	file := s.contract.String() + "/video.png"
	s.Exec(`INSERT INTO storage.objects (bucket_id, name, owner, version, size_bytes, metadata) VALUES ('deals', $1, $2, gen_random_uuid(), 1, '{}')`, file, s.marina)
	show := func(who uuid.UUID, shown ...dispute.Evidence) string {
		return take(s, who, dispute.Add, dispute.Addition{DisputeID: id, Statement: "Veja.", Evidence: shown})
	}
	if code := show(s.marina, dispute.Evidence{Kind: "message", ID: theirs}, dispute.Evidence{Kind: "event", ID: delivery}, dispute.Evidence{Kind: "file", Name: file}); code != "" {
		t.Fatalf("refused: %s", code)
	}
	if shown := s.Text(`SELECT string_agg(concat_ws(' ', one ->> 'kind', one ->> 'text', one ->> 'side'), ', ') FROM public.dispute_entries, jsonb_array_elements(evidence) AS one`); shown != "message O painel chegou. company, event deliver_milestone: No repositório. professional, file" {
		t.Errorf("shown is %q", shown)
	}
	for name, one := range map[string]dispute.Evidence{
		"a message to somebody else": {Kind: "message", ID: others}, "no message": {Kind: "message", ID: uuid.New()},
		"no event": {Kind: "event", ID: uuid.New()}, "another's file": {Kind: "file", Name: uuid.NewString() + "/video.png"}, "nothing": {Kind: "rumour"},
	} {
		if code := show(s.marina, one); code != "evidence_unknown" {
			t.Errorf("%s: %q", name, code)
		}
	}
	if code := show(s.serra, make([]dispute.Evidence, 11)...); code != "too_much_evidence" {
		t.Errorf("too much: %q", code)
	}
	for i := range 300 {
		if code := show(s.serra); code == "too_many_entries" {
			if code := take(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."}); code != "" {
				t.Errorf("she is silenced: %q", code)
			}
			return
		} else if code != "" {
			t.Fatalf("%s: %s", strconv.Itoa(i), code)
		}
	}
	t.Error("a dispute grows without end")
}
