package dispute_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/dispute"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
)

func TestADisputeIsSettledByTheSplitThatBothWant(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	opened := must(s, s.serra, dispute.Open, s.opening(0, 20))
	if opened != (dispute.Status{ID: opened.ID, Status: "open", MilestoneID: s.parts[0], MilestoneStatus: "disputed"}) {
		t.Errorf("got %+v", opened)
	}
	s.expect("open | active disputed planned in_progress")
	for who, want := range map[uuid.UUID]string{s.marina: "1", s.serra: "0"} {
		if told := s.told(who, "Disputa aberta"); told != want {
			t.Errorf("told %s times, want %s", told, want)
		}
	}
	about := about(opened.ID)
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: opened.ID, Statement: " Liga, falta energia. "})
	for i, share := range []int64{80, 40, 60} {
		who := []uuid.UUID{s.marina, s.serra, s.marina}[i]
		must(s, who, dispute.ProposeSplit, dispute.Split{DisputeID: opened.ID, ProfessionalPercent: percent(share)})
	}
	if code := take(s, s.serra, dispute.AcceptSplit, dispute.Acceptance{DisputeID: about.DisputeID, Number: number(2)}); code != "offer_changed" {
		t.Errorf("accepted what is no longer offered: %q", code)
	}
	got := must(s, s.serra, dispute.AcceptSplit, dispute.Acceptance{DisputeID: opened.ID, Number: number(4)})
	if got != (dispute.Status{ID: opened.ID, Status: "settled", MilestoneID: s.parts[0], MilestoneStatus: "awaiting_payment"}) {
		t.Errorf("got %+v", got)
	}
	// 60 % of R$ 1.000,55.
	if owed := s.owed(0); owed != "600.33 t" {
		t.Errorf("it is owed: %q", owed)
	}
	s.expect("settled | active awaiting_payment planned in_progress")
	lines := s.Text(`SELECT string_agg(concat_ws(' ', number, kind, side, professional_percent, offer, content), ', ' ORDER BY number) FROM public.dispute_entries`)
	if want := "1 claim company 20 1 O painel não liga., 2 answer professional Liga, falta energia., 3 offer professional 80 2, 4 offer company 40 3, 5 offer professional 60 4, 6 acceptance company 60 4"; lines != want {
		t.Errorf("it says %q", lines)
	}
}

// TestWhoSpokeKeepsTheNameOfThatDay checks that an entry keeps the name that its author had when
// they wrote it.
func TestWhoSpokeKeepsTheNameOfThatDay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	opened := must(s, s.serra, dispute.Open, s.opening(0, 20))
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: opened.ID, Statement: "Liga, falta energia."})
	names := func() string {
		return s.Text(`SELECT string_agg(side || ' ' || author_name, ', ' ORDER BY number) FROM public.dispute_entries WHERE dispute_id = $1`, opened.ID)
	}
	before := names()
	s.Exec(`UPDATE public.profiles SET name = 'Outro nome ' || role WHERE id IN ($1, $2)`, s.serra, s.marina)
	if before != "company Serra Azul, professional Marina Alves" || names() != before {
		t.Errorf("%q spoke, then %q", before, names())
	}
}

// TestWithoutANumberOnlyTheNewestOfferIsTaken checks that a side which made the newest offer can
// accept neither an older offer unread nor its own.
func TestWithoutANumberOnlyTheNewestOfferIsTaken(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.negotiating(0)
	must(s, s.marina, dispute.ProposeSplit, dispute.Split{DisputeID: id, ProfessionalPercent: percent(20)})
	must(s, s.serra, dispute.ProposeSplit, dispute.Split{DisputeID: id, ProfessionalPercent: percent(67)})
	if code := take(s, s.serra, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id}); code != "offer_older" {
		t.Errorf("an older offer is taken: %q", code)
	}
	newest := s.Text(`SELECT max(offer)::text FROM public.dispute_entries`)
	own, err := strconv.Atoi(newest)
	if err != nil {
		t.Fatal(err)
	}
	if code := take(s, s.serra, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id, Number: &own}); code != "offer_changed" {
		t.Errorf("one's own offer is taken: %q", code)
	}
	must(s, s.marina, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id})
	if taken := s.Text(`SELECT professional_percent::text FROM public.dispute_entries WHERE kind = 'acceptance'`); taken != "67" {
		t.Errorf("%s %% were accepted, want 67", taken)
	}
}

