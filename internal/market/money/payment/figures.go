package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/account"
)

// Figures are the money of the whole market for administrators, in centavos. Held, available and
// contested money is at the institution. Declared, refused and overdue payments are directly
// between the two sides.
type Figures struct {
	HeldCents      int64 `json:"held_cents"`
	Held           int   `json:"held"`
	AvailableCents int64 `json:"available_cents"`
	ContestedCents int64 `json:"contested_cents"`
	// OwedCents is what professionals owe because of contests.
	OwedCents int64      `json:"owed_cents"`
	FeeCents  int64      `json:"fee_cents"`
	FeeMonths []FeeMonth `json:"fee_months"`

	Differences         int        `json:"differences"`
	PayoutsWaiting      int        `json:"payouts_waiting"`
	PayoutsWaitingCents int64      `json:"payouts_waiting_cents"`
	PayoutsFailed       int        `json:"payouts_failed"` // in the last 30 days
	OrdersFailing       int        `json:"orders_failing"`
	Disputes            int        `json:"disputes"`
	OldestDisputeAt     *time.Time `json:"oldest_dispute_at"`

	Declared        int   `json:"declared"` // declared as paid, not answered yet
	DeclaredCents   int64 `json:"declared_cents"`
	RefusedReceipts int   `json:"refused_receipts"` // contested and still owed
	RefusedCents    int64 `json:"refused_cents"`
	Overdue         int   `json:"overdue"`
	OverdueCents    int64 `json:"overdue_cents"`

	// ComparedAt is when the last comparison with the institution ended. ComparedCharges is how
	// many charges it covered, and IsComparedWholly whether it finished without errors.
	ComparedAt       *time.Time `json:"compared_at"`
	ComparedCharges  int        `json:"compared_charges"`
	IsComparedWholly bool       `json:"is_compared_wholly"`
}

// FeeMonth is what the product earned in a month of the market's calendar.
type FeeMonth struct {
	Month string `json:"month"` // 2026-11
	Cents int64  `json:"cents"`
}

// feeMonths is the number of months returned, including the current one.
const feeMonths = 12

// failing matches orders that were tried at least $1 times, and refused ones.
const failing = `o.state = 'failed' OR o.state = 'waiting' AND o.tries >= $1`

// failingTries is the number of tries from which an order counts as failing: after about 30 seconds
// of pauses that double.
const failingTries = 4

// MoneyDesk returns the money of the market, in one round trip to the database. Only administrators
// may.
func (d *Desk) MoneyDesk(ctx context.Context, tx pgx.Tx, _ Nothing) (out Figures, err error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return Figures{}, err
	}
	batch := &pgx.Batch{}
	queueBalances(batch, &out)
	queueFees(batch, &out)
	queueWork(batch, &out)
	queueDirect(batch, &out)
	batch.Queue(`SELECT ended_at, charges, is_whole FROM private.payment_comparisons WHERE institution = $1`, d.Institution()).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			if err := rows.Scan(&out.ComparedAt, &out.ComparedCharges, &out.IsComparedWholly); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return Figures{}, fmt.Errorf("add up the money of the market: %w", err)
	}
	return out, nil
}

func queueBalances(batch *pgx.Batch, out *Figures) {
	batch.Queue(`
		SELECT count(*), (coalesce(sum(held_cents), 0) + (SELECT coalesce(sum(w.value_cents), 0) FROM public.withholding_proofs w WHERE w.ended_at IS NULL AND w.settlement = 'guarantee'))::bigint
		FROM public.milestones WHERE held_cents > 0`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.Held, &out.HeldCents) })
	batch.Queue(`
		SELECT coalesce(sum(balance_cents) FILTER (WHERE account LIKE 'available:%'), 0)::bigint, coalesce(sum(balance_cents) FILTER (WHERE account LIKE 'contested:%'), 0)::bigint,
		       coalesce(-sum(balance_cents) FILTER (WHERE account LIKE 'owed:%'), 0)::bigint, coalesce(sum(balance_cents) FILTER (WHERE account = 'fee'), 0)::bigint
		FROM private.ledger_balances WHERE balance_cents <> 0`).
		QueryRow(func(row pgx.Row) error {
			return row.Scan(&out.AvailableCents, &out.ContestedCents, &out.OwedCents, &out.FeeCents)
		})
}

func queueFees(batch *pgx.Batch, out *Figures) {
	batch.Queue(`
		WITH months AS (SELECT generate_series(date_trunc('month', private.market_day()) - make_interval(months => $1 - 1), private.market_day(), interval '1 month')::date AS month)
		SELECT to_char(m.month, 'YYYY-MM'), coalesce(sum(e.value_cents), 0)::bigint
		FROM months m LEFT JOIN public.ledger_entries e ON e.account = 'fee'
		  AND e.created_at >= m.month::timestamp AT TIME ZONE 'America/Sao_Paulo' AND e.created_at < (m.month + interval '1 month') AT TIME ZONE 'America/Sao_Paulo'
		GROUP BY m.month ORDER BY m.month`, feeMonths).
		Query(func(rows pgx.Rows) (err error) {
			out.FeeMonths, err = pgx.CollectRows(rows, pgx.RowToStructByPos[FeeMonth])
			return err
		})
}

