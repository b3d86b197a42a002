package proposal_test

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/market"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/limits"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
	"automacao/internal/postgres/dbtest"
)

func (s scene) value(proposalID uuid.UUID) string {
	return s.Text(`SELECT value_cents || ' in ' || terms FROM public.proposals WHERE id = $1`, proposalID)
}

func (s scene) states(proposalID uuid.UUID) string {
	return s.Text(`SELECT string_agg(number || ' ' || author || ' ' || state, ', ' ORDER BY number) FROM public.proposal_terms WHERE proposal_id = $1`, proposalID)
}

func (s scene) revise(who uuid.UUID, upon int, value int64) (proposal.Written, error) {
	worth := money.Reais(value)
	return markettest.Call(s.Stage, who, proposal.Revise, proposal.Terms{ProposalID: s.marinas, Terms: upon, Value: &worth})
}

func (s scene) counter(who uuid.UUID, upon int, value int64) (proposal.Written, error) {
	worth := money.Reais(value)
	return markettest.Call(s.Stage, who, proposal.Counter, proposal.Terms{ProposalID: s.marinas, Terms: upon, Value: &worth, Note: "Cabe no orçamento?"})
}

func TestWhatIsReadIsWhatIsAccepted(t *testing.T) {
	t.Parallel()
	s := setup(t)
	if _, err := s.revise(s.marina, 1, 52000); err != nil {
		t.Fatal(err)
	}
	for _, read := range []int{0, 1, 3} {
		_, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: read})
		if !errors.Is(err, proposal.ErrTermsChanged) {
			t.Errorf("a reader of terms %d: %v", read, err)
		}
	}
	accepted, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: 2})
	if err != nil {
		t.Fatal(err)
	}
	if worth := s.Text(`SELECT value_cents::text FROM public.contracts WHERE id = $1`, accepted.ContractID); worth != "5200000" {
		t.Errorf("the contract is worth %s", worth)
	}
	if _, err := s.revise(s.marina, 2, 99000); !errors.Is(err, transition.ErrNotPending) {
		t.Errorf("revised after the acceptance: %v", err)
	}
}

