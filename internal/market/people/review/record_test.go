package review_test

import (
	"testing"

	"github.com/google/uuid"
)

// recorded selects the track record of a party.
const recorded = `
	SELECT concat_ws(' ', contracts_completed, contracts_ended_early, contracts_withdrawn, contracts_in_dispute,
	       on_time_percent || '% on time', paid_on_time_percent || '% paid on time', axes)
	FROM public.track_records(ARRAY[$1::uuid])`

// part adds a milestone to a contract. due, delivered, owed and settled are days from today;
// settled is nil for a milestone that is not settled.
func (s scene) part(contract uuid.UUID, status string, due, delivered, owed, settled any) uuid.UUID {
	s.t.Helper()
	id := s.ID(`
		INSERT INTO public.milestones (contract_id, position, title, value_cents, status, due_on, delivered_at, delivered_by, owed_due_on, settled_at)
		SELECT c.id, 1 + (SELECT count(*) FROM public.milestones m WHERE m.contract_id = c.id), 'Painel', 100000, $2, day.today + $3::integer,
		       now() + make_interval(days => $4::integer), CASE WHEN $4 IS NOT NULL THEN c.professional_id END, day.today + $5::integer, now() + make_interval(days => $6::integer)
		FROM public.contracts c, (SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date AS today) AS day
		WHERE c.id = $1 RETURNING id`, contract, status, due, delivered, owed, settled)
	s.Exec(`
		INSERT INTO public.contract_events (contract_id, milestone_id, action, to_status, created_at)
		SELECT contract_id, id, 'deliver_milestone', 'delivered', delivered_at FROM public.milestones WHERE id = $1 AND delivered_at IS NOT NULL`, id)
	return id
}

func (s scene) expect(of uuid.UUID, when, want string) {
	s.t.Helper()
	if got := s.Text(recorded, of); got != want {
		s.t.Errorf("%s: %q, want %q", when, got, want)
	}
}

func TestSharesRestOnThreeContracts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	s.expect(marina, "new", "0 0 0 0 {}")
	for range 2 {
		s.part(s.contract(serra, marina), "released", -5, -5, -5, -5)
	}
	s.expect(marina, "after two", "2 0 0 0 {}")
	s.part(s.contract(serra, marina), "released", -5, -4, -5, -4)
	s.expect(marina, "after three", "3 0 0 0 67% on time {}")
	s.expect(serra, "after three", "3 0 0 0 67% paid on time {}")
}

func TestTheFirstDeliveryCounts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	early := s.part(s.contract(serra, marina), "released", -5, -6, nil, -1)
	s.Exec(`UPDATE public.milestones SET delivered_at = now() - interval '2 days' WHERE id = $1`, early)
	s.part(s.contract(serra, marina), "released", -5, -5, nil, -1)
	third := s.contract(serra, marina)
	s.part(third, "released", -5, -5, nil, -1)
	s.expect(marina, "delivered again", "3 0 0 0 100% on time {}")
	s.part(third, "planned", -1, nil, nil, nil)
	s.expect(marina, "its date has passed", "3 0 0 0 75% on time {}")
	for _, still := range []struct{ due, settled any }{{1, nil}, {0, nil}, {nil, nil}} {
		s.part(third, "planned", still.due, nil, nil, still.settled)
	}
	s.part(third, "cancelled", -1, nil, nil, -2)
	s.expect(marina, "what is not due says nothing", "3 0 0 0 75% on time {}")
	s.part(third, "cancelled", -3, nil, nil, -2)
	s.expect(marina, "cancelled when it was late", "3 0 0 0 60% on time {}")
}

func TestADebtIsPaidOnTheDayBothSay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	var last uuid.UUID
	for range 3 {
		last = s.contract(serra, marina)
		s.part(last, "released", nil, -20, -5, -6)
	}
	const pay = `
		INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, paid_on, status, declared_by, confirm_due_at, answered_by, answered_at, reason)
		SELECT contract_id, id, value_cents, owed_due_on - 1, $2, $3, now(), CASE WHEN $2 <> 'declared' THEN $4::uuid END, CASE WHEN $2 <> 'declared' THEN now() END, CASE $2 WHEN 'contested' THEN 'Não caiu.' END
		FROM public.milestones WHERE id = $1`
	s.Exec(pay, s.part(last, "released", nil, -20, -5, -1), "confirmed", serra, marina)
	s.expect(serra, "confirmed late, paid in time", "3 0 0 0 100% paid on time {}")
	s.part(last, "awaiting_payment", nil, -1, 5, nil)
	s.Exec(pay, s.part(last, "awaiting_payment", nil, -20, -5, nil), "declared", serra, marina)
	s.expect(serra, "neither due nor answered", "3 0 0 0 100% paid on time {}")
	s.Exec(pay, s.part(last, "awaiting_payment", nil, -20, -5, nil), "contested", serra, marina)
	s.expect(serra, "contested", "3 0 0 0 80% paid on time {}")
	s.expect(marina, "it is not the professional's", "3 0 0 0 {}")
}

func TestHowContractsEndedIsToldApart(t *testing.T) {
	t.Parallel()
	s := setup(t)
	serra, marina := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves")
	running := func(status string) uuid.UUID {
		project := s.Project(serra, "Retrofit")
		return s.ID(`INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents, status) VALUES ($1, $2, $3, $4, 100000, $5) RETURNING id`,
			project, s.Proposal(project, marina), serra, marina, status)
	}
	for _, way := range [][2]string{{"active", "terminated"}, {"active", "cancelled"}, {"agreed", "withdrawn"}} {
		s.Exec(`UPDATE public.contracts SET status = $2, ended_at = now() WHERE id = $1`, running(way[0]), way[1])
	}
	disputed := running("active")
	s.part(disputed, "disputed", nil, -1, nil, nil)
	s.part(disputed, "disputed", nil, -1, nil, nil)
	s.contract(serra, marina)
	s.expect(marina, "each its own", "1 2 1 1 {}")
	s.expect(serra, "for both sides", "1 2 1 1 {}")
	if seen := s.Seen(uuid.Nil, `SELECT count(*)::text FROM public.track_records(ARRAY[$1::uuid])`, marina); seen != "1" {
		t.Errorf("a visitor sees %s records", seen)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, marina)
	if seen := s.Seen(uuid.Nil, `SELECT count(*)::text FROM public.track_records(ARRAY[$1::uuid])`, marina); seen != "0" {
		t.Errorf("a visitor sees %s records of who is blocked", seen)
	}
}