// queueWork counts what waits for an administrator or the institution.
func queueWork(batch *pgx.Batch, out *Figures) {
	batch.Queue(`SELECT count(*) FROM public.reconciliation_differences WHERE resolved_at IS NULL AND handled_at IS NULL`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.Differences) })
	batch.Queue(`SELECT count(*), coalesce(sum(value_cents), 0)::bigint FROM public.payouts WHERE status = 'requested'`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.PayoutsWaiting, &out.PayoutsWaitingCents) })
	batch.Queue(`SELECT count(*) FROM public.payouts WHERE status IN ('failed', 'returned') AND done_at > now() - interval '30 days'`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.PayoutsFailed) })
	batch.Queue(`SELECT count(*) FROM private.provider_orders o WHERE `+failing, failingTries).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.OrdersFailing) })
	batch.Queue(`SELECT count(*), min(created_at) FROM public.disputes WHERE ended_at IS NULL`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.Disputes, &out.OldestDisputeAt) })
}

// queueDirect counts declared, refused and overdue direct payments.
func queueDirect(batch *pgx.Batch, out *Figures) {
	batch.Queue(`SELECT count(*), coalesce(sum(value_cents), 0)::bigint FROM public.direct_payments WHERE status = 'declared'`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.Declared, &out.DeclaredCents) })
	batch.Queue(`
		SELECT count(*), coalesce(sum(m.value_cents), 0)::bigint FROM public.milestones m
		WHERE m.status = 'awaiting_payment' AND m.owed_due_on IS NOT NULL
		  AND EXISTS (SELECT FROM public.direct_payments p WHERE p.milestone_id = m.id AND p.status = 'contested')`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.RefusedReceipts, &out.RefusedCents) })
	batch.Queue(`
		SELECT count(*), coalesce(sum(m.value_cents), 0)::bigint FROM public.milestones m WHERE m.status = 'awaiting_payment' AND m.owed_due_on < private.market_day()`).
		QueryRow(func(row pgx.Row) error { return row.Scan(&out.Overdue, &out.OverdueCents) })
}

// OrdersWanted selects a page of orders, starting at `offset`.
type OrdersWanted struct {
	Offset int `json:"offset,omitempty"`
}

// FailingOrder is an order that the institution refused, or that keeps failing to reach it.
type FailingOrder struct {
	ID         uuid.UUID `json:"id"`
	Kind       string    `json:"kind"`
	State      string    `json:"state"`
	Reference  string    `json:"reference"`
	ValueCents int64     `json:"value_cents"`
	Tries      int       `json:"tries"`
	NextAt     time.Time `json:"next_at"`
	LastError  string    `json:"last_error"`
	CreatedAt  time.Time `json:"created_at"`
	ContractID uuid.UUID `json:"contract_id"`
	Contract   int64     `json:"contract"` // its number
	Title      string    `json:"title"`
	Milestone  int       `json:"milestone"` // its position
}

// FailingOrders is a page of failing orders, oldest first, and their total number.
type FailingOrders struct {
	Orders []FailingOrder `json:"orders"`
	Total  int            `json:"total"`
}

// ordersPage is the number of orders on a page.
const ordersPage = 25

// FailingOrders lists orders that keep failing. Only administrators may.
func (d *Desk) FailingOrders(ctx context.Context, tx pgx.Tx, in OrdersWanted) (out FailingOrders, err error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return FailingOrders{}, err
	}
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM private.provider_orders o WHERE `+failing, failingTries).Scan(&out.Total); err != nil {
		return FailingOrders{}, fmt.Errorf("count orders that fail: %w", err)
	}
	rows, err := tx.Query(ctx, `
		SELECT o.id, o.kind, o.state, o.reference, CASE o.kind WHEN 'refund' THEN o.value_cents ELSE c.value_cents END, o.tries, o.next_at, coalesce(o.last_error, ''), o.created_at,
		       k.id, k.number, k.scope->>'title', m.position
		FROM private.provider_orders o JOIN public.charges c ON c.id = o.charge_id JOIN public.contracts k ON k.id = c.contract_id JOIN public.milestones m ON m.id = c.milestone_id
		WHERE `+failing+` ORDER BY o.created_at, o.id LIMIT $2 OFFSET greatest($3::int, 0)`, failingTries, ordersPage, in.Offset)
	if err != nil {
		return FailingOrders{}, fmt.Errorf("list orders that fail: %w", err)
	}
	if out.Orders, err = pgx.CollectRows(rows, pgx.RowToStructByPos[FailingOrder]); err != nil {
		return FailingOrders{}, fmt.Errorf("list orders that fail: %w", err)
	}
	return out, nil
}
