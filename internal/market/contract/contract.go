// Package contract owns the way of accepted work, from the agreement to its
// completion or its early end. Each step belongs to one side, or to time, and
// is told to the other. What is paid for a step is not its business; how its
// row is locked and written is package deal's.
package contract

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/party"
	"automacao/internal/market/transition"
)

// ErrOwnWork refuses the acceptance of a delivery by whoever made it.
var ErrOwnWork = fault.New(http.StatusForbidden, "own_work", "Quem marcou a entrega não pode aceitá-la.")

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
	if err := take(ctx, tx, &c, "start_contract", by, ""); err != nil {
		return Status{}, err
	}
	if err := letOthersGo(ctx, tx, c); err != nil {
		return Status{}, err
	}
	return c.status(), c.TellSide(ctx, tx, c.CompanyID, party.Fulfil, "Trabalho iniciado", "O profissional começou. Você será avisado da entrega.")
}

// Deliver says that the work is done; the company has 14 days to answer. Only
// the professional may.
func Deliver(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "deliver_contract")
	if err != nil {
		return Status{}, err
	}
	if err := take(ctx, tx, &c, "deliver_contract", by, ""); err != nil {
		return Status{}, err
	}
	if err := c.Project.Move(ctx, tx, "deliver_contract", transition.System); err != nil {
		return Status{}, err
	}
	if err := letOthersGo(ctx, tx, c); err != nil {
		return Status{}, err
	}
	return c.status(), c.TellSide(ctx, tx, c.CompanyID, party.Fulfil, "Entrega marcada",
		limits.Say("Confira o que foi entregue e conclua o projeto, ou peça ajustes. Sem resposta em {acceptance_days} dias, a entrega é aceita."))
}

// Complete says that what was delivered is accepted, which opens the reviews.
// Only the company may, and of it nobody who delivered.
func Complete(ctx context.Context, tx pgx.Tx, in Reference) (Status, error) {
	c, by, err := lock(ctx, tx, in.ContractID, "complete_contract")
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Contract.Check("complete_contract", c.Status, by); err != nil {
		return Status{}, err
	}
	if c.DeliveredBy == caller.From(ctx).UserID {
		return Status{}, ErrOwnWork
	}
	if err := complete(ctx, tx, &c, deal.ContractMove{Action: "complete_contract", By: by, Party: c.CompanyID}); err != nil {
		return Status{}, err
	}
	return c.status(), c.TellSide(ctx, tx, c.ProfessionalID, party.Fulfil, "Projeto concluído", reviewsOpen)
}

var reviewsOpen = limits.Say("Conte como foi: a avaliação fica aberta por {review_days} dias.")

func complete(ctx context.Context, tx pgx.Tx, c *locked, move deal.ContractMove) error {
	if err := c.Move(ctx, tx, move); err != nil {
		return err
	}
	return c.Project.Move(ctx, tx, "complete_contract", transition.System)
}

// Adjustments are what a company asks for before it accepts a delivery.
type Adjustments struct {
	ContractID uuid.UUID `json:"contract_id"`
	Reason     string    `json:"reason"`
}

// RequestAdjustments gives a delivery back, with what is missing. Only the
// company may.
func RequestAdjustments(ctx context.Context, tx pgx.Tx, in Adjustments) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	c, by, err := lock(ctx, tx, in.ContractID, "request_adjustments")
	if err != nil {
		return Status{}, err
	}
	if err := take(ctx, tx, &c, "request_adjustments", by, reason); err != nil {
		return Status{}, err
	}
	if err := c.Project.Move(ctx, tx, "request_adjustments", transition.System); err != nil {
		return Status{}, err
	}
	return c.status(), c.TellSide(ctx, tx, c.ProfessionalID, party.Fulfil, "Ajustes pedidos", reason)
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

func take(ctx context.Context, tx pgx.Tx, c *locked, action string, by transition.Actor, reason string) error {
	return c.Move(ctx, tx, deal.ContractMove{Action: action, By: by, Party: c.Party(by), Reason: reason})
}

// letOthersGo ends the wait of proposals that were kept until the work began.
func letOthersGo(ctx context.Context, tx pgx.Tx, c locked) error {
	return deal.Decline(ctx, tx, c.Project, deal.ProposalMove{Action: "choose_other", Cause: deal.OtherChosen,
		Reason: "O trabalho começou com a proposta escolhida. Obrigado pelo interesse: novos projetos entram toda semana."}, "Proposta não selecionada")
}
