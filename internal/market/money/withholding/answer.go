package withholding

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Reply is the professional's answer to the withholdings of a milestone: they are right, or why
// they are not. `round` is the round that the professional read. Without it, the reply is valid
// only for the first round.
type Reply struct {
	MilestoneID uuid.UUID `json:"milestone_id"`
	Round       int       `json:"round,omitempty"`
	Accept      bool      `json:"accept"`
	Reason      string    `json:"reason,omitempty"`
}

// Answer accepts or contests the withholdings of a milestone. Only the professional may, and not a
// person who recorded them.
func Answer(ctx context.Context, tx pgx.Tx, in Reply) (Status, error) {
	s, err := lock(ctx, tx, in.MilestoneID)
	if err != nil {
		return Status{}, err
	}
	if err := s.contract.PaysAs(ctx, tx, party.Professional, deal.ErrMilestoneNotFound); err != nil {
		return Status{}, err
	}
	switch {
	case s.round == 0:
		return Status{}, transition.ErrWithholdingsAnswered
	case s.recordedBy == caller.From(ctx).UserID:
		return Status{}, deal.ErrBothSides
	case s.round != max(in.Round, 1):
		return Status{}, ErrChanged
	}
	if err := s.canChange(); err != nil {
		return Status{}, err
	}
	if in.Accept {
		return s.answer(ctx, tx, "agree_withholdings", "", s.told())
	}
	reason, err := deal.Reason(in.Reason)
	if err != nil {
		return Status{}, err
	}
	return s.answer(ctx, tx, "contest_withholdings", reason, s.milestone.Label()+": "+reason)
}

func (s *set) answer(ctx context.Context, tx pgx.Tx, action, reason, body string) (Status, error) {
	if err := s.move(ctx, tx, action, transition.Professional, reason); err != nil {
		return Status{}, err
	}
	if err := s.log(ctx, tx, action, transition.Professional, reason); err != nil {
		return Status{}, err
	}
	return s.stands(), s.tell(ctx, tx, action, transition.Professional, body)
}

// What is due at the time $2. Silence counts as acceptance only after a reminder, and not while a
// payment is declared. It never counts for a round in which a line exceeds what the law requires.
const (
	reminderDue = `status = 'proposed' AND reminded_at IS NULL AND answer_due_at - private.span_of('withholding_reminder_days') <= $2`
	silenceDue  = `status = 'proposed' AND reminded_at IS NOT NULL AND answer_due_at <= $2
	  AND NOT EXISTS (SELECT FROM public.withholdings above WHERE above.milestone_id = withholdings.milestone_id AND above.round = withholdings.round AND above.value_cents > above.lawful_cents)`
)

// due lists milestones rather than lines, because the lines of a milestone move together.
func due(condition string) string {
	return `SELECT DISTINCT milestone_id FROM public.withholdings WHERE milestone_id > $1 AND ` + condition + ` ORDER BY milestone_id LIMIT $3`
}

// Tend does the time-driven work on withheld taxes that is due at a given time. It sends reminders
// and treats silence as acceptance. It gives unproved taxes to the professional, and taxes whose
// proof nobody answered to the company.
func Tend(ctx context.Context, pool *pgxpool.Pool, at time.Time, giveBack Return) error {
	return errors.Join(
		deal.Due{List: due(reminderDue), Do: remind}.Run(ctx, pool, at),
		deal.Due{List: due(silenceDue), Do: agreeBySilence}.Run(ctx, pool, at),
		deal.Due{List: proofsDue(proofReminderDue), Do: remindOfProof}.Run(ctx, pool, at),
		deal.Due{List: proofsDue(proofDue), Do: endUnproved}.Run(ctx, pool, at),
		deal.Due{List: proofsDue(answerReminderDue), Do: remindOfAnswer}.Run(ctx, pool, at),
		deal.Due{List: proofsDue(answerDue), Do: proveSilent(giveBack)}.Run(ctx, pool, at))
}

// lockDue locks the lines of a milestone and reports whether they are still due.
func lockDue(ctx context.Context, tx pgx.Tx, milestoneID uuid.UUID, at time.Time, condition string) (s *set, isDue bool, err error) {
	if s, err = lock(ctx, tx, milestoneID); err != nil {
		return nil, false, err
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.withholdings WHERE milestone_id = $1 AND `+condition+`)`, milestoneID, at).Scan(&isDue)
	if err != nil {
		return nil, false, fmt.Errorf("ask what is due of the taxes of milestone %s: %w", milestoneID, err)
	}
	return s, isDue, nil
}

// remind always leaves at least withholding_reminder_days to answer, even if the reminder is sent
// late.
func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	s, isDue, err := lockDue(ctx, tx, id, at, reminderDue)
	if err != nil || !isDue {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.withholdings SET reminded_at = $2, answer_due_at = greatest(answer_due_at, $2::timestamptz + private.span_of('withholding_reminder_days'))
		WHERE milestone_id = $1 AND status = 'proposed'`, id, at)
	if err != nil {
		return fmt.Errorf("note the reminder of the taxes of milestone %s: %w", id, err)
	}
	return s.tell(ctx, tx, "remind_of_withholdings", transition.Time, s.told()+silenceMeans(s.above))
}

func silenceMeans(above money.Money) string {
	if above > 0 {
		return answerWithin(above)
	}
	return " Sem resposta até o fim do prazo, valem."
}

// agreeBySilence accepts the lines that nobody contested, and notifies both sides.
func agreeBySilence(ctx context.Context, tx pgx.Tx, id uuid.UUID, at time.Time) error {
	ctx = deal.Dated(ctx, at)
	s, isDue, err := lockDue(ctx, tx, id, at, silenceDue)
	if err != nil || !isDue || s.canChange() != nil {
		return err
	}
	if err := s.move(ctx, tx, "withhold_by_silence", transition.Time, ""); err != nil {
		return err
	}
	if err := s.log(ctx, tx, "withhold_by_silence", transition.Time, ""); err != nil {
		return err
	}
	return s.tell(ctx, tx, "withhold_by_silence", transition.Time, s.told())
}
