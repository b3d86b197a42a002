package dispute

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// What is due at the moment $2. Silence counts only after a reminder. Nothing is posted while the
// payer's bank contests the payment of the money held.
const (
	reminderDue = `status = 'open' AND reminded_at IS NULL AND answer_due_at - private.span_of('dispute_reminder_days') <= $2`
	silenceDue  = `status = 'open' AND reminded_at IS NOT NULL AND answer_due_at <= $2 AND ` + isUncontested
	enforceDue  = `status = 'decided' AND appeal_until <= $2 AND ` + isUncontested

	isUncontested = `NOT EXISTS (SELECT FROM public.charges g WHERE g.milestone_id = disputes.milestone_id AND g.status = 'contested')`
)

func due(condition string) string {
	return `SELECT id FROM public.disputes WHERE id > $1 AND ` + condition + ` ORDER BY id LIMIT $3`
}

// Tend sends due reminders, counts silence as conceding the claim, and enforces decisions that
// nobody appealed, for a moment.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return errors.Join(
		deal.Due{List: due(reminderDue), Do: remind}.Run(ctx, pool, at),
		deal.Due{List: due(silenceDue), Do: endSilence}.Run(ctx, pool, at),
		deal.Due{List: due(enforceDue), Do: enforce}.Run(ctx, pool, at))
}

// lockDue locks a dispute and reports whether it is still due.
func lockDue(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time, condition string) (d locked, isDue bool, err error) {
	if d, err = lock(ctx, tx, id); err != nil {
		return locked{}, false, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(`+condition+`, false) FROM public.disputes WHERE id = $1`, id, at).Scan(&isDue)
	if err != nil {
		return locked{}, false, fmt.Errorf("ask what dispute %s is due for: %w", id, err)
	}
	return d, isDue, nil
}

// remind gives the other side at least a day to answer, however late the reminder is.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	d, isDue, err := lockDue(ctx, tx, id, at, reminderDue)
	if err != nil || !isDue {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.disputes SET reminded_at = $2, answer_due_at = greatest(answer_due_at, $2::timestamptz + private.span_of('dispute_reminder_days'))
		WHERE id = $1`, id, at)
	if err != nil {
		return fmt.Errorf("note the reminder of dispute %s: %w", id, err)
	}
	return d.tell(ctx, tx, transition.Told{Action: "remind_of_dispute", Side: d.openedBy,
		Body: "Sem resposta até o fim do prazo, vale o que foi pedido. " + d.parts(d.claim)})
}

// endSilence gives an unanswered claim what it asked for, and tells both sides. If administrators
// blocked everybody who could have answered, the dispute goes to mediation instead.
func endSilence(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	d, isDue, err := lockDue(ctx, tx, id, at, silenceDue)
	if err != nil || !isDue {
		return err
	}
	var isSilenced bool
	err = tx.QueryRow(ctx, `SELECT private.is_silenced($1)`, d.contract.Other(d.contract.Party(d.openedBy))).Scan(&isSilenced)
	if err != nil {
		return fmt.Errorf("ask who may answer dispute %s: %w", id, err)
	}
	if isSilenced {
		return d.mediateSilence(ctx, tx)
	}
	return d.concedeSilence(ctx, tx)
}

func (d *locked) concedeSilence(ctx context.Context, tx pgx.Tx) error {
	worth := d.parts(d.claim)
	if err := d.end(ctx, tx, "concede_by_silence", transition.Time, d.claim); err != nil {
		return err
	}
	if err := d.add(ctx, tx, entry{kind: "silence", side: "time", percent: &d.claim}); err != nil {
		return err
	}
	return d.tell(ctx, tx, transition.Told{Action: "concede_by_silence", By: transition.Time, Body: "Não houve resposta, e vale o que foi pedido. " + worth})
}

// mediateSilence asks the administrators to decide a dispute that the other side could not answer.
func (d *locked) mediateSilence(ctx context.Context, tx pgx.Tx) error {
	if err := d.move(ctx, tx, "mediate_by_silence", transition.Time, nil); err != nil {
		return err
	}
	if err := d.add(ctx, tx, entry{kind: "mediation", side: "time"}); err != nil {
		return err
	}
	return d.tellJudges(ctx, tx, "mediate_by_silence", transition.Time, "A outra parte está bloqueada e não pôde responder. A administração vai decidir.")
}

// enforce posts a decision that nobody appealed.
func enforce(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	d, isDue, err := lockDue(ctx, tx, id, at, enforceDue)
	if err != nil || !isDue {
		return err
	}
	worth := d.parts(d.decided)
	if err := d.end(ctx, tx, "enforce_decision", transition.Time, d.decided); err != nil {
		return err
	}
	if err := d.add(ctx, tx, entry{kind: "in_force", side: "time", percent: &d.decided}); err != nil {
		return err
	}
	return d.tell(ctx, tx, transition.Told{Action: "enforce_decision", By: transition.Time, Body: "O prazo para recorrer passou. " + worth})
}
