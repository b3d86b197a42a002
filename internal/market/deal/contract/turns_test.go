package contract_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/settlement"
)

// turns is a deal between Serra Azul, with members of every right, and Marina.
type turns struct {
	*markettest.Stage
	t                                             *testing.T
	serra, buyer, engineer, finance, reader       uuid.UUID
	marina, stranger, project, proposal, contract uuid.UUID
}

func setupTurns(t *testing.T) *turns {
	s := &turns{Stage: markettest.Open(t), t: t}
	s.serra, s.marina, s.stranger = s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("company", "Vale Verde")
	s.buyer, s.engineer = s.Colleague(s.serra, "buyer", "Eva"), s.Colleague(s.serra, "engineer", "Igor")
	s.finance, s.reader = s.Colleague(s.serra, "finance", "Flávia"), s.Colleague(s.serra, "reader", "Rui")
	s.project = s.Project(s.serra, "Retrofit")
	return s
}

const allTurns = `SELECT coalesce(string_agg(concat_ws(':', kind, nullif(count, 1)), ' ' ORDER BY kind), '') FROM public.my_turn($1)`

// waits checks what waits for a person of a party, and that waiting_contracts lists the same
// contracts.
func (s *turns) waits(who, party uuid.UUID, want string) {
	s.t.Helper()
	if got := s.Seen(who, allTurns, party); got != want {
		s.t.Errorf("it is the turn of %q, want %q", got, want)
	}
	same := s.Seen(who, `SELECT (ARRAY(SELECT contract_id FROM public.waiting_contracts($1) ORDER BY 1) = ARRAY(SELECT DISTINCT contract_id FROM public.my_turn($1) WHERE contract_id IS NOT NULL ORDER BY 1))::text`, party)
	if same != "true" {
		s.t.Error("other contracts wait")
	}
}

func (s *turns) agree() {
	s.t.Helper()
	agreed, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.proposal})
	if err != nil {
		s.t.Fatal(err)
	}
	s.contract = agreed.ContractID
	// The conversation has an unread message about the project, which is marked as read here.
	s.Exec(`UPDATE public.conversations SET unread_count = 0`)
}

func (s *turns) part() uuid.UUID {
	return s.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, s.contract)
}

func took[In, Out any](s *turns, who uuid.UUID, step markettest.Workflow[In, Out], in In) Out {
	s.t.Helper()
	out, err := markettest.Call(s.Stage, who, step, in)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// TestEachIsToldWhatWaitsForHim goes through a deal and checks at each step whose turn it is, for
// both sides and for people with only some of the rights.
func TestEachIsToldWhatWaitsForHim(t *testing.T) {
	t.Parallel()
	s := setupTurns(t)
	s.waits(s.serra, s.serra, "")
	s.Exec(`INSERT INTO public.project_questions (project_id, content) VALUES ($1, 'Qual CLP?'), ($1, 'Há elétrica?')`, s.project)
	s.proposal = s.Proposal(s.project, s.marina)
	s.waits(s.serra, s.serra, "proposals questions:2")
	s.waits(s.engineer, s.serra, "questions:2")
	s.waits(s.finance, s.serra, "")
	s.waits(s.reader, s.serra, "")
	s.waits(s.stranger, s.serra, "")

	s.Exec(`UPDATE public.projects SET revision = 2 WHERE id = $1`, s.project)
	s.waits(s.serra, s.serra, "questions:2")
	s.waits(s.marina, s.marina, "revision")
	s.Exec(`UPDATE public.proposals SET project_revision = 2 WHERE id = $1`, s.proposal)

	s.agree()
	s.waits(s.serra, s.serra, "")
	s.waits(s.marina, s.marina, "start")
	took(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.part(), Note: "Pronto."})
	s.waits(s.marina, s.marina, "")
	s.waits(s.serra, s.serra, "approve")
	s.waits(s.engineer, s.serra, "approve")
	s.waits(s.finance, s.serra, "")
	took(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.part()})
	s.waits(s.serra, s.serra, "pay review")
	s.waits(s.finance, s.serra, "pay")
	s.waits(s.buyer, s.serra, "review")
	s.waits(s.marina, s.marina, "review")
	took(s, s.finance, settlement.Record, settlement.Payment{MilestoneID: s.part(), PaidOn: s.Text(`SELECT private.market_day()::text`)})
	s.waits(s.finance, s.serra, "")
	s.waits(s.marina, s.marina, "confirm review")
}

