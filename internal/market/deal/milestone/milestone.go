// Package milestone owns the delivery of one part of a contract, the company's answer to it, and
// acceptance by silence. The contract follows its milestones. Package transition defines the steps,
// and package deal locks and writes the rows. How an accepted milestone is paid does not belong
// here.
package milestone

import (
	"context"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Refusals of a milestone's step.
var (
	ErrOwnWork     = fault.New(http.StatusForbidden, "own_work", "Quem marcou a entrega não pode aceitá-la.")
	ErrNoteTooLong = fault.New(http.StatusUnprocessableEntity, "delivery_note_too_long", "O texto da entrega é longo demais.")
)

// Reference names the milestone that a call is about.
type Reference struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
}

// Status is the state of a milestone and its contract after a step.
type Status struct {
	ID             uuid.UUID `json:"id"`
	Status         string    `json:"status"`
	ContractID     uuid.UUID `json:"contract_id"`
	ContractStatus string    `json:"contract_status"`
}

// Delivery delivers a finished milestone, with the professional's note. `unfunded` is their
// declaration that they work without a guarantee, if no money is held for the milestone.
type Delivery struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
	Note        string    `json:"note,omitempty"`
	Unfunded    bool      `json:"unfunded,omitempty"`
}

// Deliver delivers a milestone, and the company has 14 days to answer. It starts the contract's
// work if nobody started it before. Only the professional may deliver.
func Deliver(ctx context.Context, tx pgx.Tx, in Delivery) (Status, error) {
	note := humantext.Paragraphs(in.Note)
	if utf8.RuneCountInString(note) > limits.MilestonesDeliveryNote {
		return Status{}, ErrNoteTooLong
	}
	l, err := lock(ctx, tx, in.MilestoneID, "deliver_milestone")
	if err != nil {
		return Status{}, err
	}
	wasUnfunded := l.contract.IsUnfunded(*l.milestone)
	if err := l.take(ctx, tx, "deliver_milestone", deal.MilestoneMove{Note: note, WithoutGuarantee: in.Unfunded}); err != nil {
		return Status{}, err
	}
	if wasUnfunded {
		if err := l.contract.TellWaived(ctx, tx, l.named()); err != nil {
			return Status{}, err
		}
	}
	next := limits.Say("Confira e aprove, ou peça ajustes. Sem resposta em {acceptance_days} dias, a entrega é aceita.")
	if l.milestone.IsPaused {
		next = "Confira os itens da lista de aceite. O prazo para responder corre quando nada impeditivo estiver em aberto."
	}
	return l.stands(), l.tell(ctx, tx, "deliver_milestone", l.named()+next)
}

// RequestAdjustments sends one delivery back, with a reason that the caller has checked. Only the
// company may.
func RequestAdjustments(ctx context.Context, tx pgx.Tx, id uuid.UUID, reason string) (Status, error) {
	l, err := lock(ctx, tx, id, "request_adjustments")
	if err != nil {
		return Status{}, err
	}
	if err := l.take(ctx, tx, "request_adjustments", deal.MilestoneMove{ContractMove: deal.ContractMove{Reason: reason}}); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tell(ctx, tx, "request_adjustments", l.named()+reason)
}

// Approve accepts a delivered milestone: the money held for it is released, and if none is held it
// is owed from then on. Only the company may, and not a person who delivered any of the contract.
func Approve(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	l, err := lock(ctx, tx, in.MilestoneID, "approve_milestone")
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Milestone.Check("approve_milestone", l.milestone.Status, l.by); err != nil {
		return Status{}, err
	}
	if l.contract.IsWorkOf(caller.From(ctx).UserID) {
		return Status{}, ErrOwnWork
	}
	if err := l.take(ctx, tx, "approve_milestone", deal.MilestoneMove{}); err != nil {
		return Status{}, err
	}
	if err := l.contract.AskDeposit(ctx, tx); err != nil {
		return Status{}, err
	}
	return l.stands(), l.tellAccepted(ctx, tx, "approve_milestone", "complete_contract")
}

// ReviewsOpen is the sentence about the review period that ends the news of a completed contract.
var ReviewsOpen = limits.Say("Conte como foi: a avaliação fica aberta por {review_days} dias.")

// locked is a milestone and its contract, which nobody else can change until the transaction ends,
// and the actor as whom the caller acts.
type locked struct {
	contract  deal.Contract
	milestone *deal.Milestone
	by        transition.Actor
}

// lock locks a milestone for a step that the caller may take. A milestone that does not exist and
// one that is not the caller's get the same answer.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (locked, error) {
	c, m, err := deal.LockMilestone(ctx, tx, id)
	if err != nil {
		return locked{}, err
	}
	by, err := deal.ActorOf(ctx, tx, transition.Milestone, action, c.CompanyID, c.ProfessionalID, deal.ErrMilestoneNotFound)
	return locked{contract: c, milestone: m, by: by}, err
}

// take moves the milestone of a running contract and lets the contract follow.
func (l *locked) take(ctx context.Context, tx pgx.Tx, action string, move deal.MilestoneMove) error {
	if _, err := transition.Milestone.Check(action, l.milestone.Status, l.by); err != nil {
		return err
	}
	if !l.contract.IsRunning() {
		return transition.ErrNotRunning
	}
	move.Action, move.By, move.Party = action, l.by, l.contract.Party(l.by)
	if err := l.contract.MoveMilestone(ctx, tx, l.milestone, move); err != nil {
		return err
	}
	return l.contract.Follow(ctx, tx, move.ContractMove)
}

func (l *locked) stands() Status {
	return Status{ID: l.milestone.ID, Status: l.milestone.Status, ContractID: l.contract.ID, ContractStatus: l.contract.Status}
}

// named returns the milestone's label to open a sentence, or nothing if the contract has only one
// milestone.
func (l *locked) named() string {
	if len(l.contract.Milestones) == 1 {
		return ""
	}
	return l.milestone.Label() + ": "
}

func (l *locked) tell(ctx context.Context, tx pgx.Tx, action, body string) error {
	return l.contract.Tell(ctx, tx, transition.Milestone, transition.Told{Action: action, By: l.by, Body: body})
}

// tellAccepted tells of an accepted milestone: what happens to its money, and, if it was the last
// one, of the contract's step, which completed it.
func (l *locked) tellAccepted(ctx context.Context, tx pgx.Tx, action, last string) error {
	money := "o valor foi liberado."
	if l.milestone.IsOwed {
		money = limits.Say("o pagamento vence em {owed_days} dias.")
	}
	if l.contract.Status == "completed" {
		return l.contract.Tell(ctx, tx, transition.Contract, transition.Told{Action: last, By: l.by, Body: upper(money) + " " + ReviewsOpen})
	}
	return l.tell(ctx, tx, action, l.milestone.Label()+": "+money)
}

func upper(sentence string) string { return strings.ToUpper(sentence[:1]) + sentence[1:] }
