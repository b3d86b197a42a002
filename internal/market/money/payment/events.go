package payment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/postgres"
)

// Webhook receives the institution's events. They are stored and answered with 200 before they are
// processed.
func (d *Desk) Webhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, psp.EventBytesMax))
	if err != nil {
		w.WriteHeader(bodyStatus(err))
		return
	}
	events, err := d.Provider.Events(r.Header, body)
	switch {
	case errors.Is(err, psp.ErrUnverified):
		w.WriteHeader(http.StatusUnauthorized)
		return
	case err != nil:
		d.Log.WarnContext(r.Context(), "an event of the institution was not understood", "cause", err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := d.store(r.Context(), events); err != nil {
		d.Log.ErrorContext(r.Context(), "events of the institution were not stored", "cause", err)
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	d.Wake()
	w.WriteHeader(http.StatusOK)
}

// bodyStatus is the status for an error of reading the body.
func bodyStatus(err error) int {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return http.StatusRequestEntityTooLarge
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return http.StatusRequestTimeout
	}
	return http.StatusBadRequest
}

// store stores the events of one request, all or none. An event that is already stored is skipped.
func (d *Desk) store(ctx context.Context, events []psp.Event) error {
	batch := &pgx.Batch{}
	for _, e := range events {
		batch.Queue(`
			INSERT INTO private.provider_events (id, name, kind, account_id, provider_id, reference, value_cents)
			VALUES (left($1, 300), left($2, 200), $3, left($4, 200), left($5, 200), left($6, 300), $7) ON CONFLICT (id) DO NOTHING`,
			e.ID, e.Name, string(e.Kind), e.AccountID, e.ChargeID+e.TransferID, e.Reference, e.Value)
	}
	err := postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error { return tx.SendBatch(ctx, batch).Close() })
	if err != nil {
		return fmt.Errorf("store %d events: %w", len(events), err)
	}
	return nil
}

// Wake makes Run process waiting work now.
func (d *Desk) Wake() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// event is a stored event.
type event struct {
	id, name                         string
	kind                             psp.EventKind
	accountID, providerID, reference string
	value                            money.Money
}

// workEvents processes waiting events, and returns how many it took.
func (d *Desk) workEvents(ctx context.Context) (int, error) {
	rows, err := d.Pool.Query(ctx, `
		UPDATE private.provider_events e SET tries = tries + 1, next_at = now() + interval '`+lease+`'
		WHERE e.id IN (SELECT w.id FROM private.provider_events w WHERE w.state = 'waiting' AND w.next_at <= now() ORDER BY w.next_at, w.id LIMIT $1 FOR UPDATE SKIP LOCKED)
		RETURNING e.id, e.name, e.kind, e.account_id, e.provider_id, e.reference, e.value_cents`, batchMax)
	if err != nil {
		return 0, fmt.Errorf("take events: %w", err)
	}
	due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (e event, err error) {
		err = row.Scan(&e.id, &e.name, &e.kind, &e.accountID, &e.providerID, &e.reference, &e.value)
		return e, err
	})
	if err != nil {
		return 0, fmt.Errorf("take events: %w", err)
	}
	return len(due), inParallel(d.Log, due, func(e event) error { return d.workEvent(ctx, e) })
}

// workEvent processes one event, or retries it later.
func (d *Desk) workEvent(ctx context.Context, e event) error {
	err := d.follow(ctx, e)
	if err == nil || ctx.Err() != nil {
		return err
	}
	_, later := d.Pool.Exec(ctx, `
		UPDATE private.provider_events SET next_at = `+backoff+`, last_error = left($2, 1000) WHERE id = $1`,
		e.id, err.Error(), backoffMax)
	if (errors.Is(err, psp.ErrUnavailable) || errors.Is(err, errPending)) && later == nil {
		return nil
	}
	return errors.Join(fmt.Errorf("follow event %s: %w", e.id, err), later)
}

func (d *Desk) follow(ctx context.Context, e event) error {
	if strings.HasPrefix(e.name, "TRANSFER_") {
		return d.followTransfer(ctx, e)
	}
	switch e.kind {
	case psp.EventOther, psp.EventUnblocked:
		if e.providerID == "" && e.reference == "" {
			return d.done(ctx, e)
		}
	case psp.EventReceiver:
		return d.followReceiver(ctx, e)
	case psp.EventContested:
		if e.providerID == "" {
			return d.park(ctx, e, "contested_unknown", "A instituição bloqueou "+e.value.BRL()+" por contestação, sem dizer de qual cobrança.")
		}
	}
	var id uuid.UUID
	err := d.Pool.QueryRow(ctx, `
		SELECT c.id FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id WHERE p.provider_id = $1 OR c.txid = $2 ORDER BY p.provider_id = $1 DESC LIMIT 1`,
		e.providerID, e.reference).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		return d.park(ctx, e, "unknown_event", e.name)
	}
	if err != nil {
		return fmt.Errorf("look up the charge of event %s: %w", e.id, err)
	}
	account, key, err := d.chargeAt(ctx, id)
	if errors.Is(err, errGone) {
		return d.park(ctx, e, "unknown_event", e.name)
	}
	if err != nil {
		return err
	}
	return d.compare(ctx, id, account, key, &e)
}

