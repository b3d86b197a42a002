package ledger

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Adjustment is a correction that an administrator is responsible for. Value moves from the
// product's own account to the party, or from the party to the product when it is negative.
type Adjustment struct {
	ID, PartyID uuid.UUID
	Memo        string
	Value       money.Money
}

// Adjust posts a correction ("adjustment:<id>").
func Adjust(ctx context.Context, tx pgx.Tx, a Adjustment) error {
	t := transfer{key: adjustment + ":" + a.ID.String(), kind: adjustment, memo: a.Memo, isWrong: a.Memo == ""}
	from, to := fees, available(a.PartyID)
	if a.Value < 0 {
		from, to = to, from
	}
	t.move(adjustment, max(a.Value, -a.Value), from, to)
	return t.post(ctx, tx, "")
}
