package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
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

// usable returns the balance of an account less what is reserved.
func usable(ctx context.Context, tx pgx.Tx, of account) (value money.Money, err error) {
	err = tx.QueryRow(ctx, `SELECT balance_cents - reserved_cents FROM private.ledger_balances WHERE account = $1`, of.Name).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return value, refusal("read "+of.Name, err)
}

// moved returns how much a transfer changed an account.
func moved(ctx context.Context, tx pgx.Tx, key string, of account) (value money.Money, err error) {
	err = tx.QueryRow(ctx, `
		SELECT coalesce(sum(e.value_cents), 0)::bigint FROM public.ledger_transfers t JOIN public.ledger_entries e ON e.transfer_id = t.id
		WHERE t.business_key = $1 AND e.account = $2`, key, of.Name).Scan(&value)
	return value, refusal("read "+key, err)
}

// isPosted reports whether something was posted under a key. It locks the ledger, so that the
// answer stays true.
func isPosted(ctx context.Context, tx pgx.Tx, key string) (is bool, err error) {
	if _, err := tx.Exec(ctx, `SELECT private.lock_ledger()`); err != nil {
		return false, refusal("lock the ledger", err)
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.ledger_transfers WHERE business_key = $1)`, key).Scan(&is)
	return is, refusal("look for "+key, err)
}

// isPostedAs is isPosted for a transfer whose entries depend on the balances at the time of
// posting. It compares only one account: the earlier transfer must have changed it by the same
// value.
func isPostedAs(ctx context.Context, tx pgx.Tx, key string, of account, value money.Money) (bool, error) {
	is, err := isPosted(ctx, tx, key)
	if err != nil || !is {
		return false, err
	}
	before, err := moved(ctx, tx, key, of)
	if err == nil && before != value {
		err = fmt.Errorf("post %s: %w", key, ErrKeyReused)
	}
	return true, err
}

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
