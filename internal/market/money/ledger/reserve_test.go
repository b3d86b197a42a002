package ledger

import (
	"context"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

// Reserve sets a part of a deal's guarantee aside under deal.Hold, while the
// institution is asked to move it. It ends once: by Release, Refund or Split of
// a deal with that Hold, which may take less and gives the rest back, or by
// Void.
func Reserve(ctx context.Context, tx pgx.Tx, deal Deal, value money.Money) error {
	return reserve(ctx, tx, deal.Hold, held(deal), value)
}
