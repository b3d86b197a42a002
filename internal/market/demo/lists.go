package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/checklist"
)

// list proposes a checklist for a milestone, from a template.
func list(position int, kind, template string, by side) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := checklist.Start(s.by(ctx, by), tx, checklist.Started{MilestoneID: id, Kind: kind, Template: template})
		return err
	})
}

func (s *scene) checklist(ctx context.Context, tx pgx.Tx, position int, kind string) (found checklist.Version, err error) {
	err = tx.QueryRow(ctx, `
		SELECT l.id, l.version FROM public.checklists l JOIN public.milestones m ON m.id = l.milestone_id
		WHERE m.contract_id = $1 AND m.position = $2 AND l.kind = $3`, s.contractID, position, kind).Scan(&found.ChecklistID, &found.Version)
	if err != nil {
		return found, fmt.Errorf("look up the list: %w", err)
	}
	return found, nil
}

func agreeList(position int, kind string, by side) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		read, err := s.checklist(ctx, tx, position, kind)
		if err != nil {
			return err
		}
		_, err = checklist.Agree(s.by(ctx, by), tx, read)
		return err
	}
}

// recorded records the results of a checklist from its first item on: "" means passed, a text says
// what is missing.
func recorded(position int, kind string, by side, failures ...string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		read, err := s.checklist(ctx, tx, position, kind)
		if err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT id FROM public.checklist_items WHERE checklist_id = $1 ORDER BY position LIMIT $2`, read.ChecklistID, len(failures))
		if err != nil {
			return fmt.Errorf("list the items: %w", err)
		}
		items, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			return fmt.Errorf("list the items: %w", err)
		}
		for i, id := range items {
			result := checklist.Result{ItemID: id, Result: "passed"}
			if failures[i] != "" {
				result = checklist.Result{ItemID: id, Result: "failed", Note: failures[i]}
			}
			if _, err := checklist.Record(s.by(ctx, by), tx, result); err != nil {
				return err
			}
		}
		return nil
	}
}

func sign(position int, kind string, by side) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		read, err := s.checklist(ctx, tx, position, kind)
		if err != nil {
			return err
		}
		_, err = checklist.Sign(s.by(ctx, by), tx, read)
		return err
	}
}