// Ask fetches a charge from the institution now, without waiting for an event, and applies its
// state.
func (d *Desk) Ask(ctx context.Context, txid string) error {
	var id uuid.UUID
	if err := d.Pool.QueryRow(ctx, `SELECT id FROM public.charges WHERE txid = $1`, txid).Scan(&id); err != nil {
		return fmt.Errorf("look up charge %s: %w", txid, err)
	}
	account, key, err := d.chargeAt(ctx, id)
	if err != nil {
		return err
	}
	return d.compare(deal.WithSettler(ctx, d.Settle), id, account, key, nil)
}

// compare fetches a charge and applies its state. If an event caused this, the event is marked as
// done in the same transaction.
func (d *Desk) compare(ctx context.Context, id uuid.UUID, account psp.Account, key psp.ChargeKey, e *event) error {
	asking, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	seen, err := d.fetch(asking, account, key)
	if errors.Is(err, psp.ErrNotFound) {
		return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
			if err := d.differ(ctx, tx, difference{kind: "charge_missing", reference: key.Reference, chargeID: &id}); err != nil {
				return err
			}
			return e.finish(ctx, tx, "parked")
		})
	}
	if err != nil {
		return err
	}
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		if err := d.absorb(ctx, tx, id, seen); err != nil {
			return err
		}
		if e != nil && e.value != 0 && e.value != seen.Value {
			if err := d.differ(ctx, tx, difference{kind: "unknown_event", reference: e.id, chargeID: &id, ours: &seen.Value, theirs: &e.value, detail: "O aviso fala em " + e.value.BRL() + "."}); err != nil {
				return err
			}
		}
		return e.finish(ctx, tx, "done")
	})
}

// fetch reads a charge at the institution. A charge that the institution calls expired could still
// be paid there, so it is cancelled first, unless the payer was faster.
func (d *Desk) fetch(ctx context.Context, account psp.Account, key psp.ChargeKey) (psp.Charge, error) {
	seen, err := d.Provider.Fetch(ctx, account, key)
	if err != nil || seen.Status != psp.ChargeExpired {
		return seen, err
	}
	after, err := d.Provider.Cancel(ctx, account, key)
	if err != nil && !errors.Is(err, psp.ErrNotFound) {
		return psp.Charge{}, err
	}
	if err == nil && after.Status != psp.ChargeCancelled {
		return d.Provider.Fetch(ctx, account, key)
	}
	return seen, nil
}

// finish records the outcome of an event. It does nothing for a nil event.
func (e *event) finish(ctx context.Context, tx pgx.Tx, state string) error {
	if e == nil {
		return nil
	}
	if _, err := tx.Exec(ctx, `UPDATE private.provider_events SET state = $2, last_error = NULL WHERE id = $1`, e.id, state); err != nil {
		return fmt.Errorf("note event %s: %w", e.id, err)
	}
	return nil
}

func (d *Desk) done(ctx context.Context, e event) error {
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error { return e.finish(ctx, tx, "done") })
}

// park sets aside an event that matches nothing here, and records a difference for administrators.
func (d *Desk) park(ctx context.Context, e event, kind, detail string) error {
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		found := difference{kind: kind, reference: e.id, detail: detail}
		if e.value != 0 {
			found.theirs = &e.value
		}
		if err := d.differ(ctx, tx, found); err != nil {
			return err
		}
		return e.finish(ctx, tx, "parked")
	})
}

// followReceiver asks for the approval state of the account that an event is about.
func (d *Desk) followReceiver(ctx context.Context, e event) error {
	var partyID uuid.UUID
	err := d.Pool.QueryRow(ctx, `SELECT party_id FROM private.receiver_accounts WHERE account_id = $1 AND institution = $2 AND retired_at IS NULL`, e.accountID, d.Institution()).Scan(&partyID)
	if errors.Is(err, pgx.ErrNoRows) {
		return d.done(ctx, e)
	}
	if err != nil {
		return fmt.Errorf("look up account %s: %w", e.accountID, err)
	}
	account, _, err := d.kept(ctx, d.Pool, partyID)
	if err != nil {
		return err
	}
	if _, err := d.refreshReceiver(ctx, partyID, account); err != nil {
		return err
	}
	return d.done(ctx, e)
}
