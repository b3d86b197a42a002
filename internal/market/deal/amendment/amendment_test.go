package amendment_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/amendment"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
)

const day = 24 * time.Hour

func TestAnAcceptedAmendmentIsPartOfTheContract(t *testing.T) {
	t.Parallel()
	s := setup(t)
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[2]})
	a := s.propose()
	if a.Label != "AD-01" || a.Status != "proposed" || s.worth() != "2000.00 2000.00" {
		t.Errorf("proposed: %+v, worth %s", a, s.worth())
	}
	if got := must(s, s.serra, amendment.Answer, yes(a)); got.Status != "accepted" || got.MilestoneID == nil {
		t.Errorf("accepted: %+v", got)
	}
	if got := s.worth(); got != "3500.50 3500.50" {
		t.Errorf("the contract and its milestones are worth %s", got)
	}
	// Ten working days span Christmas, New Year and two weekends. A delivered milestone keeps its
	// date.
	if got := s.Text(`SELECT string_agg(concat_ws('|', position, kind, title, value, due_on, status), E'\n' ORDER BY position) FROM public.milestones WHERE contract_id = $1`, s.contract); got !=
		"1|work|Projeto|900.00|planned\n2|work|Montagem|1000.00|3000-01-07|planned\n3|work|Partida|100.00|2999-01-31|delivered\n4|amendment|AD-01 · Segundo painel|1500.50|planned" {
		t.Errorf("milestones:\n%s", got)
	}
	if got := s.Text(`SELECT string_agg(action || ' ' || (party_id = $2)::text || ' ' || reason, '; ' ORDER BY created_at) FROM public.contract_events WHERE contract_id = $1 AND action LIKE '%amendment'`, s.contract, s.marina); got !=
		"propose_amendment true AD-01 · Segundo painel: A linha 2 não estava no projeto; accept_amendment false AD-01 · Segundo painel" {
		t.Errorf("the history says %s", got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.notifications WHERE title LIKE 'AD-01 %'`); got != "2" {
		t.Errorf("told %s times", got)
	}
}

func TestWorkAddedToADeliveredContractBringsItBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.contract})
	must(s, s.serra, amendment.Answer, yes(s.propose()))
	if got := s.Text(`SELECT concat_ws(' ', c.status, p.status, c.adjustments_count, c.acceptance_due_at IS NULL) FROM public.contracts c JOIN public.projects p ON p.id = c.project_id`); got != "active in_progress 0 t" {
		t.Errorf("it stands at %s", got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE action = 'accept_amendment'`); got != "1" {
		t.Errorf("logged %s times", got)
	}
}

func TestEachStepOfAnAmendmentHasItsSide(t *testing.T) {
	t.Parallel()
	s := setup(t)
	engineer := s.Colleague(s.serra, "engineer", "Lia Prado")
	for who, want := range map[uuid.UUID]string{s.rafael: "contract_not_found", uuid.Nil: "contract_not_found", engineer: "right_missing"} {
		if code := take(s, who, amendment.Propose, s.proposed()); code != want {
			t.Errorf("proposes: %q, want %s", code, want)
		}
	}
	a := s.propose()
	for who, want := range map[uuid.UUID]string{s.rafael: "amendment_not_found", uuid.Nil: "amendment_not_found", engineer: "right_missing", s.marina: "own_amendment"} {
		for _, answer := range []amendment.Reply{yes(a), no(a)} {
			if code := take(s, who, amendment.Answer, answer); code != want {
				t.Errorf("answers: %q, want %s", code, want)
			}
		}
	}
	for who, want := range map[uuid.UUID]string{s.rafael: "amendment_not_found", engineer: "right_missing", s.serra: "others_amendment"} {
		if code := take(s, who, amendment.Withdraw, about(a)); code != want {
			t.Errorf("withdraws: %q, want %s", code, want)
		}
	}
	if code := take(s, s.serra, amendment.Answer, amendment.Reply{AmendmentID: a.ID}); code != "reason_required" {
		t.Errorf("a no without a reason: %q", code)
	}
	must(s, s.serra, amendment.Answer, no(a))
	for _, code := range []string{take(s, s.serra, amendment.Answer, yes(a)), take(s, s.serra, amendment.Answer, no(a)), take(s, s.marina, amendment.Withdraw, about(a))} {
		if code != "amendment_closed" {
			t.Errorf("a second step: %q", code)
		}
	}
	b := must(s, s.serra, amendment.Propose, s.proposed())
	must(s, s.serra, amendment.Withdraw, about(b))
	if b.Label != "AD-02" || s.state(b) != "withdrawn" || s.worth() != "2000.00 2000.00" {
		t.Errorf("%s is %s, worth %s", b.Label, s.state(b), s.worth())
	}
}