func TestARevisionGoesOnFromTheCurrentTerms(t *testing.T) {
	t.Parallel()
	s := setup(t)
	plan := json.RawMessage(`[{"title":"Projeto","deliverable":"Esquemas","value":20000,"due_on":null},{"title":"Partida","deliverable":"Linha rodando","value":"28500.00","due_on":null}]`)
	days, until, without := 30, time.Now().In(market.Zone).AddDate(0, 0, 10).Format(time.DateOnly), "  Sem materiais  "
	_, err := markettest.Call(s.Stage, s.marina, proposal.Revise, proposal.Terms{
		ProposalID: s.marinas, Terms: 1, Milestones: &plan, DeadlineDays: &days, ValidUntil: &until, Exclusions: &without,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT jsonb_array_length(milestones) || ', ' || deadline_days || ', ' || exclusions || ', ' || (valid_until = $2::date) FROM public.proposals WHERE id = $1`, s.marinas, until); got != "2, 30, Sem materiais, true" {
		t.Errorf("the proposal says %s", got)
	}
	// The new value does not fit the milestones, so one milestone replaces them.
	if _, err := s.revise(s.marina, 2, 50000); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT jsonb_array_length(milestones) || ', ' || deadline_days FROM public.proposals WHERE id = $1`, s.marinas); got != "1, 30" {
		t.Errorf("the proposal says %s", got)
	}
	if got := s.states(s.marinas); got != "1 professional superseded, 2 professional superseded, 3 professional current" {
		t.Errorf("its history is %s", got)
	}
	none := 0
	if _, err := markettest.Call(s.Stage, s.marina, proposal.Revise, proposal.Terms{ProposalID: s.marinas, Terms: 3, DeadlineDays: &none}); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT coalesce(deadline_days::text, 'none') FROM public.proposals WHERE id = $1`, s.marinas); got != "none" {
		t.Errorf("the deadline was taken away, and is %s", got)
	}
}

func TestCounterOffers(t *testing.T) {
	t.Parallel()

	t.Run("ChangeNothingUntilTheyAreAccepted", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		offered, err := s.counter(s.serra, 1, 45000)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.value(s.marinas); got != "4850000 in 1" || offered.Number != 2 || offered.Terms != 1 {
			t.Errorf("the proposal says %s after %+v", got, offered)
		}
		if got := s.Text(`SELECT title || ': ' || body FROM public.notifications WHERE profile_id = $1 ORDER BY created_at DESC LIMIT 1`, s.marina); got == "" {
			t.Error("Marina was not told")
		}
		if _, err := markettest.Call(s.Stage, s.marina, proposal.AnswerCounter, proposal.CounterAnswer{ProposalID: s.marinas, Number: 2, Accept: true}); err != nil {
			t.Fatal(err)
		}
		if got := s.value(s.marinas); got != "4500000 in 2" {
			t.Errorf("the proposal says %s", got)
		}
		if got := s.states(s.marinas); got != "1 professional superseded, 2 company current" {
			t.Errorf("its history is %s", got)
		}
		if _, err := markettest.Call(s.Stage, s.marina, proposal.AnswerCounter, proposal.CounterAnswer{ProposalID: s.marinas, Number: 2}); !errors.Is(err, proposal.ErrNoOffer) {
			t.Errorf("answered twice: %v", err)
		}
	})

	t.Run("AreAnsweredByARevision", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		if _, err := s.counter(s.serra, 1, 45000); err != nil {
			t.Fatal(err)
		}
		if _, err := s.revise(s.marina, 1, 47000); err != nil {
			t.Fatal(err)
		}
		if got := s.states(s.marinas); got != "1 professional superseded, 2 company declined, 3 professional current" {
			t.Errorf("the history is %s", got)
		}
		if _, err := s.counter(s.serra, 1, 46000); !errors.Is(err, proposal.ErrTermsChanged) {
			t.Errorf("countered what was no longer offered: %v", err)
		}
	})

	t.Run("EndWithTheProposal", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		if _, err := s.counter(s.serra, 1, 45000); err != nil {
			t.Fatal(err)
		}
		if _, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.rafaels}); err != nil {
			t.Fatal(err)
		}
		if got := s.states(s.marinas); got != "1 professional current, 2 company withdrawn" {
			t.Errorf("the history is %s", got)
		}
	})

	t.Run("CanBeTakenBack", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		if _, err := s.counter(s.serra, 1, 45000); err != nil {
			t.Fatal(err)
		}
		if _, err := markettest.Call(s.Stage, s.serra, proposal.WithdrawCounter, proposal.Reference{ProposalID: s.marinas}); err != nil {
			t.Fatal(err)
		}
		_, err := markettest.Call(s.Stage, s.marina, proposal.AnswerCounter, proposal.CounterAnswer{ProposalID: s.marinas, Number: 2, Accept: true})
		if !errors.Is(err, proposal.ErrNoOffer) || s.value(s.marinas) != "4850000 in 1" {
			t.Errorf("accepted what was taken back: %v, %s", err, s.value(s.marinas))
		}
	})

	t.Run("HaveAnEnd", func(t *testing.T) {
		t.Parallel()
		s := setup(t)
		for range limits.ProposalTermsMax / 2 {
			if _, err := s.counter(s.serra, 1, 45000); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.counter(s.serra, 1, 45000); !errors.Is(err, proposal.ErrTooManyTerms) {
			t.Errorf("went on: %v", err)
		}
		// The company's offers leave the sender room to answer.
		upon := 1
		for range limits.ProposalTermsMax/2 - 1 {
			written, err := s.revise(s.marina, upon, 50000)
			if err != nil {
				t.Fatal(err)
			}
			upon = written.Terms
		}
		if _, err := s.revise(s.marina, upon, 50000); !errors.Is(err, proposal.ErrTooManyTerms) {
			t.Errorf("its sender went on: %v", err)
		}
	})
}

func TestTermsAreTheRightHands(t *testing.T) {
	t.Parallel()
	s := setup(t)
	stranger := s.Member("company", "Outra")
	reader := s.Colleague(s.serra, "reader", "Leitora")
	if _, err := s.counter(s.serra, 1, 45000); err != nil {
		t.Fatal(err)
	}
	answer := func(who uuid.UUID) error {
		_, err := markettest.Call(s.Stage, who, proposal.AnswerCounter, proposal.CounterAnswer{ProposalID: s.marinas, Number: 2, Accept: true})
		return err
	}
	worth := func(_ proposal.Written, err error) error { return err }
	for what, check := range map[string]struct{ got, want error }{
		"a company's revision":          {worth(s.revise(s.serra, 1, 1)), proposal.ErrNotFound},
		"a professional's counter":      {worth(s.counter(s.marina, 1, 1)), proposal.ErrNotFound},
		"a company's yes to itself":     {answer(s.serra), proposal.ErrNotFound},
		"another professional's answer": {answer(s.rafael), proposal.ErrNotFound},
		"a stranger's counter":          {worth(s.counter(stranger, 1, 1)), proposal.ErrNotFound},
		"a reader's counter":            {worth(s.counter(reader, 1, 1)), party.ErrRight},
		"a value of nothing":            {worth(s.revise(s.marina, 1, 0)), proposal.ErrBadValue},
		"a value below nothing":         {worth(s.counter(s.serra, 1, -1)), proposal.ErrBadValue},
	} {
		if !errors.Is(check.got, check.want) {
			t.Errorf("%s: %v, want %v", what, check.got, check.want)
		}
	}
	if got := s.Seen(s.rafael, `SELECT count(*)::text FROM public.proposal_terms WHERE proposal_id = $1`, s.marinas); got != "0" {
		t.Errorf("another professional reads %s terms", got)
	}
	if got := s.Seen(s.serra, `SELECT count(*)::text FROM public.proposal_terms WHERE proposal_id = $1`, s.marinas); got != "2" {
		t.Errorf("the company reads %s terms", got)
	}
	if got := s.value(s.marinas); got != "4850000 in 1" {
		t.Errorf("the proposal says %s", got)
	}
}

func TestRevisingAndAcceptingAtOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	var group sync.WaitGroup
	var accepted, revised error
	group.Go(func() {
		_, accepted = markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: 1})
	})
	group.Go(func() { _, revised = s.revise(s.marina, 1, 90000) })
	group.Wait()
	if (accepted == nil) == (revised == nil) {
		t.Fatalf("accepted: %v, revised: %v", accepted, revised)
	}
	if worth := s.Text(`SELECT coalesce(max(value_cents), 0)::text FROM public.contracts`); accepted == nil && worth != "4850000" {
		t.Errorf("the contract is worth %s", worth)
	}
}

func TestValidity(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	s := setupOn(markettest.On(t, db.Pool))
	later := time.Now().AddDate(0, 0, limits.ProposalValidDays+1)
	if err := proposal.Expire(s.Watch(t.Context()), s.Pool, later.AddDate(0, 0, -1)); err != nil {
		t.Fatal(err)
	}
	if got := s.status(s.marinas); got != "pending" {
		t.Fatalf("on its last day it is %s", got)
	}
	for range 2 {
		if err := proposal.Expire(s.Watch(t.Context()), s.Pool, later); err != nil {
			t.Fatal(err)
		}
	}
	if mine, other := s.status(s.marinas), s.status(s.rafaels); mine != "expired" || other != "expired" {
		t.Errorf("they are %s and %s", mine, other)
	}
	if told := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title LIKE 'Proposta vencida%'`, s.marina); told != "1" {
		t.Errorf("Marina was told %s times", told)
	}
	if _, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas}); !errors.Is(err, transition.ErrNotPending) {
		t.Errorf("accepted: %v", err)
	}
	if _, err := s.revise(s.marina, 1, 48500); err != nil {
		t.Errorf("not renewed: %v", err)
	}
	if got := s.status(s.marinas); got != "pending" {
		t.Errorf("renewed it is %s", got)
	}
	// The expired date alone refuses the acceptance, before the job has run.
	_, err := db.Owner.Exec(t.Context(), `
		ALTER TABLE public.proposals DISABLE TRIGGER a_prepare_terms;
		UPDATE public.proposals SET valid_until = private.market_day() - 1`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: 2}); !errors.Is(err, proposal.ErrExpired) {
		t.Errorf("accepted after its validity: %v", err)
	}
}

func TestTravelIsPaidBesideTheValue(t *testing.T) {
	t.Parallel()
	s := setup(t)
	travel := money.Money(1_234_56)
	if _, err := markettest.Call(s.Stage, s.marina, proposal.Revise, proposal.Terms{ProposalID: s.marinas, Terms: 1, Travel: &travel}); err != nil {
		t.Fatal(err)
	}
	accepted, err := markettest.Call(s.Stage, s.serra, proposal.Accept, proposal.Acceptance{ProposalID: s.marinas, Terms: 2})
	if err != nil {
		t.Fatal(err)
	}
	got := s.Text(`
		SELECT c.value_cents || ': ' || string_agg(m.position || ' ' || m.kind || ' ' || m.value_cents, ', ' ORDER BY m.position)
		FROM public.contracts c JOIN public.milestones m ON m.contract_id = c.id WHERE c.id = $1 GROUP BY c.value_cents`, accepted.ContractID)
	if got != "4973456: 1 work 4850000, 2 travel 123456" {
		t.Errorf("the contract is %s", got)
	}
}
