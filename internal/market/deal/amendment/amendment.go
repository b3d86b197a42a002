// Package amendment owns work that is added to a contract while it runs: one side proposes it with
// a price and a shift of the due dates, and the other accepts or refuses exactly that. Package deal
// turns an accepted amendment into a milestone.
package amendment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of an answer.
var (
	ErrOwn    = fault.New(http.StatusForbidden, "own_amendment", "A resposta a um aditivo cabe à outra parte.")
	ErrOthers = fault.New(http.StatusForbidden, "others_amendment", "Só quem propôs o aditivo pode retirá-lo.")
)

// Reference names the amendment that a call is about.
type Reference struct {
	AmendmentID uuid.UUID `json:"amendment_id"`
}

// Reply is the other side's answer. A refusal needs a reason.
type Reply struct {
	AmendmentID uuid.UUID `json:"amendment_id"`
	Accept      bool      `json:"accept"`
	Reason      string    `json:"reason,omitempty"`
}

// Status is the state of an amendment and its contract after a step. MilestoneID is the milestone
// that an accepted amendment became.
type Status struct {
	ID             uuid.UUID  `json:"id"`
	Label          string     `json:"label"`
	Status         string     `json:"status"`
	ContractID     uuid.UUID  `json:"contract_id"`
	ContractStatus string     `json:"contract_status"`
	MilestoneID    *uuid.UUID `json:"milestone_id"`
}

// Answer accepts an amendment, which makes it part of the contract, or refuses it. Only the side to
// which it was proposed may answer, and not the person who proposed it.
func Answer(ctx context.Context, tx pgx.Tx, in Reply) (Status, error) {
	action := "accept_amendment"
	if !in.Accept {
		action = "refuse_amendment"
	}
	a, err := lockFor(ctx, tx, in.AmendmentID, action)
	if err != nil {
		return Status{}, err
	}
	switch {
	case a.by == a.author:
		return Status{}, ErrOwn
	case a.proposedBy == caller.From(ctx).UserID:
		return Status{}, deal.ErrBothSides
	}
	if err := a.keepParties(ctx, tx); err != nil {
		return Status{}, err
	}
	if !in.Accept {
		return a.refuse(ctx, tx, in.Reason)
	}
	return a.accept(ctx, tx)
}

// Withdraw withdraws an unanswered amendment. Only the side that proposed it may.
func Withdraw(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	a, err := lockFor(ctx, tx, in.AmendmentID, "withdraw_amendment")
	if err != nil {
		return Status{}, err
	}
	if a.by != a.author {
		return Status{}, ErrOthers
	}
	if err := a.move(ctx, tx, end{action: "withdraw_amendment"}); err != nil {
		return Status{}, err
	}
	if err := a.log(ctx, tx, "withdraw_amendment", ""); err != nil {
		return Status{}, err
	}
	return a.stands(), a.tell(ctx, tx, "withdraw_amendment", a.title)
}

// locked is an amendment whose contract was locked before it, and the actor as whom the caller
// acts.
type locked struct {
	id          uuid.UUID
	label       string
	author      transition.Actor
	title       string
	description string
	price       money.Money
	shiftDays   int
	status      string
	proposedBy  uuid.UUID
	milestoneID *uuid.UUID
	contract    deal.Contract
	by          transition.Actor
}

