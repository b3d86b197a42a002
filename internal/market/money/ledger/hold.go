package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Void releases the money that was reserved under a hold. It is idempotent.
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

// Payout is a party's request to be paid from its available balance.
type Payout struct {
	ID, PartyID uuid.UUID
}

func (p Payout) hold() string { return "payout:" + p.ID.String() }

// ReservePayout reserves the value of a payout ("payout:<id>").
func ReservePayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	return reserve(ctx, tx, p.hold(), available(p.PartyID), value)
}

// PostPayout posts that the institution began a payout, of at most the reserved value
// ("payout:<id>"). The rest is available again.
func PostPayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	t := transfer{key: p.hold(), kind: payout}
	t.move(payout, value, available(p.PartyID), paying(p.PartyID))
	return t.post(ctx, tx, p.hold())
}

// VoidPayout releases the reservation of a payout that did not begin.
func VoidPayout(ctx context.Context, tx pgx.Tx, p Payout) error { return Void(ctx, tx, p.hold()) }

// SettlePayout posts that a payout which had begun arrived ("payout_settled:<id>").
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
