package proposal_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// scene is a project of Serra Azul with proposals from Marina and Rafael.
type scene struct {
	*markettest.Stage
	serra, marina, rafael uuid.UUID
	project               uuid.UUID
	marinas, rafaels      uuid.UUID
}

func setup(t *testing.T) scene { return setupOn(markettest.Open(t)) }

func setupOn(stage *markettest.Stage) scene {
	s := scene{Stage: stage}
	s.serra = s.Member("company", "Serra Azul")
	s.marina = s.Member("professional", "Marina Alves")
	s.rafael = s.Member("professional", "Rafael Nunes")
	s.project = s.Project(s.serra, "Retrofit da envasadora")
	s.marinas = s.Proposal(s.project, s.marina)
	s.rafaels = s.Proposal(s.project, s.rafael)
	return s
}

func (s scene) status(proposalID uuid.UUID) string {
	return s.Text(`SELECT status FROM public.proposals WHERE id = $1`, proposalID)
}

func (s scene) news(who uuid.UUID) string {
	return s.Text(`SELECT string_agg(kind || ': ' || title, '; ' ORDER BY created_at) FROM public.notifications WHERE profile_id = $1`, who)
}

// leave runs a step of the removal of an account.
func (s scene) leave(t *testing.T, who uuid.UUID, do func(context.Context, pgx.Tx, uuid.UUID) error) {
	t.Helper()
	if err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error { return do(t.Context(), tx, who) }); err != nil {
		t.Fatal(err)
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()

	t.Run("ItBecomesAContractAndTheOthersAreDeclined", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		got, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
		if err != nil {
			t.Fatal(err)
		}
		if got.ProjectID != s.project || got.ProfessionalID != s.marina {
			t.Errorf("got %+v", got)
		}
		if mine, other := s.status(s.marinas), s.status(s.rafaels); mine != "accepted" || other != "declined" {
			t.Errorf("proposals are %s and %s", mine, other)
		}
		if status := s.Text(`SELECT status FROM public.projects WHERE id = $1`, s.project); status != "in_progress" {
			t.Errorf("the project is %s", status)
		}
		if sides := s.Text(`SELECT (company_id = $2 AND professional_id = $3 AND value = 48500)::text FROM public.contracts WHERE id = $1`, got.ContractID, s.serra, s.marina); sides != "true" {
			t.Error("the contract has other sides or another value")
		}
		if said := s.Text(`SELECT content FROM public.messages WHERE from_id = $1 AND to_id = $2`, s.serra, s.marina); !strings.Contains(said, `"Retrofit da envasadora" foi aceita`) {
			t.Errorf("the company says %q", said)
		}
		if news := s.news(s.marina); news != "decision: Proposta aceita: Retrofit da envasadora" {
			t.Errorf("Marina reads %q", news)
		}
		if about := s.Text(`SELECT subject_kind || ' ' || (subject_id = $2) FROM public.notifications WHERE profile_id = $1 AND kind = 'decision'`, s.marina, got.ContractID); about != "contract true" {
			t.Errorf("the news lead to the contract: %s", about)
		}
		if news := s.news(s.rafael); news != "decision: Proposta não selecionada: Retrofit da envasadora" {
			t.Errorf("Rafael reads %q", news)
		}
		if active := s.Text(`SELECT active_projects::text FROM public.profiles WHERE id = $1`, s.marina); active != "1" {
			t.Errorf("Marina has %s active projects", active)
		}
	})

	t.Run("OfManyAtOnceOneSucceeds", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		var calls sync.WaitGroup
		type outcome struct {
			proposal.Accepted
			code string
		}
		outcomes := make(chan outcome, 8)
		for i := range cap(outcomes) {
			chosen := []uuid.UUID{s.marinas, s.rafaels}[i%2]
			calls.Go(func() {
				accepted, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: chosen})
				outcomes <- outcome{accepted, markettest.Code(err)}
			})
		}
		calls.Wait()
		close(outcomes)
		// Four calls asked for the winner, and all of them got its one contract.
		told := map[outcome]int{}
		for got := range outcomes {
			told[got]++
		}
		if len(told) != 2 || told[outcome{code: "proposal_not_pending"}] != 4 {
			t.Errorf("they were told %v", told)
		}
		if contracts := s.Text(`SELECT count(*)::text FROM public.contracts`); contracts != "1" {
			t.Errorf("there are %s contracts", contracts)
		}
	})

	t.Run("WhoAcceptsAgainIsAnsweredWithTheSameContract", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		first, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
		if err != nil {
			t.Fatal(err)
		}
		told := s.news(s.marina)
		again, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
		if err != nil || again != first {
			t.Errorf("answered %+v, %v; want %+v", again, err, first)
		}
		if got := s.news(s.marina); got != told {
			t.Errorf("Marina is told again: %s", got)
		}
		for _, who := range []uuid.UUID{s.marina, s.rafael} {
			if got, err := markettest.Call(s.Stage, who, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas}); markettest.Code(err) != "proposal_not_found" {
				t.Errorf("another than the company is answered %+v, %v", got, err)
			}
		}
	})

	t.Run("ABlockedProfessionalIsNotHired", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina)
		_, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
		if code := markettest.Code(err); code != "professional_unavailable" {
			t.Errorf("got %q", code)
		}
	})
}