// TestADepositComesBeforeTheWork checks, in a guarantee contract, whose turn it is through three
// milestones: one at a time, each deposited first.
func TestADepositComesBeforeTheWork(t *testing.T) {
	t.Parallel()
	s := setupTurns(t)
	s.Exec(`UPDATE private.settings SET value = 'guarantee' WHERE name = 'settlement'`)
	s.proposal = s.ID(`INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones) VALUES ($1, $2, 6000, 'Posso',
		'[{"title": "Projeto", "value": 1000}, {"title": "Montagem", "value": 2000}, {"title": "Partida", "value": 3000}]') RETURNING id`, s.project, s.marina)
	s.agree()
	parts := s.Text(`SELECT string_agg(id::text, ' ' ORDER BY position) FROM public.milestones`)
	part := func(position int) uuid.UUID { return uuid.MustParse(strings.Fields(parts)[position-1]) }
	hold := func(position int) {
		s.Exec(`UPDATE public.milestones SET status = 'awaiting_payment' WHERE id = $1`, part(position))
		s.Exec(`UPDATE public.milestones SET status = 'funded', held_cents = value_cents WHERE id = $1`, part(position))
	}
	s.waits(s.serra, s.serra, "deposit")
	s.waits(s.finance, s.serra, "deposit")
	s.waits(s.buyer, s.serra, "")
	s.waits(s.marina, s.marina, "")
	_, err := markettest.Call(s.Stage, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: part(1)})
	if markettest.Code(err) != "milestone_not_funded" {
		t.Errorf("an unfunded milestone is delivered: %v", err)
	}
	hold(1)
	s.waits(s.serra, s.serra, "")
	s.waits(s.marina, s.marina, "start")
	took(s, s.marina, contract.Start, contract.Reference{ContractID: s.contract})
	s.waits(s.marina, s.marina, "deliver")
	took(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: part(1)})
	s.waits(s.serra, s.serra, "approve deposit")
	s.waits(s.marina, s.marina, "")
	hold(3)
	s.waits(s.marina, s.marina, "deliver")
	s.Exec(`UPDATE public.milestones SET status = 'awaiting_payment' WHERE id = $1`, part(2))
	s.waits(s.serra, s.serra, "approve deposit")
	took(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: part(2), Unfunded: true})
	s.waits(s.serra, s.serra, "approve approve")
}

// TestWhatIsOverdueComesFirst checks the order: overdue items, then items with a date, then the
// rest.
func TestWhatIsOverdueComesFirst(t *testing.T) {
	t.Parallel()
	s := setupTurns(t)
	s.proposal = s.Proposal(s.project, s.marina)
	s.agree()
	s.Exec(`UPDATE public.milestones SET due_on = private.market_day() - 1 WHERE contract_id = $1`, s.contract)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia')`, s.serra, s.marina)
	took(s, s.serra, contract.ProposeTermination, contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "Sem orçamento."}})
	const order = `SELECT string_agg(kind || CASE WHEN due_at < now() THEN ' overdue' WHEN due_at IS NOT NULL THEN ' dated' ELSE '' END, ', ') FROM public.my_turn($1)`
	if got, want := s.Seen(s.marina, order, s.marina), "start overdue, termination dated, messages"; got != want {
		t.Errorf("the order is %q, want %q", got, want)
	}
}

// TestNobodyIsTurnedToHimself has one person act for both sides.
func TestNobodyIsTurnedToHimself(t *testing.T) {
	t.Parallel()
	s := setupTurns(t)
	s.proposal = s.Proposal(s.project, s.marina)
	s.agree()
	took(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.part(), Note: "Pronto."})
	s.Colleague(s.marina, "reader", "Lia")
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'reader')`, s.marina, s.engineer)
	s.waits(s.engineer, s.serra, "")
	s.waits(s.serra, s.serra, "approve")
}

// TestWhatIsPressingComesFirst checks that items with an automatic consequence come first, and that
// messages count for the person, whichever party they act for.
func TestWhatIsPressingComesFirst(t *testing.T) {
	t.Parallel()
	s := setupTurns(t)
	s.proposal = s.Proposal(s.project, s.marina)
	s.agree()
	s.Exec(`UPDATE public.milestones SET due_on = private.market_day() + 1 WHERE contract_id = $1`, s.contract)
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia'), ($1, $2, 'Tudo certo?'), ($1, $2, 'Alô?')`, s.serra, s.marina)
	took(s, s.serra, contract.ProposeTermination, contract.ProposedEnd{Ending: contract.Ending{ContractID: s.contract, Reason: "Sem orçamento."}})
	const order = `SELECT string_agg(concat_ws(':', kind, nullif(count, 1)), ' ') FROM public.my_turn($1)`
	if got := s.Seen(s.marina, order, s.marina); got != "start termination messages:3" {
		t.Errorf("it comes in the order %q", got)
	}
	if got := s.Seen(uuid.Nil, order, s.marina); got != "42501" {
		t.Errorf("a visitor reads %q", got)
	}
	if got := s.Seen(s.marina, `SELECT concat_ws(' ', number > 0, title, part IS NULL, partner) FROM public.my_turn($1) LIMIT 1`, s.marina); got != "t Retrofit t Serra Azul" {
		t.Errorf("it says %q", got)
	}
}
