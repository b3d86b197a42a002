package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
)

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