func TestDecisionsBelongToTheirSide(t *testing.T) {
	t.Parallel()
	s := setup(t)
	vale := s.Member("company", "Vale Verde")
	for fact, try := range map[string]func() error{
		"AnotherCompanyDoesNotAccept": func() error {
			_, err := markettest.Call(s.Stage, vale, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
			return err
		},
		"TheSenderDoesNotAccept": func() error {
			_, err := markettest.Call(s.Stage, s.marina, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas})
			return err
		},
		"AnotherCompanyDoesNotDecline": func() error {
			_, err := markettest.Call(s.Stage, vale, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: "Não"})
			return err
		},
		"AnotherProfessionalDoesNotWithdraw": func() error {
			_, err := markettest.Call(s.Stage, s.rafael, proposal.Withdraw, proposal.Reference{ProposalID: s.marinas})
			return err
		},
		"TheCompanyDoesNotWithdraw": func() error {
			_, err := markettest.Call(s.Stage, s.serra, proposal.Withdraw, proposal.Reference{ProposalID: s.marinas})
			return err
		},
		"AMissingProposalAnswersAlike": func() error {
			_, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: uuid.New()})
			return err
		},
	} {
		t.Run(fact, func(t *testing.T) {
			if code := markettest.Code(try()); code != "proposal_not_found" {
				t.Errorf("got %q", code)
			}
		})
	}
}

func TestDecline(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for reason, want := range map[string]string{" \n ": "reason_required", strings.Repeat("é", 1001): "reason_too_long"} {
		_, err := markettest.Call(s.Stage, s.serra, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: reason})
		if code := markettest.Code(err); code != want {
			t.Errorf("got %q, want %s", code, want)
		}
	}
	if _, err := markettest.Call(s.Stage, s.serra, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: " Fora do orçamento. "}); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT status || ': ' || decline_reason FROM public.proposals WHERE id = $1`, s.marinas); got != "declined: Fora do orçamento." {
		t.Errorf("it is %s", got)
	}
	_, err := markettest.Call(s.Stage, s.serra, proposal.Decline, proposal.Refusal{ProposalID: s.marinas, Reason: "De novo"})
	if code := markettest.Code(err); code != "proposal_not_pending" {
		t.Errorf("the second time: %q", code)
	}
	if rest := s.status(s.rafaels); rest != "pending" {
		t.Errorf("the other proposal is %s", rest)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if _, err := markettest.Call(s.Stage, s.marina, proposal.Withdraw, proposal.Reference{ProposalID: s.marinas}); err != nil {
		t.Fatal(err)
	}
	if status := s.status(s.marinas); status != "withdrawn" {
		t.Errorf("it is %s", status)
	}
	if count := s.Text(`SELECT proposals_count::text FROM public.projects WHERE id = $1`, s.project); count != "1" {
		t.Errorf("the project counts %s proposals", count)
	}
	if again := s.Proposal(s.project, s.marina); s.status(again) != "pending" {
		t.Error("she cannot send another")
	}
}
