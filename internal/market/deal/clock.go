package deal

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
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