func number(n int) *int { return &n }

func TestEachStepHasItsSideAndItsTime(t *testing.T) {
	t.Parallel()
	s := setup(t)
	engineer, buyer := s.Colleague(s.serra, "engineer", "Lia Prado"), s.Colleague(s.serra, "buyer", "Eva Martins")
	s.deliver(0)
	for who, want := range map[uuid.UUID]string{s.rafael: "milestone_not_found", s.celia: "milestone_not_found", uuid.Nil: "milestone_not_found", engineer: "right_missing"} {
		if code := take(s, who, dispute.Open, s.opening(0, 50)); code != want {
			t.Errorf("opens: %q, want %s", code, want)
		}
	}
	if code := take(s, s.serra, dispute.Open, s.opening(1, 50)); code != "milestone_over" {
		t.Errorf("over a planned part: %q", code)
	}
	if code := take(s, s.serra, dispute.Open, dispute.Opening{MilestoneID: s.parts[0], ProfessionalPercent: percent(0)}); code != "reason_required" {
		t.Errorf("without a reason: %q", code)
	}
	id := must(s, buyer, dispute.Open, s.opening(0, 50)).ID
	if code := take(s, s.marina, dispute.Open, s.opening(0, 50)); code != "dispute_open" {
		t.Errorf("a second one: %q", code)
	}
	type step struct {
		name string
		take func(who uuid.UUID) string
	}
	answer := step{"answers", func(who uuid.UUID) string {
		return take(s, who, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."})
	}}
	offer := step{"offers", func(who uuid.UUID) string {
		return take(s, who, dispute.ProposeSplit, dispute.Split{DisputeID: id, ProfessionalPercent: percent(70)})
	}}
	accept := step{"accepts", func(who uuid.UUID) string {
		return take(s, who, dispute.AcceptSplit, dispute.Acceptance{DisputeID: id})
	}}
	mediate := step{"calls", func(who uuid.UUID) string {
		return take(s, who, dispute.CallMediation, dispute.Call{DisputeID: id, Reason: "Não há acordo."})
	}}
	decide := step{"decides", func(who uuid.UUID) string {
		return take(s, who, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(70), Reason: "O vídeo mostra."})
	}}
	consent := step{"accepts the decision", func(who uuid.UUID) string { return take(s, who, dispute.AcceptDecision, about(id)) }}
	appeal := step{"appeals", func(who uuid.UUID) string {
		return take(s, who, dispute.Appeal, dispute.Call{DisputeID: id, Reason: "O vídeo é antigo."})
	}}
	withdraw := step{"withdraws", func(who uuid.UUID) string { return take(s, who, dispute.Withdraw, about(id)) }}
	add := step{"adds", func(who uuid.UUID) string {
		return take(s, who, dispute.Add, dispute.Addition{DisputeID: id, Statement: "E mais."})
	}}
	expect := func(one step, who uuid.UUID, want string) {
		t.Helper()
		if code := one.take(who); code != want {
			t.Errorf("%s: %q, want %q", one.name, code, want)
		}
	}
	for _, one := range []step{answer, offer, accept, mediate, consent, appeal, withdraw, add} {
		expect(one, s.rafael, "dispute_not_found")
		expect(one, s.celia, "dispute_not_found")
		expect(one, engineer, "right_missing")
	}
	for _, who := range []uuid.UUID{s.rafael, s.serra, s.marina} {
		expect(decide, who, "not_admin")
	}
	expect(answer, s.serra, "own_dispute")
	for _, one := range []step{offer, accept, mediate} {
		expect(one, s.marina, "dispute_not_negotiating")
	}
	expect(decide, s.celia, "dispute_not_in_mediation")
	expect(add, s.serra, "")
	expect(answer, s.marina, "")
	expect(answer, s.marina, "dispute_answered")
	expect(accept, s.serra, "offer_not_found")
	expect(withdraw, s.marina, "others_dispute")
	expect(mediate, s.serra, "")
	expect(mediate, s.marina, "dispute_not_negotiating")
	expect(offer, s.marina, "")
	for _, one := range []step{consent, appeal} {
		expect(one, s.marina, "dispute_not_decided")
	}
	expect(decide, s.celia, "")
	expect(decide, s.celia, "dispute_not_in_mediation")
	for _, one := range []step{offer, accept} {
		expect(one, s.serra, "dispute_not_negotiating")
	}
	expect(withdraw, s.serra, "dispute_decided")
	expect(consent, s.marina, "")
	expect(consent, s.marina, "decision_accepted")
	expect(appeal, s.marina, "decision_accepted")
	s.expect("decided | active disputed planned in_progress")
	expect(consent, s.serra, "")
	s.expect("decided_finally | active awaiting_payment planned in_progress")
	for _, one := range []step{consent, appeal} {
		expect(one, s.serra, "dispute_not_decided")
	}
	expect(answer, s.marina, "dispute_answered")
	expect(accept, s.marina, "dispute_not_negotiating")
	expect(withdraw, s.serra, "dispute_decided")
	expect(add, s.serra, "dispute_decided")
	expect(decide, s.celia, "dispute_not_in_mediation")
	if code := take(s, s.serra, dispute.Withdraw, about(uuid.New())); code != "dispute_not_found" {
		t.Errorf("a dispute that is none: %q", code)
	}
	if code := take(s, s.serra, dispute.Open, s.opening(0, 1)); code != "milestone_owed" {
		t.Errorf("a dispute over an owed milestone: %q", code)
	}
}

