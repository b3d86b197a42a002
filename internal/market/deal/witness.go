package deal

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/transition"
)

// Witnessing is a side's confirmation of results that the other side recorded. It covers all
// checklists of a milestone or one of them, and all of its items or some.
type Witnessing struct {
	MilestoneID uuid.UUID
	ChecklistID uuid.UUID
	Items       []uuid.UUID
	Side        transition.Actor
	// As is how the confirmation was given: witness, signature, delivery or approval.
	As string
}

// Witness stores that the caller, for a side, confirms what the other side recorded as passed or
// not applicable, and returns the positions of those items. Nobody witnesses a result that they
// recorded themselves, for whichever side.
func Witness(ctx context.Context, tx pgx.Tx, w Witnessing) ([]int, error) {
	rows, err := tx.Query(ctx, `
		UPDATE public.checklist_items i
		SET witnessed_by = p.id, witnessed_name = p.name, witnessed_as = $5, witnessed_at = coalesce($7, clock_timestamp())
		FROM public.checklists c, public.profiles p
		WHERE c.id = i.checklist_id AND c.milestone_id = $1 AND (c.id = $2 OR $2 = '00000000-0000-0000-0000-000000000000'::uuid)
		  AND (cardinality($3::uuid[]) = 0 OR i.id = ANY ($3)) AND c.status = 'agreed' AND p.id = $6
		  AND i.result IN ('passed', 'not_applicable') AND i.recorded_side <> $4 AND i.recorded_by <> p.id AND i.witnessed_at IS NULL
		RETURNING i.position`, w.MilestoneID, w.ChecklistID, only(w.Items), w.Side, w.As, caller.From(ctx).UserID, date(ctx))
	if err != nil {
		return nil, fmt.Errorf("witness the lists of milestone %s: %w", w.MilestoneID, err)
	}
	places, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		return nil, fmt.Errorf("witness the lists of milestone %s: %w", w.MilestoneID, err)
	}
	return places, nil
}

// witnessBy makes a delivery or an approval count as a confirmation: a side that says that the work
// is done, or good, confirms what the other side recorded about it. A person who recorded a result
// for the other side before changing sides cannot approve.
func (m Milestone) witnessBy(ctx context.Context, tx pgx.Tx, move ContractMove) error {
	as, isWord := map[string]string{"deliver_milestone": "delivery", "approve_milestone": "approval"}[move.Action]
	if !isWord {
		return nil
	}
	if _, err := Witness(ctx, tx, Witnessing{MilestoneID: m.ID, Side: move.By, As: as}); err != nil {
		return err
	}
	if as != "approval" {
		return nil
	}
	var isOwn bool
	err := tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.checklists c JOIN public.checklist_items i ON i.checklist_id = c.id
		  WHERE c.milestone_id = $1 AND c.status = 'agreed' AND i.blocking AND i.witnessed_at IS NULL AND i.recorded_side <> $2 AND i.recorded_by = $3)`,
		m.ID, move.By, caller.From(ctx).UserID).Scan(&isOwn)
	switch {
	case err != nil:
		return fmt.Errorf("look for who recorded the lists of milestone %s: %w", m.ID, err)
	case isOwn:
		return ErrBothSides
	}
	return nil
}
