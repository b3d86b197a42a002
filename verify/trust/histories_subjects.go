package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"

	"github.com/anishathalye/porcupine"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	cents "automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
	"automacao/internal/postgres"
)

// proposalsEach is the number of a project's proposals, of which only one can be accepted.
const proposalsEach = 3

// nobody stands for no proposal, in requests and answers.
const nobody = -1

// acceptance requests that a proposal is accepted; with nobody it reads the accepted one.
type acceptance struct{ proposal int }

// accepted is the answer: whether the proposal was accepted, or which one was read.
type accepted struct {
	isDone   bool
	proposal int
}

// acceptanceModel allows at most one accepted proposal, permanently.
var acceptanceModel = porcupine.Model{
	Init: func() any { return nobody },
	Step: func(state, input, output any) (bool, any) {
		was, asked, answered := state.(int), input.(acceptance), output.(accepted)
		switch {
		case asked.proposal == nobody:
			return answered.proposal == was, was
		case answered.isDone:
			return was == nobody || was == asked.proposal, asked.proposal
		}
		return was != nobody, was
	},
}

// acceptances prepares steps on the proposals of a new project.
func (w *witnesses) acceptances(ctx context.Context) (step, error) {
	var project uuid.UUID
	ids := make([]uuid.UUID, proposalsEach)
	err := pgx.BeginFunc(ctx, w.db, func(tx pgx.Tx) error {
		if err := tx.QueryRow(ctx, `
			INSERT INTO public.projects (company_id, title, description, budget, deadline, skills)
			VALUES ($1, 'Retrofit da linha 2', 'Painel antigo', 'A combinar', '60 dias', '{retrofit}') RETURNING id`, w.company.UserID).Scan(&project); err != nil {
			return err
		}
		for i, who := range w.professionals {
			if err := tx.QueryRow(ctx, `
				INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, milestones)
				VALUES ($1, $2, 300.00, 'Posso começar já.', '[{"title":"Painel","value":"300.00"}]') RETURNING id`, project, who.UserID).Scan(&ids[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return func(ctx context.Context, draw *rand.Rand) (any, any, error) {
		if isRead(draw) {
			found, err := w.company.Get(ctx, "proposals?select=id&status=eq.accepted&project_id=eq."+project.String())
			which, err := whichOf(ids, found, err)
			return acceptance{nobody}, accepted{proposal: which}, err
		}
		asked := draw.IntN(len(ids))
		_, err := w.company.Call(ctx, http.MethodPost, "/rest/v1/rpc/accept_proposal", fmt.Appendf(nil, `{"proposal_id":%q}`, ids[asked]))
		isDone := err == nil
		_, err = refused(err)
		return acceptance{asked}, accepted{isDone: isDone}, err
	}, err
}

// whichOf returns the index of the answered id; two ids are an error.
func whichOf(ids []uuid.UUID, answer []byte, err error) (int, error) {
	if err != nil {
		return nobody, err
	}
	var rows []struct{ ID uuid.UUID }
	if err := json.Unmarshal(answer, &rows); err != nil || len(rows) > 1 {
		return nobody, errors.Join(err, fmt.Errorf("accepted are %s", answer))
	}
	for i, id := range ids {
		if len(rows) == 1 && rows[0].ID == id {
			return i, nil
		}
	}
	return nobody, nil
}

// flagging requests that a message is marked as read, or reads the flag.
type flagging struct{ isMark bool }

// flagModel is a flag that can only be set.
var flagModel = porcupine.Model{
	Init: func() any { return false },
	Step: func(state, input, output any) (bool, any) {
		if input.(flagging).isMark {
			return true, true
		}
		return output.(bool) == state.(bool), state
	},
}

// flags prepares steps on a new message, which its receiver marks and both members read.
func (w *witnesses) flags(ctx context.Context) (step, error) {
	from, to, id := w.company, w.professionals[0], uuid.Must(uuid.NewV7())
	err := insert(ctx, from, "messages", map[string]any{"client_id": id, "from_id": from.UserID, "to_id": to.UserID, "content": "Segue a lista " + id.String()})
	path := "messages?select=read&client_id=eq." + id.String()
	return func(ctx context.Context, draw *rand.Rand) (any, any, error) {
		if draw.IntN(4) > 0 { // the first marking has an effect, later ones have none
			who := from
			if isRead(draw) {
				who = to
			}
			row, err := readOne[struct{ Read bool }](who.Get(ctx, path))
			return flagging{}, row.Read, err
		}
		_, err := readOne[struct{ Read bool }](to.Call(ctx, http.MethodPatch, "/rest/v1/"+path, []byte(`{"read":true}`), "Prefer", "return=representation"))
		return flagging{isMark: true}, nil, err
	}, err
}

// posting requests a deposit or, if negative, a withdrawal; zero reads the balance.
type posting struct{ value cents.Money }

// posted is the answer: whether it was done, or the balance read.
type posted struct {
	isDone  bool
	balance cents.Money
}

// balanceModel is a sum that never falls below zero.
var balanceModel = porcupine.Model{
	Init: func() any { return cents.Money(0) },
	Step: func(state, input, output any) (bool, any) {
		was, asked, answered := state.(cents.Money), input.(posting), output.(posted)
		switch {
		case asked.value == 0:
			return answered.balance == was, was
		case answered.isDone:
			return was+asked.value >= 0, was + asked.value
		}
		return was+asked.value < 0, was
	},
}

// balances prepares steps on a new member, posted through the ledger's own functions.
func (w *witnesses) balances(ctx context.Context) (step, error) {
	who, err := w.member(ctx, "professional", "Marina")
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, draw *rand.Rand) (any, any, error) {
		if isRead(draw) {
			balance, err := balanceOf(who.Call(ctx, http.MethodPost, "/rest/v1/rpc/money_balance", []byte(`{}`)))
			return posting{}, posted{balance: balance}, err
		}
		value := cents.Money(draw.IntN(200) - 100)
		if value == 0 {
			value = 1
		}
		err := postgres.InTx(ctx, w.db, func(tx pgx.Tx) error {
			return ledger.Adjust(ctx, tx, ledger.Adjustment{ID: uuid.New(), PartyID: who.UserID, Memo: "Ajuste", Value: value})
		})
		if errors.Is(err, ledger.ErrShort) {
			return posting{value}, posted{}, nil
		}
		return posting{value}, posted{isDone: true}, err
	}, nil
}

func balanceOf(answer []byte, err error) (cents.Money, error) {
	if err != nil {
		return 0, err
	}
	var said struct{ Available json.Number }
	if err := json.Unmarshal(answer, &said); err != nil {
		return 0, err
	}
	return cents.Parse(said.Available.String())
}
