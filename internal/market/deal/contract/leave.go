package contract

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

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
