package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/market/deal"
	"automacao/internal/postgres"
)

// comparedFor is how far back the institution's lists are read.
const comparedFor = 3 * 24 * time.Hour

// Reconcile compares the stored state with the institution's. It applies what no event reported,
// records disagreements, and resolves differences that no longer exist.
func (d *Desk) Reconcile(ctx context.Context) error {
	ctx = deal.WithSettler(ctx, d.Settle)
	run := &comparison{desk: d, touched: map[uuid.UUID]bool{}, unmatched: map[string]bool{}}
	if err := d.Pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&run.startedAt); err != nil {
		return fmt.Errorf("look at the clock: %w", err)
	}
	accounts, err := d.accounts(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, account := range accounts {
		if err := run.account(ctx, account); err != nil {
			failed = append(failed, err)
		}
	}
	if err := run.rest(ctx); err != nil {
		failed = append(failed, err)
	}
	d.unmatched = run.unmatched
	if len(failed) == 0 {
		failed = append(failed, run.resolve(ctx), d.retryParked(ctx))
	}
	return errors.Join(errors.Join(failed...), run.note(ctx, len(accounts), errors.Join(failed...) == nil))
}

// accounts returns the accounts at this institution that have charges.
func (d *Desk) accounts(ctx context.Context) ([]psp.Account, error) {
	rows, err := d.Pool.Query(ctx, `
		SELECT a.account_id, a.api_key, a.party_id FROM private.receiver_accounts a
		WHERE a.institution = $1 AND EXISTS (SELECT FROM private.provider_charges c WHERE c.account_id = a.account_id) ORDER BY a.account_id`, d.Institution())
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	accounts, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (account psp.Account, err error) {
		var sealed string
		var partyID uuid.UUID
		if err = row.Scan(&account.ID, &sealed, &partyID); err == nil {
			account.Key, err = d.unseal(sealed, partyID)
		}
		return account, err
	})
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	return accounts, nil
}

// comparison is one run of Reconcile.
type comparison struct {
	desk      *Desk
	startedAt time.Time
	touched   map[uuid.UUID]bool
	unmatched map[string]bool
}

// note records the result of a run, for administrators.
func (c *comparison) note(ctx context.Context, accounts int, isWhole bool) error {
	_, err := c.desk.Pool.Exec(ctx, `
		INSERT INTO private.payment_comparisons AS last (institution, started_at, accounts, charges, is_whole) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (institution) DO UPDATE
		SET started_at = excluded.started_at, ended_at = excluded.ended_at, accounts = excluded.accounts, charges = excluded.charges, is_whole = excluded.is_whole
		WHERE last.started_at <= excluded.started_at`, c.desk.Institution(), c.startedAt, accounts, len(c.touched), isWhole)
	if err != nil {
		return fmt.Errorf("note the comparison: %w", err)
	}
	return nil
}

