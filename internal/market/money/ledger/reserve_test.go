package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Reserve reserves a part of a deal's guarantee under deal.Reservation, for the time in which the
// institution is asked to move it. The reservation ends once: by Void, or by Release, Refund or
// Split of a deal with that Hold, which may take less than the reserved value and release the rest.
func Reserve(ctx context.Context, tx pgx.Tx, deal Deal, value money.Money) error {
	return reserve(ctx, tx, deal.Reservation, held(deal), value)
}
