package deal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/transition"
	"automacao/internal/postgres"
)

// KeepClock pauses the acceptance clock of a delivered milestone while something pauses it, such as
// an open blocking checklist item, and resumes it when nothing does.
func (c *Contract) KeepClock(ctx context.Context, tx pgx.Tx, m *Milestone) error {
	var wasPaused bool
	err := tx.QueryRow(ctx, `
		SELECT paused_at IS NOT NULL, status = 'delivered' AND private.is_acceptance_paused(id), private.is_acceptance_blocked(id), private.awaits_witness(id)
		FROM public.milestones WHERE id = $1`, m.ID).Scan(&wasPaused, &m.IsPaused, &m.IsBlocked, &m.AwaitsWitness)
	if err != nil {
		return fmt.Errorf("look for what pauses milestone %s: %w", m.ID, err)
	}
	if m.IsPaused == wasPaused {
		return nil
	}
	action, body := "resume_acceptance", "Nada impeditivo está em aberto: o prazo para responder à entrega voltou a correr."
	if m.IsPaused {
		action, body = "pause_acceptance", m.whyPaused()
	}
	_, err = transition.Milestone.Take(ctx, tx, transition.Taken{ID: m.ID, Action: action, From: m.Status, By: transition.System, Args: map[string]any{"clock": date(ctx)}})
	if err != nil {
		return err
	}
	if err := c.keepDate(ctx, tx); err != nil {
		return err
	}
	if err := c.LogMilestone(ctx, tx, *m, ContractMove{Action: action, By: transition.System}); err != nil {
		return err
	}
	return c.Tell(ctx, tx, transition.Milestone, transition.Told{Action: action, By: transition.System, Body: m.Label() + ": " + body})
}

func (m Milestone) whyPaused() string {
	if !m.IsBlocked && m.AwaitsWitness {
		return "Um item impeditivo tem a palavra de uma parte só. O prazo volta a correr quando a outra o testemunhar ou quando o prazo dela terminar."
	}
	return "Há item impeditivo em aberto na lista de aceite. O prazo volta a correr quando for resolvido."
}

// pageSize is how many due rows are listed at a time.
const pageSize = 100

// Due is work that becomes due at a date. List is a query for the keys after $1 of the rows due at
// $2, in order and $3 at most. Do checks again, under the lock, that the row is due.
type Due struct {
	List string
	Do   func(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error
}

// Run does what is due at a moment. Each row gets its own transaction, so that a row that fails
// does not stop the others. It returns the joined errors of the rows that failed.
func (d Due) Run(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	var failed []error
	for last := uuid.Nil; ; {
		rows, err := pool.Query(ctx, d.List, last, at, pageSize)
		if err != nil {
			return fmt.Errorf("list what is due: %w", err)
		}
		page, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			return fmt.Errorf("list what is due: %w", err)
		}
		if len(page) == 0 {
			return errors.Join(failed...)
		}
		for _, id := range page {
			if err := postgres.InTx(ctx, pool, func(tx pgx.Tx) error { return d.Do(ctx, tx, id, at) }); err != nil {
				failed = append(failed, fmt.Errorf("due %s: %w", id, err))
			}
			last = id
		}
	}
}