// account compares the charges of one account that may have changed recently.
func (c *comparison) account(ctx context.Context, account psp.Account) error {
	for cursor := ""; ; {
		page, next, err := c.desk.Provider.Charges(ctx, account, c.startedAt.Add(-comparedFor), cursor)
		if err != nil {
			return fmt.Errorf("list the charges of account %s: %w", account.ID, err)
		}
		for _, seen := range page {
			if err := c.charge(ctx, account, seen); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// charge compares one charge. If the list disagrees, the charge is fetched again, because the list
// may be older than what is stored.
func (c *comparison) charge(ctx context.Context, account psp.Account, seen psp.Charge) error {
	k, err := c.desk.keptCharge(ctx, seen)
	if errors.Is(err, pgx.ErrNoRows) {
		return c.unknown(ctx, account, seen)
	}
	if err != nil {
		return fmt.Errorf("look up charge %s: %w", seen.Reference, err)
	}
	if c.touched[k.id] {
		return nil
	}
	c.touched[k.id] = true
	if k.agrees(seen) {
		return nil
	}
	return c.anew(ctx, k.id, account, psp.ChargeKey{ID: seen.ID, Reference: k.txid})
}

// anew fetches a charge, applies its state, and records the disagreements that remain.
func (c *comparison) anew(ctx context.Context, id uuid.UUID, account psp.Account, key psp.ChargeKey) error {
	var askedAt time.Time
	if err := c.desk.Pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&askedAt); err != nil {
		return fmt.Errorf("look at the clock: %w", err)
	}
	seen, err := c.desk.fetch(ctx, account, key)
	if errors.Is(err, psp.ErrNotFound) {
		return postgres.InTx(ctx, c.desk.Pool, func(tx pgx.Tx) error {
			return c.desk.differ(ctx, tx, difference{kind: "charge_missing", reference: key.Reference, chargeID: &id})
		})
	}
	if err != nil {
		return fmt.Errorf("fetch charge %s: %w", id, err)
	}
	return postgres.InTx(ctx, c.desk.Pool, func(tx pgx.Tx) error {
		if err := c.desk.absorb(ctx, tx, id, seen); err != nil {
			return err
		}
		k, err := readCharge(ctx, tx, id, askedAt)
		if err != nil {
			return err
		}
		for _, found := range k.differences(seen) {
			if err := c.desk.differ(ctx, tx, found); err != nil {
				return err
			}
		}
		return nil
	})
}

// unknown handles a charge that is not stored here. An unpaid one may be about to be stored. If it
// is still unknown at the next comparison it is cancelled, because nobody has its code.
func (c *comparison) unknown(ctx context.Context, account psp.Account, seen psp.Charge) error {
	switch {
	case seen.IsPaid():
		return postgres.InTx(ctx, c.desk.Pool, func(tx pgx.Tx) error {
			return c.desk.differ(ctx, tx, difference{kind: "unknown_charge", reference: seen.ID, theirs: &seen.Value, detail: seen.Reference})
		})
	case seen.Status == psp.ChargeCancelled:
		return nil
	case !c.desk.unmatched[seen.ID]:
		c.unmatched[seen.ID] = true
		return nil
	}
	_, err := c.desk.Provider.Cancel(ctx, account, psp.ChargeKey{ID: seen.ID})
	if err != nil {
		return fmt.Errorf("withdraw the unknown charge %s: %w", seen.ID, err)
	}
	return nil
}

// rest compares what the lists did not contain: charges that are open, contested or held, have an
// open difference, or have a recently completed order.
func (c *comparison) rest(ctx context.Context) error {
	rows, err := c.desk.Pool.Query(ctx, `
		SELECT c.id FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id JOIN public.milestones m ON m.id = c.milestone_id
		JOIN private.receiver_accounts a ON a.account_id = p.account_id AND a.institution = $1
		WHERE c.status IN ('open', 'contested') OR p.credited AND m.held_cents > 0
		   OR EXISTS (SELECT FROM public.reconciliation_differences d WHERE d.charge_id = c.id AND d.resolved_at IS NULL AND d.handled_at IS NULL)
		   OR EXISTS (SELECT FROM private.provider_orders o WHERE o.charge_id = c.id AND o.state = 'done' AND o.done_at > now() - interval '3 days')`, c.desk.Institution())
	if err != nil {
		return fmt.Errorf("list what is to be compared: %w", err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list what is to be compared: %w", err)
	}
	for _, id := range all {
		if c.touched[id] {
			continue
		}
		account, key, err := c.desk.chargeAt(ctx, id)
		if err == nil {
			c.touched[id] = true
			err = c.anew(ctx, id, account, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compared are the kinds of differences that every comparison finds again for as long as they last.
var compared = []string{"value_differs", "refund_unordered", "refund_missing", "release_missing", "release_unordered", "charge_missing"}

// resolve closes the differences that this run checked and did not find again.
func (c *comparison) resolve(ctx context.Context) error {
	touched := make([]uuid.UUID, 0, len(c.touched))
	for id := range c.touched {
		touched = append(touched, id)
	}
	_, err := c.desk.Pool.Exec(ctx, `
		UPDATE public.reconciliation_differences SET resolved_at = now()
		WHERE resolved_at IS NULL AND seen_at < $1 AND (kind = ANY ($2) AND charge_id = ANY ($3)
		   OR kind = 'unknown_charge' AND EXISTS (SELECT FROM private.provider_charges p WHERE p.provider_id = reference)
		   OR kind = 'unknown_event'  AND EXISTS (SELECT FROM private.provider_events e WHERE e.id = reference AND e.state = 'done') AND charge_id IS NULL)`,
		c.startedAt, compared, touched)
	if err != nil {
		return fmt.Errorf("resolve differences: %w", err)
	}
	return nil
}

// retryParked retries parked events whose charge is known by now.
func (d *Desk) retryParked(ctx context.Context) error {
	_, err := d.Pool.Exec(ctx, `
		UPDATE private.provider_events e SET state = 'waiting', next_at = now() WHERE e.state = 'parked' AND e.provider_id <> ''
		AND EXISTS (SELECT FROM private.provider_charges p WHERE p.provider_id = e.provider_id AND p.account_id IS NOT NULL)`)
	if err != nil {
		return fmt.Errorf("look at parked events again: %w", err)
	}
	return nil
}
