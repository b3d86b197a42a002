package deal

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/transition"
)

// KeepClock pauses the acceptance clock of a delivered milestone while something pauses it, such as
// an open blocking checklist item, and resumes it when nothing does. The remaining time is kept in
// seconds, not in days, so that a day that is an hour longer neither adds nor takes time. A system
// clock that was set back adds nothing.
func (c *Contract) KeepClock(ctx context.Context, tx pgx.Tx, m *Milestone) error {
	var wasPaused bool
	err := tx.QueryRow(ctx, `
		WITH before AS (
		  SELECT paused_at, private.is_acceptance_paused(id) AS stops, private.is_acceptance_blocked(id) AS blocks, private.awaits_witness(id) AS awaits, coalesce($2, clock_timestamp()) AS at
		  FROM public.milestones WHERE id = $1 AND status = 'delivered')
		UPDATE public.milestones m SET
		  review_until = CASE WHEN before.paused_at IS NULL OR before.stops THEN m.review_until
		                      ELSE m.review_until + make_interval(secs => greatest(extract(epoch FROM before.at - before.paused_at), 0)::double precision) END,
		  paused_at    = CASE WHEN before.stops THEN coalesce(before.paused_at, before.at) END
		FROM before WHERE m.id = $1
		RETURNING before.paused_at IS NOT NULL, m.paused_at IS NOT NULL, before.blocks, before.awaits`, m.ID, date(ctx)).
		Scan(&wasPaused, &m.IsPaused, &m.IsBlocked, &m.AwaitsWitness)
	if errors.Is(err, pgx.ErrNoRows) {
		return readBlocked(ctx, tx, m)
	}
	if err != nil {
		return fmt.Errorf("keep the clock of milestone %s: %w", m.ID, err)
	}
	if m.IsPaused == wasPaused {
		return nil
	}
	if err := c.keepDate(ctx, tx); err != nil {
		return err
	}
	action, body := "resume_acceptance", "Nada impeditivo está em aberto: o prazo para responder à entrega voltou a correr."
	if m.IsPaused {
		action, body = "pause_acceptance", m.whyPaused()
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

// readBlocked reads the flags of a milestone that is not delivered and so has no clock.
func readBlocked(ctx context.Context, tx pgx.Tx, m *Milestone) error {
	err := tx.QueryRow(ctx, `SELECT private.is_acceptance_blocked($1), private.awaits_witness($1)`, m.ID).Scan(&m.IsBlocked, &m.AwaitsWitness)
	if err != nil {
		return fmt.Errorf("look for what blocks milestone %s: %w", m.ID, err)
	}
	return nil
}
