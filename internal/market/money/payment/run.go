package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/background"
	"automacao/internal/market/deal"
	"automacao/internal/postgres"
)

// Intervals of polling for work that nothing announced, and how long processed events are kept.
const (
	workEvery    = time.Second
	tendEvery    = 30 * time.Second
	compareEvery = 5 * time.Minute
	eventsFor    = "90 days"
)

// Run works until ctx ends. It processes events, orders and payouts as they come, withdraws charges
// that are over, and compares with the institution.
func (d *Desk) Run(ctx context.Context) error {
	if d.Provider == nil {
		<-ctx.Done()
		return nil
	}
	ctx = deal.WithSettler(ctx, d.Settle)
	work, tend, compare := time.NewTicker(workEvery), time.NewTicker(tendEvery), time.NewTicker(compareEvery)
	defer work.Stop()
	defer tend.Stop()
	defer compare.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-d.wake:
			err = d.Work(ctx)
		case <-work.C:
			err = d.Work(ctx)
		case <-tend.C:
			err = d.Tend(ctx)
		case <-compare.C:
			err = d.Reconcile(ctx)
		case <-d.comparing:
			err = d.Reconcile(ctx)
		}
		if err != nil && ctx.Err() == nil {
			d.Log.ErrorContext(ctx, "payments could not be worked on", "cause", err)
		}
	}
}

// Work processes waiting events, orders and payouts until none is due.
func (d *Desk) Work(ctx context.Context) error {
	ctx = deal.WithSettler(ctx, d.Settle)
	for {
		events, err := d.workEvents(ctx)
		if err != nil {
			return err
		}
		orders, err := d.workOrders(ctx)
		if err != nil {
			return err
		}
		payouts, err := d.workPayouts(ctx)
		if err != nil || events+orders+payouts == 0 {
			return err
		}
	}
}

// Tend withdraws charges that have expired or that no milestone waits for, and deletes records that
// are no longer needed.
func (d *Desk) Tend(ctx context.Context) error {
	ctx = deal.WithSettler(ctx, d.Settle)
	rows, err := d.Pool.Query(ctx, `
		SELECT c.id FROM public.charges c JOIN public.milestones m ON m.id = c.milestone_id JOIN public.contracts k ON k.id = c.contract_id
		WHERE c.status = 'open' AND (c.expires_at <= now() OR m.value_cents <> c.value_cents OR m.held_cents > 0
		  OR m.status NOT IN ('awaiting_payment', 'delivered', 'adjusting')
		  OR NOT private.is_binding(k.status) AND m.owed_due_on IS NULL)
		ORDER BY c.expires_at LIMIT 1000`)
	if err != nil {
		return fmt.Errorf("list charges that are over: %w", err)
	}
	over, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return fmt.Errorf("list charges that are over: %w", err)
	}
	return errors.Join(inParallel(d.Log, over, func(id uuid.UUID) error { return d.withdraw(ctx, id) }), d.forget(ctx))
}

// withdraw first cancels a charge at the institution and applies its answer, because the payer may
// have been faster.
func (d *Desk) withdraw(ctx context.Context, id uuid.UUID) error {
	account, key, err := d.chargeAt(ctx, id)
	var seen psp.Charge
	if err == nil {
		asking, cancel := context.WithTimeout(ctx, orderTimeout)
		defer cancel()
		seen, err = d.Provider.Cancel(asking, account, key)
	}
	if errors.Is(err, psp.ErrUnavailable) {
		return nil
	}
	isMissing := errors.Is(err, psp.ErrNotFound) || errors.Is(err, errGone)
	if err != nil && !isMissing {
		return fmt.Errorf("withdraw charge %s: %w", id, err)
	}
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		if !isMissing {
			return d.absorb(ctx, tx, id, seen)
		}
		l, err := d.lockCharge(ctx, tx, id)
		if err != nil || l.status != "open" {
			return err
		}
		return l.withdraw(ctx, tx, false)
	})
}

// forget deletes old events, and the accounts of parties that left once nothing depends on them.
func (d *Desk) forget(ctx context.Context) error {
	for _, statement := range []string{
		`DELETE FROM private.provider_events WHERE state = 'done' AND received_at < now() - interval '` + eventsFor + `'`,
		`DELETE FROM private.receiver_accounts a USING public.profiles p
		 WHERE p.id = a.party_id AND p.removed_at IS NOT NULL AND NOT EXISTS (SELECT FROM private.payout_orders o WHERE o.account_id = a.account_id)
		 AND NOT EXISTS (SELECT FROM public.withholding_proofs w JOIN public.contracts k ON k.id = w.contract_id WHERE k.professional_id = p.id AND w.ended_at IS NULL AND w.settlement = 'guarantee')
		 AND NOT EXISTS (
		   SELECT FROM private.provider_charges c JOIN public.charges g ON g.id = c.charge_id JOIN public.milestones m ON m.id = g.milestone_id
		   WHERE c.account_id = a.account_id AND (g.status IN ('open', 'contested') OR c.credited AND m.held_cents > 0
		     OR EXISTS (SELECT FROM private.provider_orders o WHERE o.charge_id = g.id AND o.state <> 'done')))`,
	} {
		if _, err := d.Pool.Exec(ctx, statement); err != nil {
			return fmt.Errorf("forget what nothing needs: %w", err)
		}
	}
	return nil
}

// errBroke is the error of work that panicked; the log has the cause.
var errBroke = errors.New("payments: the work panicked")

// inParallel runs work on every element, at most callsMax at once. A panic becomes an error, and
// the other elements are still processed.
func inParallel[T any](log *slog.Logger, all []T, work func(T) error) error {
	var running sync.WaitGroup
	errs := make([]error, len(all))
	turns := make(chan struct{}, callsMax)
	for i, one := range all {
		turns <- struct{}{}
		running.Go(func() {
			defer func() { <-turns }()
			errs[i] = errBroke
			background.Survive(log, "payments", func() { errs[i] = work(one) })
		})
	}
	running.Wait()
	return errors.Join(errs...)
}
