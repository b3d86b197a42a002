package checklist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/deal"
	"automacao/internal/market/transition"
)

// isUnwitnessed selects blocking items that one side alone has lifted, in a list of an open
// milestone. The other conditions select what is due at the moment $2. Silence counts only after a
// reminder. Items recorded before there were witnesses have no date yet, so their witness is asked
// for first.
const (
	isUnwitnessed = `i.blocking AND i.result IN ('passed', 'not_applicable') AND i.witnessed_at IS NULL AND c.status = 'agreed' AND private.is_binding(o.status)
		AND m.status IN ('planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting') AND m.owed_due_on IS NULL`
	unaskedDue  = `i.witness_due_at IS NULL AND $2::timestamptz IS NOT NULL`
	reminderDue = `i.witness_reminded_at IS NULL AND i.witness_due_at - private.span_of('witness_reminder_days') <= $2`
	silenceDue  = `i.witness_reminded_at IS NOT NULL AND i.witness_due_at <= $2`
	ofItsList   = `FROM public.checklists c JOIN public.milestones m ON m.id = c.milestone_id JOIN public.contracts o ON o.id = c.contract_id`
)

func due(condition string) string {
	return `SELECT DISTINCT c.id ` + ofItsList + ` JOIN public.checklist_items i ON i.checklist_id = c.id
		WHERE c.id > $1 AND ` + isUnwitnessed + ` AND ` + condition + ` ORDER BY c.id LIMIT $3`
}

// Tend asks for due witnesses, sends their reminders, and counts silence as a witness, for a
// moment. It must run before the acceptance clocks are checked.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time) error {
	return errors.Join(
		deal.Due{List: due(unaskedDue), Do: ask}.Run(ctx, pool, at),
		deal.Due{List: due(reminderDue), Do: remind}.Run(ctx, pool, at),
		deal.Due{List: due(silenceDue), Do: witnessSilence}.Run(ctx, pool, at))
}

// waiting is an item that was due, with the side that recorded it.
type waiting struct {
	Position int
	Side     string
	Due      time.Time
}

// change updates columns of the items of a locked list that are still due.
func (l *locked) change(ctx context.Context, tx pgx.Tx, columns, condition string, at time.Time) ([]waiting, error) {
	rows, err := tx.Query(ctx, `
		UPDATE public.checklist_items i SET `+columns+` `+ofItsList+` WHERE c.id = $1 AND i.checklist_id = c.id AND `+isUnwitnessed+` AND `+condition+`
		RETURNING i.position, i.recorded_side, coalesce(i.witness_due_at, $2)`, l.id, at)
	if err != nil {
		return nil, fmt.Errorf("write witnesses of checklist %s: %w", l.id, err)
	}
	changed, err := pgx.CollectRows(rows, pgx.RowToStructByPos[waiting])
	if err != nil {
		return nil, fmt.Errorf("write witnesses of checklist %s: %w", l.id, err)
	}
	slices.SortFunc(changed, func(a, b waiting) int { return a.Position - b.Position })
	return changed, nil
}

const (
	dateOfAsking   = `witness_due_at = private.end_of(private.market_day($2) + private.limit_of('witness_days')::integer)`
	dateOfReminder = `witness_reminded_at = $2, witness_due_at = greatest(i.witness_due_at, private.end_of(private.market_day($2) + private.limit_of('witness_reminder_days')::integer))`
)

func ask(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	return askAgain(deal.Dated(ctx, at), tx, id, at, dateOfAsking, unaskedDue)
}

// remind gives the witness at least the days of a reminder to answer, however late the reminder is.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	return askAgain(deal.Dated(ctx, at), tx, id, at, dateOfReminder, reminderDue)
}

func askAgain(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time, columns, condition string) error {
	l, err := lockRow(ctx, tx, id)
	if err != nil {
		return err
	}
	asked, err := l.change(ctx, tx, columns, condition, at)
	if err != nil {
		return err
	}
	for _, by := range []transition.Actor{transition.Company, transition.Professional} {
		var places []int
		var last time.Time
		for _, item := range asked {
			if item.Side == string(by) {
				places, last = append(places, item.Position), item.Due
			}
		}
		if len(places) == 0 {
			continue
		}
		if err := l.askWitness(ctx, tx, by, named(places), last); err != nil {
			return err
		}
	}
	return l.contract.KeepClock(ctx, tx, l.milestone)
}

// witnessSilence counts results whose witness missed the deadline as witnessed, and tells both
// sides.
func witnessSilence(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	l, err := lockRow(ctx, tx, id)
	if err != nil {
		return err
	}
	l.by = transition.Time
	over, err := l.change(ctx, tx, `witnessed_at = $2, witnessed_as = 'silence'`, silenceDue, at)
	if err != nil || len(over) == 0 {
		return err
	}
	places := make([]int, len(over))
	for i, item := range over {
		places[i] = item.Position
	}
	if _, err := transition.Checklist.Pass(ctx, tx, "witness_by_silence", l.status, l.by); err != nil {
		return err
	}
	if err := l.log(ctx, tx, "witness_by_silence", named(places)); err != nil {
		return err
	}
	if err := l.contract.KeepClock(ctx, tx, l.milestone); err != nil {
		return err
	}
	return l.tell(ctx, tx, "witness_by_silence", "o prazo para testemunhar "+named(places)+" terminou sem resposta.")
}
