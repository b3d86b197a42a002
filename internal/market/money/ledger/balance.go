package ledger

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
)

// Nothing is the input of a call that takes no arguments.
type Nothing struct{}

// Balance is what the caller's parties have, in reais with two decimal places. Available can be
// paid out and is not reserved for a payout. Held guarantees milestones: those the parties will
// earn and those they paid for.
type Balance struct {
	Available json.Number `json:"available"`
	Held      json.Number `json:"held"`
}

// MoneyBalance adds up the balances of the parties for which the caller has the right to pay.
func MoneyBalance(ctx context.Context, tx pgx.Tx, _ Nothing) (Balance, error) {
	var available, held money.Money
	err := tx.QueryRow(ctx, `
		WITH own AS MATERIALIZED (SELECT private.parties('pay', $1::uuid) AS parties)
		SELECT coalesce(sum(b.balance_cents - b.reserved_cents) FILTER (WHERE b.account LIKE 'available:%'), 0)::bigint,
		       coalesce(sum(b.balance_cents)                    FILTER (WHERE b.account LIKE 'held:%'), 0)::bigint
		FROM private.ledger_balances b
		WHERE b.party_id = ANY ((SELECT parties FROM own)::uuid[]) OR b.other_party_id = ANY ((SELECT parties FROM own)::uuid[])`,
		caller.From(ctx).UserID).Scan(&available, &held)
	if err != nil {
		return Balance{}, fmt.Errorf("add up balances: %w", err)
	}
	return Balance{Available: json.Number(available.String()), Held: json.Number(held.String())}, nil
}
