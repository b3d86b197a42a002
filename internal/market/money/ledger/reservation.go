package ledger

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Void ends a reservation: its money is free again. It is idempotent. The database calls a
// reservation a hold; the money that an institution holds for a milestone is its guarantee (Fund).
func Void(ctx context.Context, tx pgx.Tx, reservation string) error {
	_, err := tx.Exec(ctx, `SELECT private.void_hold($1)`, reservation)
	return refusal("void "+reservation, err)
}

func reserve(ctx context.Context, tx pgx.Tx, reservation string, from account, value money.Money) error {
	if value <= 0 {
		return fmt.Errorf("reserve %s: %w", reservation, ErrAmounts)
	}
	_, err := tx.Exec(ctx, `SELECT private.reserve_hold($1, $2, $3)`, reservation, from.Name, value)
	return refusal("reserve "+reservation, err)
}

// Payout is a party's request to be paid from its available balance.
type Payout struct {
	ID, PartyID uuid.UUID
}

func (p Payout) reservation() string { return "payout:" + p.ID.String() }

// ReservePayout reserves the value of a payout ("payout:<id>").
func ReservePayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	return reserve(ctx, tx, p.reservation(), available(p.PartyID), value)
}

// PostPayout posts that the institution began a payout, of at most the reserved value
// ("payout:<id>"). The rest is available again.
func PostPayout(ctx context.Context, tx pgx.Tx, p Payout, value money.Money) error {
	t := transfer{key: p.reservation(), kind: payout}
	t.move(payout, value, available(p.PartyID), paying(p.PartyID))
	return t.post(ctx, tx, p.reservation())
}

// VoidPayout releases the reservation of a payout that did not begin.
func VoidPayout(ctx context.Context, tx pgx.Tx, p Payout) error {
	return Void(ctx, tx, p.reservation())
}

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
