package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/transition"
)

// endAmendments ends the unanswered amendments of a contract that is over, in the transaction that
// ended it, so that none waits for a contract that is over.
func (c Contract) endAmendments(ctx context.Context, tx pgx.Tx) error {
	if c.IsRunning() {
		return nil
	}
	rows, err := tx.Query(ctx, `SELECT id, label, title FROM public.amendments WHERE contract_id = $1 AND status = $2 ORDER BY id FOR UPDATE`, c.ID, transition.Amendment.Initial)
	if err != nil {
		return fmt.Errorf("end the amendments of contract %s: %w", c.ID, err)
	}
	type open struct {
		ID           uuid.UUID
		Label, Title string
	}
	over, err := pgx.CollectRows(rows, pgx.RowToStructByPos[open])
	if err != nil {
		return fmt.Errorf("end the amendments of contract %s: %w", c.ID, err)
	}
	for _, a := range over {
		_, err := transition.Amendment.Take(ctx, tx, transition.Taken{ID: a.ID, Action: "end_amendment", From: transition.Amendment.Initial, By: transition.System, At: date(ctx)})
		if err != nil {
			return err
		}
		move := ContractMove{Action: "end_amendment", By: transition.System, Party: uuid.Nil, Reason: a.Label + " · " + a.Title}
		if err := c.Log(ctx, tx, move, c.Status); err != nil {
			return err
		}
		err = c.Tell(ctx, tx, transition.Amendment, transition.Told{Action: "end_amendment", By: transition.System,
			Body: a.Title + ": o contrato terminou antes da resposta.", Names: map[string]string{"label": a.Label}})
		if err != nil {
			return err
		}
	}
	return nil
}

// Addition is work added to a contract after it was made.
type Addition struct {
	Title       string
	Deliverable string
	Value       money.Money
	// ShiftDays moves the due dates of undelivered milestones, in working days.
	ShiftDays int
}

// Add appends the work to a running contract as its last milestone and adds its value to the
// contract's. The contract then follows its milestones by the given move.
func (c *Contract) Add(ctx context.Context, tx pgx.Tx, work Addition, move ContractMove) (Milestone, error) {
	if err := c.shift(ctx, tx, work.ShiftDays); err != nil {
		return Milestone{}, err
	}
	var id uuid.UUID
	err := tx.QueryRow(ctx, `
		INSERT INTO public.milestones (contract_id, position, kind, title, deliverable, value_cents)
		SELECT $1, max(position) + 1, 'amendment', $2, $3, $4 FROM public.milestones WHERE contract_id = $1 RETURNING id`,
		c.ID, work.Title, work.Deliverable, work.Value).Scan(&id)
	if err != nil {
		return Milestone{}, fmt.Errorf("add a milestone to contract %s: %w", c.ID, err)
	}
	if _, err := tx.Exec(ctx, `UPDATE public.contracts SET value_cents = value_cents + $2 WHERE id = $1`, c.ID, work.Value); err != nil {
		return Milestone{}, fmt.Errorf("raise the value of contract %s: %w", c.ID, err)
	}
	if c.Milestones, err = lockMilestones(ctx, tx, c.ID); err != nil {
		return Milestone{}, err
	}
	before := c.Status
	if err := c.Follow(ctx, tx, move); err != nil {
		return Milestone{}, err
	}
	added := *c.Milestone(id)
	if c.Status != before {
		return added, nil
	}
	return added, c.Log(ctx, tx, move, before)
}

// shift moves the due dates of undelivered milestones by a number of working days.
func (c *Contract) shift(ctx context.Context, tx pgx.Tx, days int) error {
	if days == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE public.milestones SET due_on = private.working_days_after(due_on, $2)
		WHERE contract_id = $1 AND due_on IS NOT NULL
		  AND (status IN ('planned', 'funded', 'adjusting') OR status IN ('awaiting_payment') AND owed_due_on IS NULL)`, c.ID, days)
	if err != nil {
		return fmt.Errorf("move the dates of contract %s: %w", c.ID, err)
	}
	return nil
}
