package deal_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
)

// The rounds run in lanes that share their people, so that a person who leaves in one lane meets
// the decisions of the others. Each round makes four decisions concurrently.
const lanes = 3

// race is a market of two companies and three professionals.
type race struct {
	*markettest.Stage
	companies     [2]uuid.UUID
	professionals [3]uuid.UUID
}

// refusals are the codes that a caller who comes too late may get. A deadlock or any other database
// error is not among them.
var refusals = map[string]bool{
	"": true, "proposal_not_found": true, "proposal_not_pending": true, "project_not_open": true, "contract_not_found": true,
	"contract_has_begun": true, "contract_not_active": true, "contract_not_delivered": true, "contract_not_agreed": true, "contract_not_running": true,
	"already_proposed": true, "too_many_proposals": true, "proposal_outdated": true, "termination_open": true,
}

// TestThoseWhoDecideAtOnceWaitForEachOther accepts, withdraws, delivers, closes, edits and leaves
// concurrently, in a thousand rounds, or ten thousand if AUTOMACAO_TEST_WHOLE is set.
func TestThoseWhoDecideAtOnceWaitForEachOther(t *testing.T) {
	t.Parallel()
	s := race{Stage: markettest.Open(t)}
	for i, name := range []string{"Serra Azul", "Vale Verde"} {
		s.companies[i] = s.Member("company", name)
	}
	for i, name := range []string{"Marina Alves", "Rafael Nunes", "Bruno Lima"} {
		s.professionals[i] = s.Member("professional", name)
	}
	var running sync.WaitGroup
	for lane := range lanes {
		running.Go(func() {
			chance := rand.New(rand.NewPCG(1, uint64(lane)))
			for range markettest.Times(1000, 10_000) / lanes {
				s.round(t, chance)
			}
		})
	}
	running.Wait()
	for fact, query := range map[string]string{
		"a project has two contracts":            `SELECT project_id FROM public.contracts WHERE status IN ('agreed', 'active', 'delivered', 'completed') GROUP BY 1 HAVING count(*) > 1`,
		"an accepted proposal has no contract":   `SELECT FROM public.proposals o WHERE status = 'accepted' AND NOT EXISTS (SELECT FROM public.contracts c WHERE c.proposal_id = o.id AND c.status IN ('agreed', 'active', 'delivered', 'completed'))`,
		"a contract stands without its project":  `SELECT FROM public.contracts c JOIN public.projects p ON p.id = c.project_id WHERE c.status IN ('agreed', 'active') AND p.status <> 'in_progress' OR c.status IN ('delivered', 'completed') AND p.status <> c.status`,
		"a project is under way by nobody":       `SELECT FROM public.projects p WHERE status IN ('in_progress', 'delivered') AND NOT EXISTS (SELECT FROM public.contracts c WHERE c.project_id = p.id AND c.status IN ('agreed', 'active', 'delivered'))`,
		"a milestone outlives its contract":      `SELECT FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE c.status NOT IN ('agreed', 'active', 'delivered') AND m.status IN ('planned', 'funded', 'delivered', 'adjusting')`,
		"a contract is behind its milestones":    `SELECT FROM public.contracts c WHERE c.status = 'delivered' AND NOT EXISTS (SELECT FROM public.milestones m WHERE m.contract_id = c.id AND m.status = 'delivered')`,
		"a closed project has a living proposal": `SELECT FROM public.proposals o JOIN public.projects p ON p.id = o.project_id WHERE p.status = 'closed' AND o.status IN ('pending', 'waiting', 'accepted')`,
		"a count is wrong": `SELECT FROM public.profiles p WHERE active_projects <> (SELECT count(*) FROM public.contracts c WHERE c.status IN ('agreed', 'active', 'delivered') AND p.id IN (c.company_id, c.professional_id))
			OR p.role = 'professional' AND proposals_sent <> (SELECT count(*) FROM public.proposals o WHERE o.professional_id = p.id AND o.status <> 'withdrawn')`,
	} {
		if found := s.Text(`SELECT count(*)::text FROM (` + query + `) AS wrong`); found != "0" {
			t.Errorf("%s: %s times", fact, found)
		}
	}
	if made := s.Text(`SELECT (count(*) > 100)::text FROM public.contracts`); made != "true" {
		t.Error("hardly anything was agreed on")
	}
}

