package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Contest is a payer's request to their bank to return a Pix payment (the special return mechanism
// of Pix, BCB Resolution 103/2021).
type Contest struct {
	ID   uuid.UUID
	Deal Deal
}

func (c Contest) transfer(step, kind string) transfer {
	t := c.Deal.transfer(kind)
	t.key = c.key(step)
	return t
}

func (c Contest) key(step string) string { return step + ":" + c.ID.String() }

// The steps of a contest. Each is the prefix of a business key.
const (
	opened   = "contest"
	returned = "contest_returned"
	lifted   = "contest_lifted"
)

// ContestHeld posts a contest that began before the release of the guarantee ("contest:<id>"). The
// value is no longer held.
func ContestHeld(ctx context.Context, tx pgx.Tx, c Contest, value money.Money) error {
	t := c.transfer(opened, contest)
	t.move(contest, value, held(c.Deal), contested(c.Deal))
	return t.post(ctx, tx, c.Deal.Reservation)
}

// ContestReleased posts a contest that began after the release ("contest:<id>"). The value is taken
// first from the withheld taxes that are still held for the milestone, then from the professional's
// available balance. The professional owes the rest.
func ContestReleased(ctx context.Context, tx pgx.Tx, c Contest, value money.Money) error {
	t := c.transfer(opened, contest)
	isPosted, err := isPostedAs(ctx, tx, t.key, contested(c.Deal), value)
	if err != nil || isPosted {
		return err
	}
	taxes, err := usable(ctx, tx, held(c.Deal))
	if err != nil {
		return err
	}
	has, err := usable(ctx, tx, available(c.Deal.ProfessionalID))
	if err != nil {
		return err
	}
	taxes = min(taxes, value)
	taken := min(has, value-taxes)
	t.move(contest, taxes, held(c.Deal), contested(c.Deal))
	t.move(contest, taken, available(c.Deal.ProfessionalID), contested(c.Deal))
	t.move(contest, value-taxes-taken, owed(c.Deal.ProfessionalID), contested(c.Deal))
	return t.post(ctx, tx, "")
}

// ReturnContest posts that the payer got the value back ("contest_returned:<id>").
func ReturnContest(ctx context.Context, tx pgx.Tx, c Contest, value money.Money) error {
	t := c.transfer(returned, contestReturned)
	t.move(contestReturned, value, contested(c.Deal), outside(c.Deal.CompanyID))
	if err := c.checkEnd(ctx, tx, lifted, value); err != nil {
		return err
	}
	return t.post(ctx, tx, "")
}

// LiftContest posts that the payer did not get the value back ("contest_lifted:<id>"). What the
// contest took from held money is held again. The rest first cancels the debt that the contest
// created, as far as the professional still owes it, and then becomes available to them.
func LiftContest(ctx context.Context, tx pgx.Tx, c Contest, value money.Money) error {
	t := c.transfer(lifted, contest)
	isPosted, err := isPostedAs(ctx, tx, t.key, contested(c.Deal), -value)
	if err != nil || isPosted {
		return err
	}
	if err := c.checkEnd(ctx, tx, returned, value); err != nil {
		return err
	}
	wasHeld, err := moved(ctx, tx, c.key(opened), held(c.Deal))
	if err != nil {
		return err
	}
	earner, debt := available(c.Deal.ProfessionalID), owed(c.Deal.ProfessionalID)
	lent, err := moved(ctx, tx, c.key(opened), debt)
	if err != nil {
		return err
	}
	owes, err := usable(ctx, tx, debt)
	if err != nil {
		return err
	}
	toHeld := min(value, -wasHeld)
	toDebt := min(value-toHeld, -lent, max(-owes, 0))
	t.move(contest, toHeld, contested(c.Deal), held(c.Deal))
	t.move(contest, toDebt, contested(c.Deal), debt)
	t.move(contest, value-toHeld-toDebt, contested(c.Deal), earner)
	return t.post(ctx, tx, "")
}

// checkEnd refuses to end a contest that already ended the other way, or to end it with more than
// the contested value.
func (c Contest) checkEnd(ctx context.Context, tx pgx.Tx, otherEnd string, value money.Money) error {
	hasEnded, err := isPosted(ctx, tx, c.key(otherEnd))
	if err != nil {
		return err
	}
	at, err := moved(ctx, tx, c.key(opened), contested(c.Deal))
	switch {
	case err != nil:
		return err
	case hasEnded:
		return fmt.Errorf("end contest %s: %w", c.ID, ErrHoldEnded)
	case value > at:
		return fmt.Errorf("end contest %s: %w", c.ID, ErrHoldExceeded)
	}
	return nil
}

// CollectOwed settles the professional's debt from contests out of their available balance, as far
// as that goes ("owed:<milestone>"). It returns the amount collected. Call it after a release.
func CollectOwed(ctx context.Context, tx pgx.Tx, deal Deal) (money.Money, error) {
	return collect(ctx, tx, deal.transfer(contest), deal.key("owed"), deal.ProfessionalID)
}

// CollectOwedAfter does the same after some other event made money available, such as a released
// tax or a returned payout ("owed:<what>").
func CollectOwedAfter(ctx context.Context, tx pgx.Tx, professionalID, what uuid.UUID) (money.Money, error) {
	return collect(ctx, tx, transfer{kind: contest}, "owed:"+what.String(), professionalID)
}

func collect(ctx context.Context, tx pgx.Tx, t transfer, key string, professionalID uuid.UUID) (money.Money, error) {
	t.key = key
	earner, debt := available(professionalID), owed(professionalID)
	isPosted, err := isPosted(ctx, tx, t.key)
	if err != nil {
		return 0, err
	}
	if isPosted {
		return moved(ctx, tx, t.key, debt)
	}
	has, err := usable(ctx, tx, earner)
	if err != nil {
		return 0, err
	}
	owes, err := usable(ctx, tx, debt)
	if err != nil {
		return 0, err
	}
	taken := min(has, -owes)
	if taken <= 0 {
		return 0, nil
	}
	t.move(contest, taken, earner, debt)
	return taken, t.post(ctx, tx, "")
}
