// Package contract owns the way of accepted work, from the agreement to its
// completion or its early end. Each step belongs to one side, or to time, and
// is told to the other. What is paid for a step is not its business; how its
// row is locked and written is package deal's.
package contract

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Reference names the contract a call is about.
type Reference struct {
	ContractID uuid.UUID `json:"contract_id"`
}

// Status is where a contract stands after a step.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Start says that the work began: from here on it ends by delivery or by
// agreement. Only the professional may.
func Start(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "start_contract")
	if err != nil {
		return Status{}, err
	}
	if err := c.Move(ctx, tx, c.move("start_contract", by)); err != nil {
		return Status{}, err
	}
	if err := c.LetOthersGo(ctx, tx); err != nil {
		return Status{}, err
	}
	return c.status(), c.TellSide(ctx, tx, c.CompanyID, party.Fulfil, "Trabalho iniciado", "O profissional começou. Avisamos você quando houver entrega.")
}

// Delivery says that all of a contract is done. Unfunded is as of one milestone.
type Delivery struct {
	ContractID uuid.UUID `json:"contract_id"`
	Unfunded   bool      `json:"unfunded,omitempty"`
}

// Deliver says that all of the work is done; the company has 14 days to answer.
// Only the professional may.
func Deliver(ctx context.Context, tx pgx.Tx, in Delivery) (Status, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "deliver_contract")
	if err != nil {
		return Status{}, err
	}
	wasUnfunded := slices.ContainsFunc(c.Milestones, c.IsUnfunded)
	if err := take(ctx, tx, &c, "deliver_milestone", deal.MilestoneMove{ContractMove: c.move("deliver_contract", by), WithoutGuarantee: in.Unfunded}); err != nil {
		return Status{}, err
	}
	if wasUnfunded {
		if err := c.TellWaived(ctx, tx, ""); err != nil {
			return Status{}, err
		}
	}
	return c.status(), c.TellSide(ctx, tx, c.CompanyID, party.Fulfil, "Entrega marcada",
		limits.Say("Confira o que foi entregue e conclua o projeto, ou peça ajustes. Sem resposta em {acceptance_days} dias, a entrega é aceita."))
}

// Complete says that all of what was delivered is accepted, which opens the
// reviews. Only the company may, and of it nobody who delivered.
func Complete(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "complete_contract")
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Contract.Check("complete_contract", c.Status, by); err != nil {
		return Status{}, err
	}
	if c.IsWorkOf(caller.From(ctx).UserID) {
		return Status{}, milestone.ErrOwnWork
	}
	if err := take(ctx, tx, &c, "approve_milestone", deal.MilestoneMove{ContractMove: c.move("complete_contract", by)}); err != nil {
		return Status{}, err
	}
	if c.Status != "completed" {
		return c.status(), c.TellSide(ctx, tx, c.ProfessionalID, party.Fulfil, "Entrega aceita", "O projeto conclui quando a disputa terminar.")
	}
	return c.status(), c.TellSide(ctx, tx, c.ProfessionalID, party.Fulfil, "Projeto concluído", milestone.ReviewsOpen)
}

// Adjustments are what a company asks for before it accepts a delivery: all of
// a contract's, or one milestone.
type Adjustments struct {
	ContractID  uuid.UUID `json:"contract_id,omitzero"`
	MilestoneID uuid.UUID `json:"milestone_id,omitzero"`
	Reason      string    `json:"reason"`
}

// RequestAdjustments gives a delivery back, with what is missing. Only the
// company may. It answers with what the call named, and its contract.
func RequestAdjustments(ctx context.Context, tx pgx.Tx, in Adjustments) (milestone.Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return milestone.Status{}, err
	}
	if in.MilestoneID != uuid.Nil {
		return milestone.RequestAdjustments(ctx, tx, in.MilestoneID, reason)
	}
	c, by, err := lock(ctx, tx, in.ContractID, "request_adjustments")
	if err != nil {
		return milestone.Status{}, err
	}
	move := c.move("request_adjustments", by)
	move.Reason = reason
	if err := take(ctx, tx, &c, "request_adjustments", deal.MilestoneMove{ContractMove: move}); err != nil {
		return milestone.Status{}, err
	}
	return milestone.Status{ID: c.ID, Status: c.Status, ContractID: c.ID, ContractStatus: c.Status},
		c.TellSide(ctx, tx, c.ProfessionalID, party.Fulfil, "Ajustes pedidos", reason)
}

// locked is a contract whose row and project nobody else can change until the
// transaction ends.
type locked struct{ deal.Contract }

func (c locked) status() Status { return Status{ID: c.ID, Status: c.Status} }

// lock reads a contract that the caller may take a step of. Missing and not
// the caller's answer alike.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (locked, transition.Actor, error) {
	found, err := deal.LockContract(ctx, tx, id)
	if err != nil {
		return locked{}, "", err
	}
	by, err := deal.ActorOf(ctx, tx, transition.Contract, action, found.CompanyID, found.ProfessionalID, deal.ErrContractNotFound)
	return locked{found}, by, err
}

// move is a step of the contract on the account of the actor's side.
func (c locked) move(action string, by transition.Actor) deal.ContractMove {
	return deal.ContractMove{Action: action, By: by, Party: c.Party(by)}
}

// take has every milestone that can take a step take it, and the contract
// follow.
func take(ctx context.Context, tx pgx.Tx, c *locked, action string, move deal.MilestoneMove) error {
	if _, err := transition.Contract.Check(move.Action, c.Status, move.By); err != nil {
		return err
	}
	of := move
	of.Action = action
	if err := c.MoveMilestones(ctx, tx, of); err != nil {
		return err
	}
	return c.Follow(ctx, tx, move.ContractMove)
}