// round publishes a project with two proposals, and makes four random decisions about it
// concurrently.
func (s race) round(t *testing.T, chance *rand.Rand) {
	company := s.companies[chance.IntN(2)]
	id, sent := s.send(t, company)
	leaver := append(s.companies[:], s.professionals[:]...)[chance.IntN(5)]
	keep := chance.IntN(2) == 0
	decisions := []func() error{
		call(s, company, proposal.Accept, proposal.Acceptance{ProposalID: sent[0], KeepOthers: keep}),
		call(s, company, proposal.Accept, proposal.Acceptance{ProposalID: sent[1], KeepOthers: keep}),
		call(s, s.professionals[0], proposal.Withdraw, proposal.Reference{ProposalID: sent[0]}),
		call(s, company, project.Close, project.Closing{ProjectID: id}),
		func() error { return s.leave(leaver) },
		func() error { return s.endings(id, company) },
		func() error { return s.sendLate(id) },
	}
	chance.Shuffle(len(decisions), func(i, j int) { decisions[i], decisions[j] = decisions[j], decisions[i] })
	var deciding sync.WaitGroup
	for _, decide := range decisions[:4] {
		deciding.Go(func() {
			if code := markettest.Code(decide()); !refusals[code] {
				t.Errorf("refused with %s", code)
			}
		})
	}
	deciding.Wait()
}

func call[In, Out any](s race, who uuid.UUID, workflow markettest.Workflow[In, Out], in In) func() error {
	return func() error {
		_, err := markettest.Call(s.Stage, who, workflow, in)
		return err
	}
}

// send publishes a project with two proposals. Somebody who leaves meanwhile may close it before
// the second one.
func (s race) send(t *testing.T, company uuid.UUID) (id uuid.UUID, proposals [2]uuid.UUID) {
	id = s.Project(company, "Retrofit")
	for i := range proposals {
		err := s.Pool.QueryRow(t.Context(), `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 900, 'Faço') RETURNING id`,
			id, s.professionals[i]).Scan(&proposals[i])
		if !refusals[markettest.Code(err)] {
			t.Errorf("refused with %v", err)
		}
	}
	return id, proposals
}

func (s race) sendLate(projectID uuid.UUID) error {
	return pgx.BeginFunc(context.Background(), s.Pool, func(tx pgx.Tx) error {
		_, err := proposal.Send(context.Background(), tx, proposal.Draft{ProjectID: projectID, ProfessionalID: s.professionals[2], Value: money.Reais(900), CoverLetter: "Faço"})
		return err
	})
}

// leave runs what the removal of an account does to a party's deals.
func (s race) leave(who uuid.UUID) error {
	return pgx.BeginFunc(context.Background(), s.Pool, func(tx pgx.Tx) error {
		for _, step := range []func(context.Context, pgx.Tx, uuid.UUID) error{contract.Leave, proposal.WithdrawAllOf, project.CloseAllOf} {
			if err := step(context.Background(), tx, who); err != nil {
				return err
			}
		}
		return nil
	})
}

// endings delivers and completes the project's contract, if it has one by now.
func (s race) endings(projectID, company uuid.UUID) error {
	var contractID, professional uuid.UUID
	err := s.Pool.QueryRow(context.Background(), `SELECT id, professional_id FROM public.contracts WHERE project_id = $1`, projectID).Scan(&contractID, &professional)
	if err != nil {
		// Nobody has accepted a proposal yet.
		return nil
	}
	if _, err := markettest.Call(s.Stage, professional, contract.Deliver, contract.Delivery{ContractID: contractID}); err != nil {
		return err
	}
	_, err = markettest.Call(s.Stage, company, contract.Complete, contract.Reference{ContractID: contractID})
	return err
}
