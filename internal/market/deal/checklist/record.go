package checklist

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/transition"
)

// Result is what one side found for an item. A failure says what is missing.
type Result struct {
	ItemID uuid.UUID `json:"item_id"`
	Result string    `json:"result"`
	Note   string    `json:"note,omitempty"`
}

// Record stores the result of an item. Either side may record one. Only the side that recorded a
// failure lifts it, unless the milestone was delivered again since. A blocking item needs both
// sides: the other side is asked to witness the result.
func Record(ctx context.Context, tx pgx.Tx, in Result) (Status, error) {
	note := humantext.Paragraphs(in.Note)
	switch {
	case !slices.Contains([]string{"pending", "passed", "failed", "not_applicable"}, in.Result):
		return Status{}, ErrResult
	case utf8.RuneCountInString(note) > limits.ChecklistItemsNote:
		return Status{}, ErrNote
	case in.Result == "failed" && note == "":
		return Status{}, ErrNoteNeeded
	}
	l, err := LockItem(ctx, tx, in.ItemID)
	if err != nil {
		return Status{}, err
	}
	if err := l.checkResult(ctx, tx, in.ItemID); err != nil {
		return Status{}, err
	}
	before, err := found(ctx, tx, in.ItemID)
	if err != nil {
		return Status{}, err
	}
	if before.says(in.Result, note) {
		return l.repeat(ctx, tx, in.ItemID, before)
	}
	_, err = tx.Exec(ctx, `
		UPDATE public.checklist_items SET result = $2, note = nullif($3, ''), recorded_by = $4, recorded_side = $5, recorded_at = coalesce($6, clock_timestamp())
		WHERE id = $1`, in.ItemID, in.Result, note, caller.From(ctx).UserID, l.by, deal.DateOf(ctx))
	if err != nil {
		return Status{}, fmt.Errorf("record item %s: %w", in.ItemID, err)
	}
	if err := l.Touch(ctx, tx); err != nil {
		return Status{}, err
	}
	if err := l.contract.KeepClock(ctx, tx, l.milestone); err != nil {
		return Status{}, err
	}
	return l.stands(), l.invite(ctx, tx, in.ItemID)
}

// standing is the recorded result of an item.
type standing struct {
	Result, Note, Side string
	IsWitnessed        bool
}

func found(ctx context.Context, tx pgx.Tx, itemID uuid.UUID) (s standing, err error) {
	err = tx.QueryRow(ctx, `SELECT result, coalesce(note, ''), coalesce(recorded_side, ''), witnessed_at IS NOT NULL FROM public.checklist_items WHERE id = $1`, itemID).
		Scan(&s.Result, &s.Note, &s.Side, &s.IsWitnessed)
	if err != nil {
		return s, fmt.Errorf("read item %s: %w", itemID, err)
	}
	return s, nil
}

// says reports whether the item already has this result as passed or not applicable, with the same
// note or none given.
func (s standing) says(result, note string) bool {
	return s.Result == result && (result == "passed" || result == "not_applicable") && (note == "" || note == s.Note)
}

// repeat handles a result that is already recorded: it changes nothing for the side that recorded
// it, and counts as the other side's witness.
func (l *Locked) repeat(ctx context.Context, tx pgx.Tx, itemID uuid.UUID, before standing) (Status, error) {
	if before.Side == string(l.by) || before.IsWitnessed || l.IsSigned() {
		return l.stands(), nil
	}
	return l.witness(ctx, tx, []uuid.UUID{itemID})
}

// LockItem locks the checklist of an item for a caller who may record its result, if results can be
// recorded now.
func LockItem(ctx context.Context, tx pgx.Tx, itemID uuid.UUID) (*Locked, error) {
	var checklistID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT checklist_id FROM public.checklist_items WHERE id = $1`, itemID).Scan(&checklistID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, transition.ErrChecklistNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("look up item %s: %w", itemID, err)
	}
	l, err := lock(ctx, tx, checklistID, "record_result")
	if err != nil {
		return nil, err
	}
	if err := l.checkOpen(false); err != nil {
		return nil, err
	}
	if _, err := transition.Checklist.Check("record_result", l.status, l.by); err != nil {
		return nil, err
	}
	return &Locked{l}, nil
}

// Locked is a locked checklist to whose items a caller adds something.
type Locked struct{ *locked }

// Contract returns the contract of the checklist.
func (l *Locked) Contract() deal.Contract { return l.contract }

// MilestoneID returns the milestone of the checklist.
func (l *Locked) MilestoneID() uuid.UUID { return l.milestone.ID }

// IsSigned reports whether both sides signed the current version.
func (l *Locked) IsSigned() bool { return l.status == "signed" }

// checkResult refuses to change a result that both sides signed as passed, and to lift a failure of
// the other side before a new delivery answered it.
func (l *Locked) checkResult(ctx context.Context, tx pgx.Tx, itemID uuid.UUID) error {
	var stands, isPassed bool
	err := tx.QueryRow(ctx, `
		SELECT coalesce(i.result = 'failed' AND i.recorded_side <> $2 AND NOT coalesce(m.delivered_at > i.recorded_at, false), false), i.result <> 'failed'
		FROM public.checklist_items i JOIN public.checklists c ON c.id = i.checklist_id JOIN public.milestones m ON m.id = c.milestone_id
		WHERE i.id = $1`, itemID, l.by).Scan(&stands, &isPassed)
	switch {
	case err != nil:
		return fmt.Errorf("read item %s: %w", itemID, err)
	case stands:
		return ErrTheirFailure
	case isPassed && l.IsSigned():
		return ErrPassed
	}
	return nil
}

// Touch starts the next version of the list, which makes earlier signatures void.
func (l *Locked) Touch(ctx context.Context, tx pgx.Tx) error {
	return l.move(ctx, tx, "record_result")
}
