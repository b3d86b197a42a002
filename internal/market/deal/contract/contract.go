// Package contract owns accepted work, from the agreement to its completion or early end. Each step
// belongs to one side, or to time, and the other side is told of it. The package does not handle
// payments, and package deal locks and writes the rows.
package contract

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Reference names the contract that a call is about.
type Reference struct {
	ContractID uuid.UUID `json:"contract_id"`
}

// Status is the state of a contract after a step.
type Status struct {
	ID     uuid.UUID `json:"id"`
	Status string    `json:"status"`
}

// Start begins the work of a contract. From then on it ends by delivery or by agreement. Only the
// professional may start it.
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
	return c.status(), c.tell(ctx, tx, "start_contract", by, "O profissional começou. Avisamos você quando houver entrega.")
}

// Delivery delivers everything that a contract has left. `unfunded` is the professional's
// declaration that they deliver without a guarantee, as for a single milestone.
type Delivery struct {
	ContractID uuid.UUID `json:"contract_id"`
	Unfunded   bool      `json:"unfunded,omitempty"`
}

// Deliver delivers all of the work, and the company has 14 days to answer. Only the professional
// may deliver.
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
	return c.status(), c.tell(ctx, tx, "deliver_contract", by,
		limits.Say("Confira o que foi entregue e conclua o projeto, ou peça ajustes. Sem resposta em {acceptance_days} dias, a entrega é aceita."))
}

// Complete accepts everything that was delivered, which opens the reviews. Only the company may,
// and not a person who delivered any of it.
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
		return c.status(), c.tell(ctx, tx, "accept_in_dispute", by, "O projeto conclui quando a disputa terminar.")
	}
	return c.status(), c.tell(ctx, tx, "complete_contract", by, milestone.ReviewsOpen)
}

// Adjustments are what a company asks for before it accepts a delivery, of a whole contract or of
// one milestone.
type Adjustments struct {
	ContractID  uuid.UUID `json:"contract_id,omitzero"`
	MilestoneID uuid.UUID `json:"milestone_id,omitzero"`
	Reason      string    `json:"reason"`
}

// RequestAdjustments sends a delivery back, with what is missing. Only the company may. It returns
// the state of what the call named, and of its contract.
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
		c.tell(ctx, tx, "request_adjustments", by, reason)
}

// locked is a contract whose row and project nobody else can change until the transaction ends.
type locked struct{ deal.Contract }

func (c locked) status() Status { return Status{ID: c.ID, Status: c.Status} }

// lock locks a contract for a step that the caller may take. A contract that does not exist and one
// that is not the caller's get the same answer.
func lock(ctx context.Context, tx pgx.Tx, id uuid.UUID, action string) (locked, transition.Actor, error) {
	found, err := deal.LockContract(ctx, tx, id)
	if err != nil {
		return locked{}, "", err
	}
	by, err := deal.ActorOf(ctx, tx, transition.Contract, action, found.CompanyID, found.ProfessionalID, deal.ErrContractNotFound)
	return locked{found}, by, err
}

// move returns a step of the contract on behalf of the actor's side.
func (c locked) move(action string, by transition.Actor) deal.ContractMove {
	return deal.ContractMove{Action: action, By: by, Party: c.Party(by)}
}

func (c locked) tell(ctx context.Context, tx pgx.Tx, action string, by transition.Actor, body string) error {
	return c.Tell(ctx, tx, transition.Contract, transition.Told{Action: action, By: by, Body: body})
}

// take makes every milestone take a step if it can, and then lets the contract follow.
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

// Tend lapses the terminations that nobody answered by a moment. Package milestone handles
// acceptance by silence.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return deal.Due{
		List: `SELECT id FROM public.contracts WHERE termination_by IS NOT NULL AND termination_lapses_at <= $2 AND id > $1 ORDER BY id LIMIT $3`,
		Do:   lapse,
	}.Run(ctx, pool, at)
}

func lapse(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	found, err := deal.LockContract(ctx, tx, id)
	if err != nil {
		return err
	}
	c := locked{found}
	var isDue bool
	err = tx.QueryRow(ctx, `SELECT coalesce(termination_lapses_at <= $2, false) FROM public.contracts WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return fmt.Errorf("ask whether the termination of contract %s lapsed: %w", id, err)
	}
	if !isDue {
		return nil
	}
	if err := c.drop(ctx, tx, "lapse_termination", transition.Time); err != nil {
		return err
	}
	return c.tell(ctx, tx, "lapse_termination", transition.Time, limits.Say("O prazo de {termination_days} dias terminou e o contrato continua como está."))
}
