package contract_test

import (
	"testing"
	"time"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/project"
	"automacao/internal/market/markettest"
)

func TestEitherSideTakesAnAgreementBack(t *testing.T) {
	t.Parallel()

	t.Run("TheProfessionalsProjectIsOpenAgainAndTheWaitingCompete", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		if code := take(s, s.rafael, contract.Withdraw, s.ending()); code != "contract_not_found" {
			t.Errorf("a stranger: %q", code)
		}
		no := false
		must(s, s.marina, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Fiquei sem agenda", Reopen: &no})
		s.expect("withdrawn open pending")
		s.told(s.serra, "Contrato desfeito antes do início: Retrofit")
		s.told(s.rafael, "Sua proposta voltou a concorrer: Retrofit")
		if end := s.Text(`SELECT concat_ws(' ', ended_by = $2, end_reason, o.status) FROM public.contracts c JOIN public.proposals o ON o.id = c.proposal_id WHERE c.id = $1`, s.contract, s.marina); end != "t Fiquei sem agenda ended" {
			t.Errorf("it ended %q", end)
		}
		// The project accepts proposals again, even another one of Marina's.
		s.Proposal(s.project, s.marina)
	})

	t.Run("TheCompanySaysWhetherItLooksFurther", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		no := false
		must(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Verba adiada", Reopen: &no})
		s.expect("withdrawn closed declined")
		s.told(s.marina, "Contrato desfeito antes do início: Retrofit")
		s.told(s.rafael, "Projeto encerrado: Retrofit")
	})

	t.Run("NotOnceTheWorkHasBegun", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.marina, contract.Start, s.about())
		if code := take(s, s.serra, contract.Withdraw, s.ending()); code != "contract_has_begun" {
			t.Errorf("got %q", code)
		}
	})
}

func TestADistratoNeedsBoth(t *testing.T) {
	t.Parallel()

	t.Run("TheOtherSideAgrees", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.marina, contract.Start, s.about())
		must(s, s.marina, contract.ProposeTermination, s.offer())
		s.told(s.serra, "Distrato proposto: Retrofit")
		if code := take(s, s.serra, contract.ProposeTermination, s.offer()); code != "termination_open" {
			t.Errorf("a second one: %q", code)
		}
		if code := take(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true}); code != "own_termination" {
			t.Errorf("she answers herself: %q", code)
		}
		if code := take(s, s.serra, contract.WithdrawTermination, s.about()); code != "others_termination" {
			t.Errorf("taken back by the other side: %q", code)
		}
		got, err := markettest.Call(s.Stage, s.serra, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
		if err != nil || got != (contract.Termination{ID: s.contract, Status: "terminated", Termination: "agreed"}) {
			t.Fatalf("got %+v, %v", got, err)
		}
		s.expect("terminated open declined")
		s.told(s.marina, "Distrato aceito: Retrofit")
		if reason := s.Text(`SELECT end_reason FROM public.contracts WHERE id = $1`, s.contract); reason != "Mudança de planos" {
			t.Errorf("it ended for %q", reason)
		}
	})

	t.Run("OrRefusesAndItGoesOn", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.serra, contract.ProposeTermination, s.offer())
		must(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract})
		s.expect("agreed in_progress waiting")
		s.told(s.serra, "Distrato recusado: Retrofit")
		if code := take(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true}); code != "termination_not_open" {
			t.Errorf("answered twice: %q", code)
		}
	})

	t.Run("OrItIsTakenBack", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.serra, contract.ProposeTermination, s.offer())
		must(s, s.serra, contract.WithdrawTermination, s.about())
		s.told(s.marina, "Distrato retirado: Retrofit")
		if code := take(s, s.serra, contract.WithdrawTermination, s.about()); code != "termination_not_open" {
			t.Errorf("twice: %q", code)
		}
	})

	t.Run("AndTheOneThatWasReadIsAccepted", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		lapses := func() *time.Time {
			t.Helper()
			var at time.Time
			if err := s.Pool.QueryRow(t.Context(), `SELECT termination_lapses_at FROM public.contracts WHERE id = $1`, s.contract).Scan(&at); err != nil {
				t.Fatal(err)
			}
			return &at
		}
		must(s, s.serra, contract.ProposeTermination, s.offer())
		read := lapses()
		must(s, s.serra, contract.WithdrawTermination, s.about())
		must(s, s.serra, contract.ProposeTermination, s.offer())
		for name, at := range map[string]*time.Time{"that was taken back": read, "that she does not name": nil} {
			if code := take(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true, LapsesAt: at}); code != "termination_changed" {
				t.Errorf("one %s: %q", name, code)
			}
		}
		must(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true, LapsesAt: lapses()})
	})

	t.Run("OrFourteenDaysPass", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.serra, contract.ProposeTermination, s.offer())
		s.tend(0)
		s.told(s.marina, "Distrato proposto: Retrofit")
		if span := s.Text(`SELECT (termination_lapses_at - termination_proposed_at)::text FROM public.contracts WHERE id = $1`, s.contract); span != "14 days" {
			t.Errorf("it waits for %s", span)
		}
		s.Exec(`UPDATE public.contracts SET termination_lapses_at = now() WHERE id = $1`, s.contract)
		if code := take(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true}); code != "termination_not_open" {
			t.Errorf("answered too late: %q", code)
		}
		s.tend(0)
		s.told(s.marina, "Distrato sem resposta: Retrofit")
		s.told(s.serra, "Distrato sem resposta: Retrofit")
		s.expect("agreed in_progress waiting")
		if open := s.Text(`SELECT count(termination_by)::text FROM public.contracts`); open != "0" {
			t.Error("it is still open")
		}
	})
}

func TestASideThatIsGoneIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	must(s, s.marina, contract.Start, s.about())
	if code := take(s, s.serra, contract.Cancel, s.ending()); code != "other_side_active" {
		t.Errorf("while she is there: %q", code)
	}
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.marina)
	if code := take(s, s.marina, contract.Cancel, s.ending()); code != "right_missing" {
		t.Errorf("a blocked member: %q", code)
	}
	must(s, s.serra, contract.Cancel, s.ending())
	s.expect("cancelled open declined")

	s = setup(t)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, s.serra)
	must(s, s.marina, contract.Cancel, s.ending())
	s.expect("cancelled closed declined")
}

func TestClosingAProjectLeadsToTheWayOut(t *testing.T) {
	t.Parallel()

	t.Run("BeforeTheWorkTheAgreementIsTakenBack", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		got, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project, Reason: "Verba adiada"})
		if err != nil || got != (project.Status{ID: s.project, Status: "closed"}) {
			t.Fatalf("got %+v, %v", got, err)
		}
		s.expect("withdrawn closed declined")
	})

	t.Run("ThenADistratoIsProposedAndClosesItWhenAgreed", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
		for range 2 {
			got, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project})
			if err != nil || got != (project.Status{ID: s.project, Status: "delivered", Termination: "proposed"}) {
				t.Fatalf("got %+v, %v", got, err)
			}
		}
		must(s, s.marina, contract.AnswerTermination, contract.Answer{ContractID: s.contract, Accept: true})
		s.expect("terminated closed declined")
	})

	t.Run("OrTheProfessionalsOwnIsAccepted", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		must(s, s.marina, contract.ProposeTermination, s.offer())
		must(s, s.marina, contract.Start, s.about())
		got, err := markettest.Call(s.Stage, s.serra, project.Close, project.Closing{ProjectID: s.project})
		if err != nil || got != (project.Status{ID: s.project, Status: "closed", Termination: "agreed"}) {
			t.Fatalf("got %+v, %v", got, err)
		}
		s.expect("terminated closed declined")
	})
}
