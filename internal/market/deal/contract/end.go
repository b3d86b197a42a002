package contract

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// ErrOtherSideThere refuses a cancellation by one side while the other side is active and can be
// asked for a distrato.
var ErrOtherSideThere = fault.New(http.StatusConflict, "other_side_active", "A outra parte continua ativa: proponha um distrato.")

// Ending is one side's decision to end a contract. `reopen` says whether the project opens again,
// which it does unless it is false. It counts only if the company sends it.
type Ending struct {
	ContractID uuid.UUID `json:"contract_id"`
	Reason     string    `json:"reason"`
	Reopen     *bool     `json:"reopen,omitempty"`
}

// Withdraw ends a contract before the work began. Either side may.
func Withdraw(ctx context.Context, tx pgx.Tx, in Ending) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	c, by, err := lock(ctx, tx, in.ContractID, "withdraw_contract")
	if err != nil {
		return Status{}, err
	}
	return c.withdraw(ctx, tx, by, reason, by == transition.Professional || isYes(in.Reopen))
}

func (c locked) withdraw(ctx context.Context, tx pgx.Tx, by transition.Actor, reason string, reopens bool) (Status, error) {
	if err := end(ctx, tx, &c, deal.ContractMove{Action: "withdraw_contract", By: by, Party: c.Party(by), Reason: reason}, reopens); err != nil {
		return Status{}, err
	}
	return c.status(), c.tell(ctx, tx, "withdraw_contract", by, reason)
}

// Cancel ends a contract whose other side is blocked or gone. Either side may.
func Cancel(ctx context.Context, tx pgx.Tx, in Ending) (Status, error) {
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	c, by, err := lock(ctx, tx, in.ContractID, "cancel_contract")
	if err != nil {
		return Status{}, err
	}
	if _, err := transition.Contract.Check("cancel_contract", c.Status, by); err != nil {
		return Status{}, err
	}
	isThere, err := isActive(ctx, tx, c.Other(c.Party(by)))
	if err != nil {
		return Status{}, err
	}
	if isThere {
		return Status{}, ErrOtherSideThere
	}
	reopens := by == transition.Company && isYes(in.Reopen)
	if err := end(ctx, tx, &c, deal.ContractMove{Action: "cancel_contract", By: by, Party: c.Party(by), Reason: reason}, reopens); err != nil {
		return Status{}, err
	}
	return c.status(), c.tell(ctx, tx, "cancel_contract", by, reason)
}

func isYes(word *bool) bool { return word == nil || *word }