func TestNobodyDisputesOnBothSides(t *testing.T) {
	t.Parallel()
	s := setup(t)
	paula := s.Colleague(s.marina, "owner", "Paula Reis")
	s.Colleague(s.serra, "buyer", "Eva Martins")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'buyer')`, s.serra, paula)
	s.deliver(0)
	if code := take(s, paula, dispute.Open, s.opening(0, 0)); code != "both_sides" {
		t.Errorf("opens: %q", code)
	}
	id := s.open(0, 0)
	for name, code := range map[string]string{
		"answers":   take(s, paula, dispute.Answer, dispute.Reply{DisputeID: id, Concede: true}),
		"withdraws": take(s, paula, dispute.Withdraw, about(id)),
		"adds":      take(s, paula, dispute.Add, dispute.Addition{DisputeID: id, Statement: "E mais."}),
	} {
		if code != "both_sides" {
			t.Errorf("%s: %q", name, code)
		}
	}
	s.Exec(`UPDATE public.profiles SET role = 'admin' WHERE id = $1`, paula)
	must(s, s.marina, dispute.Answer, dispute.Reply{DisputeID: id, Statement: "Liga."})
	must(s, s.serra, dispute.CallMediation, dispute.Call{DisputeID: id, Reason: "Não há acordo."})
	if code := take(s, paula, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: percent(0), Reason: "Vi."}); code != "decides_own_dispute" {
		t.Errorf("decides her own: %q", code)
	}
}

func TestAPartIsAWholePercent(t *testing.T) {
	t.Parallel()
	s := setup(t)
	id := s.negotiating(0)
	must(s, s.serra, dispute.CallMediation, dispute.Call{DisputeID: id, Reason: "Não há acordo."})
	for _, wrong := range []*int64{nil, percent(-1), percent(101)} {
		for name, code := range map[string]string{
			"opens":   take(s, s.serra, dispute.Open, dispute.Opening{MilestoneID: s.parts[0], Reason: "Falta", ProfessionalPercent: wrong}),
			"offers":  take(s, s.marina, dispute.ProposeSplit, dispute.Split{DisputeID: id, ProfessionalPercent: wrong}),
			"decides": take(s, s.celia, dispute.Decide, dispute.Decision{DisputeID: id, ProfessionalPercent: wrong, Reason: "Vi."}),
		} {
			if code != "percent_wrong" {
				t.Errorf("%s: %q", name, code)
			}
		}
	}
}

func TestAWithdrawnDisputeLeavesTheMilestoneWhereItWas(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		was     string
		prepare func(s scene)
		before  string
		during  string
		isHeld  bool
	}{
		{"delivered", func(s scene) { s.deliver(0) }, "active delivered planned in_progress", "active disputed planned in_progress", false},
		{"adjusting", func(s scene) { s.deliver(0); s.adjust(0) }, "active adjusting planned in_progress", "active disputed planned in_progress", false},
		{"funded", func(s scene) { s.fund(0) }, "agreed funded planned in_progress", "active disputed planned in_progress", true},
		{"held and delivered", func(s scene) { s.fund(0); s.deliver(0) }, "active delivered planned in_progress", "active disputed planned in_progress", true},
		{"the last delivered", func(s scene) { s.deliver(1); s.deliver(0) }, "delivered delivered delivered delivered", "delivered disputed delivered delivered", false},
	} {
		t.Run(c.was, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			c.prepare(s)
			if got := s.stands(); got != "| "+c.before {
				t.Fatalf("it stands at %q", got)
			}
			id := s.open(0, 10)
			s.expect("open | " + c.during)
			must(s, s.serra, dispute.Withdraw, about(id))
			after := c.before
			if c.was == "funded" {
				after = "active funded planned in_progress" // opening it began the work
			}
			s.expect("withdrawn | " + after)
			if code := take(s, s.serra, dispute.Withdraw, about(id)); code != "dispute_decided" {
				t.Errorf("withdrawn twice: %q", code)
			}
			if held := s.Text(`SELECT (held_cents > 0)::text FROM public.milestones WHERE id = $1`, s.parts[0]); (held == "true") != c.isHeld {
				t.Errorf("something is held: %s", held)
			}
		})
	}
}

func (s scene) adjust(part int) {
	s.t.Helper()
	_, err := markettest.Call(s.Stage, s.serra, contract.RequestAdjustments, contract.Adjustments{MilestoneID: s.parts[part], Reason: "Falta a lista"})
	if err != nil {
		s.t.Fatal(err)
	}
}

// TestAPartDeliveredMeanwhileWaitsForTheDispute has the company withdraw the dispute when nothing
// else is left to deliver.
func TestAPartDeliveredMeanwhileWaitsForTheDispute(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	id := s.open(0, 0)
	s.deliver(1)
	s.expect("open | active disputed delivered in_progress")
	must(s, s.serra, dispute.Withdraw, about(id))
	s.expect("withdrawn | delivered delivered delivered delivered")
}

func TestTheClockOfSilenceStandsStill(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	s.Exec(`UPDATE public.milestones SET review_until = now() + interval '40 hours' WHERE id = $1`, s.parts[0])
	id := s.open(0, 0)
	if err := milestone.Tend(s.Watch(t.Context()), s.Pool, time.Now().AddDate(0, 1, 0)); err != nil {
		t.Fatal(err)
	}
	s.expect("open | active disputed planned in_progress")
	if left := s.Text(`SELECT concat_ws(' ', review_until IS NULL, review_left <= interval '40 hours', review_left > interval '39 hours') FROM public.milestones WHERE id = $1`, s.parts[0]); left != "t t t" {
		t.Errorf("the rest: %q", left)
	}
	must(s, s.serra, dispute.Withdraw, about(id))
	goesOn := `SELECT concat_ws(' ', review_left IS NULL, review_until - now() <= interval '40 hours', review_until - now() > $2::interval) FROM public.milestones WHERE id = $1`
	if left := s.Text(goesOn, s.parts[0], "38 hours"); left != "t t t" {
		t.Errorf("it goes on: %q", left)
	}
	s.Exec(`UPDATE public.milestones SET review_until = now() + interval '1 minute' WHERE id = $1`, s.parts[0])
	must(s, s.serra, dispute.Withdraw, about(s.open(0, 0)))
	if left := s.Text(goesOn, s.parts[0], "22 hours"); left != "t t t" {
		t.Errorf("less than a day is left: %q", left)
	}
	must(s, s.serra, dispute.Withdraw, about(s.open(0, 0)))
	if code := take(s, s.serra, dispute.Open, s.opening(0, 0)); code != "too_many_disputes" {
		t.Errorf("once more: %q", code)
	}
	// Marina can still open disputes, because the limit counts each side separately.
	if code := take(s, s.marina, dispute.Open, s.opening(0, 100)); code != "" {
		t.Errorf("she has no way out: %q", code)
	}
}

// TestTheAnswerIsDueAfterWorkingDays checks that the answer is due at the end of the fifth working
// day.
func TestTheAnswerIsDueAfterWorkingDays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.deliver(0)
	s.open(0, 0)
	if due := s.Text(`
		SELECT concat_ws(' ', count(*), max(one)::date = due::date, due::time) FROM (
		  SELECT created_at AT TIME ZONE 'America/Sao_Paulo' AS opened, answer_due_at AT TIME ZONE 'America/Sao_Paulo' AS due FROM public.disputes) AS d,
		  generate_series(d.opened::date + 1, d.due, interval '1 day') AS one
		WHERE private.is_working_day(one::date) GROUP BY due`); due != "5 t 23:59:59" {
		t.Errorf("due: %q", due)
	}
}
