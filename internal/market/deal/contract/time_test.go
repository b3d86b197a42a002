package contract_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/contract"
	"automacao/internal/market/deal/milestone"
)

// tend runs the due work for the given number of days from now.
func (s scene) tend(days int) {
	s.t.Helper()
	at := time.Now().AddDate(0, 0, days)
	if err := errors.Join(milestone.Tend(s.Watch(s.t.Context()), s.Pool, at), contract.Tend(s.Watch(s.t.Context()), s.Pool, at)); err != nil {
		s.t.Fatal(err)
	}
}

func TestSilenceHasADate(t *testing.T) {
	t.Parallel()
	s := setup(t)
	must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.about().ContractID})
	s.tend(0)
	s.told(s.serra, "Entrega marcada: Retrofit")

	const reminders = `SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title = 'Faltam 3 dias para responder à entrega: Retrofit'`
	s.tend(10)
	if told := s.Text(reminders, s.serra); told != "0" {
		t.Error("the company was reminded too early")
	}
	for _, days := range []int{11, 11, 13} {
		s.tend(days)
	}
	if told := s.Text(reminders, s.serra); told != "1" {
		t.Errorf("the company was reminded %s times", told)
	}
	s.expect("delivered delivered declined")

	s.tend(14)
	s.tend(14)
	s.expect("completed completed declined")
	s.told(s.marina, "Entrega aceita pelo prazo: Retrofit")
	s.told(s.serra, "Entrega aceita pelo prazo: Retrofit")
	if by := s.Text(`SELECT concat_ws(' ', c.completed_by IS NULL, e.action, e.actor_id IS NULL, e.party_id IS NULL) FROM public.contracts c
		JOIN public.contract_events e ON e.contract_id = c.id AND e.to_status = 'completed' AND e.milestone_id IS NULL`); by != "t accept_by_silence t t" {
		t.Errorf("it was completed by %q", by)
	}
}

// leave runs what the removal of an account runs.
func leave(s scene, who uuid.UUID) {
	s.t.Helper()
	err := pgx.BeginFunc(s.t.Context(), s.Pool, func(tx pgx.Tx) error { return contract.Leave(context.Background(), tx, who) })
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestLeavingEndsWhatRuns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps   int
		company bool
		want    string
		told    string
	}{
		"AnAgreementOfAProfessional": {0, false, "withdrawn open pending", "Contrato encerrado: Retrofit"},
		"AnAgreementOfACompany":      {0, true, "withdrawn closed declined", "Contrato encerrado: Retrofit"},
		"TheWorkOfAProfessional":     {1, false, "cancelled open declined", "Contrato encerrado: Retrofit"},
		"TheWorkForACompany":         {1, true, "cancelled closed declined", "Contrato encerrado: Retrofit"},
		"WhatACompanyWasGiven":       {2, true, "completed completed declined", "Projeto concluído: Retrofit"},
		"WhatAProfessionalDelivered": {2, false, "delivered delivered declined", "O profissional deixou a plataforma: Retrofit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := setup(t)
			if c.steps > 0 {
				must(s, s.marina, contract.Start, s.about())
			}
			if c.steps > 1 {
				must(s, s.marina, contract.Deliver, contract.Delivery{ContractID: s.contract})
			}
			who, other := s.marina, s.serra
			if c.company {
				who, other = s.serra, s.marina
			}
			leave(s, who)
			s.expect(c.want)
			s.told(other, c.told)
			var bound bool
			err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) (err error) {
				bound, err = contract.HasRunning(t.Context(), tx, who)
				return err
			})
			if err != nil || bound != (c.want[:9] == "delivered") {
				t.Errorf("bound: %v, %v", bound, err)
			}
		})
	}
}
