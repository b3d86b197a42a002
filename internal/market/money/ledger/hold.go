package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Void gives back what was set aside under a hold. Once more changes nothing.
func Void(ctx context.Context, tx pgx.Tx, hold string) error {
	_, err := tx.Exec(ctx, `SELECT private.void_hold($1)`, hold)
	return refusal("void "+hold, err)
}

func reserve(ctx context.Context, tx pgx.Tx, hold string, from account, value money.Money) error {
	if value <= 0 {
		return fmt.Errorf("reserve %s: %w", hold, ErrAmounts)
	}
	_, err := tx.Exec(ctx, `SELECT private.reserve_hold($1, $2, $3)`, hold, from.Name, value)
	return refusal("reserve "+hold, err)
}

// Payout is what a party asks to be paid of what is available to it.
type Payout struct {
	ID, PartyID uuid.UUID
}

func (p Payout) hold() string { return "payout:" + p.ID.String() }

// ReservePayout sets the value of a payout aside ("payout:<id>").
func ReservePayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	return reserve(ctx, tx, p.hold(), available(p.PartyID), value)
}

// PostPayout posts that the institution began to pay, at most what was set
// aside ("payout:<id>"); the rest is available again.
func PostPayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	t := transfer{key: p.hold(), kind: payout}
	t.move(payout, value, available(p.PartyID), paying(p.PartyID))
	return t.post(ctx, tx, p.hold())
}

// VoidPayout gives back what was set aside for a payout that did not begin.
func VoidPayout(ctx context.Context, tx pgx.Tx, p Payout) error { return Void(ctx, tx, p.hold()) }

// SettlePayout posts that a payout which had begun has arrived
// ("payout_settled:<id>").
func SettlePayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	t := transfer{key: p.settled(), kind: payout}
	t.move(payout, value, paying(p.PartyID), paidOut(p.PartyID))
	return t.post(ctx, tx, "")
}

func (p Payout) settled() string { return "payout_settled:" + p.ID.String() }

// ReturnPayout posts that a payout came back, before or after it had arrived
// ("payout_returned:<id>"). The value is available again.
func ReturnPayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	t := transfer{key: "payout_returned:" + p.ID.String(), kind: payoutReturned}
	from := paying(p.PartyID)
	hasArrived, err := isPosted(ctx, tx, p.settled())
	if err != nil {
		return err
	}
	if hasArrived {
		from = paidOut(p.PartyID)
	}
	t.move(payoutReturned, value, from, available(p.PartyID))
	return t.post(ctx, tx, "")
}