// lock reads and locks an amendment, or returns ErrAmendmentNotFound.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID) (*locked, error) {
	var contractID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT contract_id FROM public.amendments WHERE id = $1`, id).Scan(&contractID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, transition.ErrAmendmentNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("look up amendment %s: %w", id, err)
	}
	a := &locked{id: id}
	if a.contract, err = deal.LockContract(ctx, tx, contractID); err != nil {
		return nil, err
	}
	err = tx.QueryRow(ctx, `SELECT label, author, title, description, price_cents, shift_days, status, proposed_by FROM public.amendments WHERE id = $1 FOR UPDATE`, id).
		Scan(&a.label, &a.author, &a.title, &a.description, &a.price, &a.shiftDays, &a.status, &a.proposedBy)
	if err != nil {
		return nil, fmt.Errorf("lock amendment %s: %w", id, err)
	}
	return a, nil
}

// lockFor locks an amendment of a running contract for a step that the caller may take. An
// amendment that does not exist and one that is not the caller's get the same answer.
func lockFor(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (*locked, error) {
	a, err := lock(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	a.by, err = deal.ActorOf(ctx, tx, transition.Amendment, action, a.contract.CompanyID, a.contract.ProfessionalID, transition.ErrAmendmentNotFound)
	if err != nil {
		return nil, err
	}
	if !a.contract.IsRunning() {
		return nil, transition.ErrNotRunning
	}
	if _, err := transition.Amendment.Check(action, a.status, a.by); err != nil {
		return nil, err
	}
	return a, nil
}

// accept turns exactly what was proposed into a milestone.
func (a *locked) accept(ctx context.Context, tx pgx.Tx) (Status, error) {
	work := deal.Addition{Title: a.named(), Deliverable: a.description, Value: a.price, ShiftDays: a.shiftDays}
	added, err := a.contract.Add(ctx, tx, work, a.logged("accept_amendment", ""))
	if err != nil {
		return Status{}, err
	}
	if err := a.move(ctx, tx, end{action: "accept_amendment", milestoneID: &added.ID}); err != nil {
		return Status{}, err
	}
	if _, err := keepFile(ctx, tx, a.id); err != nil {
		return Status{}, err
	}
	next := "O valor foi somado ao contrato."
	if a.contract.Settlement == "guarantee" {
		next = "O valor foi somado ao contrato. Deposite a garantia antes do início deste trabalho."
	}
	return a.stands(), a.tell(ctx, tx, "accept_amendment", fmt.Sprintf("%s, %s. %s", a.title, a.price.BRL(), next))
}

func (a *locked) refuse(ctx context.Context, tx pgx.Tx, given string) (Status, error) {
	reason, err := short(given)
	if err != nil {
		return Status{}, err
	}
	if err := a.move(ctx, tx, end{action: "refuse_amendment", reason: reason}); err != nil {
		return Status{}, err
	}
	if err := a.log(ctx, tx, "refuse_amendment", reason); err != nil {
		return Status{}, err
	}
	return a.stands(), a.tell(ctx, tx, "refuse_amendment", reason)
}

// end describes how an amendment ends.
type end struct {
	action      string
	reason      string
	milestoneID *uuid.UUID
}

// move takes the amendment from its state to the next.
func (a *locked) move(ctx context.Context, tx pgx.Tx, over end) error {
	to, err := transition.Amendment.Take(ctx, tx, transition.Taken{
		ID: a.id, Action: over.action, From: a.status, By: a.by, At: deal.DateOf(ctx), Person: caller.From(ctx).UserID, Reason: over.reason,
		Args: map[string]any{"milestone": over.milestoneID},
	})
	if err != nil {
		return err
	}
	a.status, a.milestoneID = to, over.milestoneID
	return nil
}

// logged returns a step of the amendment as an event of the contract, which both sides read.
func (a *locked) logged(action, reason string) deal.ContractMove {
	text := a.named()
	if reason != "" {
		text += ": " + reason
	}
	return deal.ContractMove{Action: action, By: a.by, Party: a.contract.Party(a.by), Reason: text}
}

func (a *locked) log(ctx context.Context, tx pgx.Tx, action, reason string) error {
	return a.contract.Log(ctx, tx, a.logged(action, reason), a.contract.Status)
}

func (a *locked) tell(ctx context.Context, tx pgx.Tx, action, body string) error {
	return a.contract.Tell(ctx, tx, transition.Amendment, transition.Told{Action: action, By: a.by, Body: body, Names: map[string]string{"label": a.label}})
}

// named returns the title of the amendment's milestone.
func (a *locked) named() string { return a.label + " · " + a.title }

func (a *locked) stands() Status {
	return Status{ID: a.id, Label: a.label, Status: a.status, ContractID: a.contract.ID, ContractStatus: a.contract.Status, MilestoneID: a.milestoneID}
}

var answerWithin = limits.Say(" Responda em até {amendment_days} dias.")

// isOver selects the amendments that are over at the moment $2: nobody answered them in time, or an
// older version of the program left them open when their contract ended.
const isOver = `status = 'proposed' AND (lapses_at <= $2 OR EXISTS (
	SELECT FROM public.contracts c WHERE c.id = amendments.contract_id AND NOT private.is_binding(c.status)))`

// Tend lapses the amendments that are over at a moment.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{List: `SELECT id FROM public.amendments WHERE id > $1 AND ` + isOver + ` ORDER BY id LIMIT $3`, Do: lapse}.Run(ctx, pool, at)
}

// lapse checks again under the lock. If the contract has ended, both sides were told that already,
// so nobody is told of the lapse.
func lapse(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	a, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	a.by = transition.Time
	var isDue bool
	if err := tx.QueryRow(ctx, `SELECT `+isOver+` FROM public.amendments WHERE id = $1`, id, at).Scan(&isDue); err != nil {
		return fmt.Errorf("ask whether amendment %s lapsed: %w", id, err)
	}
	if !isDue {
		return nil
	}
	if err := a.move(ctx, tx, end{action: "lapse_amendment"}); err != nil {
		return err
	}
	if err := a.log(ctx, tx, "lapse_amendment", ""); err != nil || !a.contract.IsRunning() {
		return err
	}
	return a.contract.Tell(ctx, tx, transition.Amendment, transition.Told{Action: "lapse_amendment", By: a.by, Case: transition.StillRunning,
		Body: limits.Say("O prazo de {amendment_days} dias terminou e o contrato continua como está."), Names: map[string]string{"label": a.label}})
}