// TestNobodyAcceptsWhatHeProposed covers a person on both sides, and one who changed sides.
func TestNobodyAcceptsWhatHeProposed(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.Colleague(s.serra, "reader", "Lia Prado")
	paula := s.Colleague(s.marina, "buyer", "Paula Reis")
	a := must(s, paula, amendment.Propose, s.proposed())
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'buyer')`, s.serra, paula)
	for _, code := range []string{take(s, paula, amendment.Answer, yes(a)), take(s, paula, amendment.Propose, s.proposed()), take(s, paula, amendment.Withdraw, about(a))} {
		if code != "both_sides" {
			t.Errorf("on both sides: %q", code)
		}
	}
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, s.marina, paula)
	if code := take(s, paula, amendment.Answer, yes(a)); code != "both_sides" {
		t.Errorf("a member who changed sides: %q", code)
	}
	must(s, s.serra, amendment.Answer, yes(a))
}

func TestAnAmendmentThatSaysTooLittleOrTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for want, spoil := range map[string]func(*amendment.Proposed){
		"amendment_title_wrong":       func(p *amendment.Proposed) { p.Title = strings.Repeat("é", 111) },
		"amendment_description_wrong": func(p *amendment.Proposed) { p.Description = " " },
		"amendment_hours_wrong":       func(p *amendment.Proposed) { *p.Hours = 0 },
		"amendment_price_wrong":       func(p *amendment.Proposed) { p.Price = 0 },
		"amendment_shift_wrong":       func(p *amendment.Proposed) { p.ShiftDays = 366 },
		"reason_required":             func(p *amendment.Proposed) { p.Reason = "\n" },
		"reason_too_long":             func(p *amendment.Proposed) { p.Reason = strings.Repeat("é", 801) },
	} {
		in := s.proposed()
		spoil(&in)
		if code := take(s, s.marina, amendment.Propose, in); code != want {
			t.Errorf("%q, want %s", code, want)
		}
	}
	in := s.proposed()
	in.Title, in.Description, in.Reason, in.Price = strings.Repeat("é", 110), strings.Repeat("é", 1000), strings.Repeat("é", 800), money.Money(99999999999)
	must(s, s.serra, amendment.Answer, yes(must(s, s.marina, amendment.Propose, in)))
}

func TestAContractHasSoManyAmendments(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 3 {
		s.propose()
	}
	if code := take(s, s.serra, amendment.Propose, s.proposed()); code != "too_many_open_amendments" {
		t.Errorf("a fourth at once: %q", code)
	}
	s.Exec(`UPDATE public.amendments SET status = 'withdrawn', closed_at = now()`)
	s.Exec(`INSERT INTO public.amendments (contract_id, number, author, title, description, reason, price_cents, proposed_by, lapses_at, status, closed_at)
		SELECT $1, n, 'company', 'Mais', 'Mais', 'Mais', 100, $2, now(), 'withdrawn', now() FROM generate_series(4, 53) AS n`, s.contract, s.serra)
	if code := take(s, s.serra, amendment.Propose, s.proposed()); code != "too_many_amendments" {
		t.Errorf("a fifty-first: %q", code)
	}
	if code := take(s, s.marina, amendment.Propose, s.proposed()); code != "" {
		t.Errorf("her first: %q", code)
	}
}

func TestAnAmendmentLapsesOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.propose()
	s.tend(a, 14*day-time.Hour)
	if got := s.state(a); got != "proposed" {
		t.Fatalf("too early it is %s", got)
	}
	for _, after := range []time.Duration{14 * day, 13 * day, 30 * day} {
		s.tend(a, after)
	}
	if got := s.Text(`SELECT concat_ws(' ', a.status, a.closed_at - a.created_at, count(*)) FROM public.amendments a JOIN public.contract_events e ON e.action = 'lapse_amendment' GROUP BY a.id`); got != "lapsed 14 days 1" {
		t.Errorf("it is %s", got)
	}
	if code := take(s, s.serra, amendment.Answer, yes(a)); code != "amendment_closed" {
		t.Errorf("answered late: %q", code)
	}
}

func TestWithItsContractAnAmendmentIsOver(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.propose()
	must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Verba suspensa"})
	if got := s.state(a); got != "lapsed" {
		t.Errorf("with its contract it is %s", got)
	}
	const said = `SELECT count(DISTINCT n.profile_id) || ' ' || (SELECT count(*) FROM public.contract_events WHERE action = 'end_amendment') FROM public.notifications n WHERE n.title LIKE 'AD-01 encerrado%'`
	if got := s.Text(said); got != "1 1" {
		t.Errorf("told of, and logged: %s", got)
	}
	for _, code := range []string{take(s, s.serra, amendment.Answer, yes(a)), take(s, s.marina, amendment.Withdraw, about(a)), take(s, s.marina, amendment.Propose, s.proposed())} {
		if code != "contract_not_running" {
			t.Errorf("after the end: %q", code)
		}
	}
	s.tend(a, time.Hour)
	if got := s.state(a); got != "lapsed" {
		t.Errorf("it is %s", got)
	}
}

func TestOfFiftyAtOnceOneAnswers(t *testing.T) {
	t.Parallel()
	s := setup(t)
	a := s.propose()
	var running sync.WaitGroup
	for i := range 50 {
		running.Go(func() {
			who, step := s.serra, func(who uuid.UUID) error {
				_, err := markettest.Call(s.Stage, who, amendment.Answer, yes(a))
				return err
			}
			if i%2 == 1 {
				who, step = s.marina, func(who uuid.UUID) error {
					_, err := markettest.Call(s.Stage, who, amendment.Withdraw, about(a))
					return err
				}
			}
			if code := markettest.Code(step(who)); code != "" && code != "amendment_closed" {
				t.Error(code)
			}
		})
	}
	running.Wait()
	want := map[string]string{"accepted": "3500.50 3500.50", "withdrawn": "2000.00 2000.00"}[s.state(a)]
	if got := s.worth(); got != want {
		t.Errorf("%s, and the contract is worth %s", s.state(a), got)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.contract_events WHERE action IN ('accept_amendment', 'withdraw_amendment')`); got != "1" {
		t.Errorf("%s of them took the step", got)
	}
}

func TestWorkingDays(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct {
		from string
		days int
		want string
	}{
		{"2026-11-19", 1, "2026-11-23"}, // the 20th is a holiday, then a weekend
		{"2027-03-25", 1, "2027-03-29"}, // Good Friday
		{"2026-12-24", 5, "2027-01-04"}, // Christmas and New Year on Fridays
		{"2026-11-23", 0, "2026-11-23"},
		{"2026-11-23", 365, "2028-05-02"},
	} {
		if got := s.Text(`SELECT private.working_days_after($1::text::date, $2)::text`, c.from, c.days); got != c.want {
			t.Errorf("%d after %s: %s, want %s", c.days, c.from, got, c.want)
		}
	}
	if got := s.Text(`SELECT string_agg(private.easter(y)::text, ' ') FROM unnest(ARRAY[2019, 2024, 2026, 2027, 2038]) AS y`); got != "2019-04-21 2024-03-31 2026-04-05 2027-03-28 2038-04-25" {
		t.Errorf("Easter is on %s", got)
	}
}