func isActive(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (active bool, err error) {
	err = tx.QueryRow(ctx, `SELECT status = 'active' FROM public.profiles WHERE id = $1`, partyID).Scan(&active)
	if err != nil {
		return false, fmt.Errorf("look up party %s: %w", partyID, err)
	}
	return active, nil
}

// end takes a contract to an early end. The agreed distrato, if there is one, decides what becomes
// of each milestone. The proposal ends with the contract, and the project opens again or is closed.
func end(ctx context.Context, tx pgx.Tx, c *locked, move deal.ContractMove, reopens bool) error {
	parts := map[uuid.UUID]int64{}
	if move.Action == "answer_termination" {
		for _, part := range c.Termination.Parts {
			parts[part.MilestoneID] = part.ProfessionalPercent
		}
	}
	if err := c.Move(ctx, tx, move); err != nil {
		return err
	}
	if err := c.WindUp(ctx, tx, parts); err != nil {
		return err
	}
	ended := deal.ProposalMove{Action: "end_contract", By: transition.System, Only: []uuid.UUID{c.ProposalID}}
	if _, err := deal.MoveProposals(ctx, tx, c.Project, ended); err != nil {
		return err
	}
	if reopens {
		if err := c.Project.Move(ctx, tx, "reopen_project", transition.System); err != nil {
			return err
		}
		return deal.Return(ctx, tx, c.Project)
	}
	if err := c.Project.Move(ctx, tx, "close_project", transition.System); err != nil {
		return err
	}
	return deal.Decline(ctx, tx, c.Project, deal.ProposalMove{Action: "close_project", Cause: deal.ProjectClosed, Reason: "O projeto foi encerrado."})
}

// ForClosing is the effect of closing a project on its contract: the state of the project, and the
// state of the distrato, if there is one.
type ForClosing struct{ Project, Termination string }

// EndForClosing ends the contract of a locked project that its company closes. A contract on which
// work has not begun is withdrawn. For one under way it proposes a distrato, or accepts the
// professional's own. The caller has checked the company's right to close the project;
// EndForClosing checks the right to end the contract.
func EndForClosing(ctx context.Context, tx pgx.Tx, project deal.Project, reason string) (ForClosing, error) {
	found, err := deal.Running(ctx, tx, project)
	if err != nil {
		return ForClosing{}, err
	}
	c := locked{found}
	by, err := deal.ActorOf(ctx, tx, transition.Contract, "withdraw_contract", c.CompanyID, c.ProfessionalID, deal.ErrContractNotFound)
	if err != nil {
		return ForClosing{}, err
	}
	if by != transition.Company {
		return ForClosing{}, transition.ErrNotYourStep
	}
	if reason == "" {
		reason = "A empresa encerrou o projeto."
	}
	switch {
	case c.Status == "agreed":
		_, err := c.withdraw(ctx, tx, by, reason, false)
		return ForClosing{Project: "closed"}, err
	// A distrato with a settlement has to be read before it is accepted.
	case c.Termination.By == c.ProfessionalID && len(c.Termination.Parts) > 0:
		return ForClosing{Project: project.Status, Termination: "proposed"}, nil
	case c.Termination.By == c.ProfessionalID:
		agreed, err := c.terminate(ctx, tx, by, false)
		return ForClosing{Project: "closed", Termination: agreed.Termination}, err
	case c.Termination.By == c.CompanyID:
		if _, err := tx.Exec(ctx, `UPDATE public.contracts SET termination_reopens = false WHERE id = $1`, c.ID); err != nil {
			return ForClosing{}, fmt.Errorf("keep project %s from opening again: %w", project.ID, err)
		}
		return ForClosing{Project: project.Status, Termination: "proposed"}, nil
	}
	stays := false
	proposed, err := c.propose(ctx, tx, by, reason, &stays, nil)
	return ForClosing{Project: project.Status, Termination: proposed.Termination}, err
}

const runningOf = ` FROM public.contracts WHERE (company_id = $1 OR professional_id = $1) AND private.is_binding(status)`

// HasRunning reports whether a party is bound by a contract that has not ended. To rely on the
// answer, call it under deal.LockAllOf.
func HasRunning(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (bound bool, err error) {
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT`+runningOf+`)`, partyID).Scan(&bound); err != nil {
		return false, fmt.Errorf("look for running contracts of %s: %w", partyID, err)
	}
	return bound, nil
}

// Leave ends the running contracts of a party that leaves the market, and tells the other sides. If
// the company leaves, every delivered milestone counts as accepted. If the professional leaves, a
// delivered contract stays, for the company or silence to accept.
func Leave(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) error {
	if err := deal.LockAllOf(ctx, tx, partyID); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `SELECT id`+runningOf+` ORDER BY project_id`, partyID)
	if err != nil {
		return fmt.Errorf("list running contracts of %s: %w", partyID, err)
	}
	contracts, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list running contracts of %s: %w", partyID, err)
	}
	for _, id := range contracts {
		if err := leave(ctx, tx, id, partyID); err != nil {
			return fmt.Errorf("leave contract %s: %w", id, err)
		}
	}
	return nil
}

func leave(ctx context.Context, tx pgx.Tx, id, partyID uuid.UUID) error {
	found, err := deal.LockContract(ctx, tx, id)
	if err != nil {
		return err
	}
	c := locked{found}
	move := deal.ContractMove{Action: "leave", By: transition.System, Party: partyID}
	companyLeaves := partyID == c.CompanyID
	switch {
	case c.Status == "delivered" && companyLeaves:
		if err := take(ctx, tx, &c, "leave", deal.MilestoneMove{ContractMove: move}); err != nil {
			return err
		}
		return c.tellLeft(ctx, tx, partyID, "completed", "A empresa deixou a plataforma e a entrega foi aceita.")
	case c.Status == "delivered":
		return c.tell(ctx, tx, "leave_delivered", transition.System, "A entrega continua com você: conclua o projeto ou ela é aceita no fim do prazo.")
	}
	if companyLeaves {
		if err := c.MoveMilestones(ctx, tx, deal.MilestoneMove{ContractMove: move}); err != nil {
			return err
		}
	}
	if err := end(ctx, tx, &c, move, !companyLeaves); err != nil {
		return err
	}
	body := "O profissional deixou a plataforma. O projeto está aberto de novo."
	if companyLeaves {
		body = "A empresa deixou a plataforma."
	}
	return c.tellLeft(ctx, tx, partyID, c.Status, body)
}

// tellLeft tells the side that stays that the other one left, which led the contract to a state.
func (c locked) tellLeft(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, to, body string) error {
	left := transition.Professional
	if partyID == c.CompanyID {
		left = transition.Company
	}
	return c.Tell(ctx, tx, transition.Contract, transition.Told{Action: "leave", By: transition.System, To: to, Side: left, Body: body})
}
