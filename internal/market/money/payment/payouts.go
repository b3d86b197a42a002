package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/pix"
	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
	"automacao/internal/postgres"
)

// payoutOrder is a payout without a final answer from the institution.
type payoutOrder struct {
	id, partyID uuid.UUID
	accountID   string
	sealed      string
	key         string
	reference   string
	value       money.Money
	askedAt     time.Time
}

// workPayouts sends the requested payouts that are due, and returns how many it took. The reference
// finds a transfer that was sent before. A payout waits for pending orders of the same party's
// charges, because releases fill the balance that it is paid from.
func (d *Desk) workPayouts(ctx context.Context) (int, error) {
	rows, err := d.Pool.Query(ctx, `
		WITH due AS (
		  UPDATE private.payout_orders o SET tries = tries + 1, next_at = now() + interval '`+lease+`'
		  WHERE o.payout_id IN (
		    SELECT w.payout_id FROM private.payout_orders w JOIN public.payouts p ON p.id = w.payout_id
		    WHERE w.next_at <= now() AND w.institution = $2 AND NOT EXISTS (
		      SELECT FROM private.provider_orders r JOIN public.charges c ON c.id = r.charge_id JOIN public.contracts k ON k.id = c.contract_id
		      WHERE r.state = 'waiting' AND k.professional_id = p.party_id)
		    ORDER BY w.next_at LIMIT $1 FOR UPDATE OF w SKIP LOCKED)
		  RETURNING o.*)
		SELECT p.id, p.party_id, a.account_id, a.api_key, due.pix_key, due.reference, p.value_cents, p.created_at
		FROM due JOIN public.payouts p ON p.id = due.payout_id JOIN private.receiver_accounts a ON a.account_id = due.account_id`, batchMax, d.Institution())
	if err != nil {
		return 0, fmt.Errorf("take payouts: %w", err)
	}
	due, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (o payoutOrder, err error) {
		err = row.Scan(&o.id, &o.partyID, &o.accountID, &o.sealed, &o.key, &o.reference, &o.value, &o.askedAt)
		return o, err
	})
	if err != nil {
		return 0, fmt.Errorf("take payouts: %w", err)
	}
	return len(due), inParallel(d.Log, due, func(o payoutOrder) error { return d.workPayout(ctx, o) })
}

func (d *Desk) workPayout(ctx context.Context, o payoutOrder) error {
	sent, err := d.send(ctx, o)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		switch {
		case errors.Is(err, psp.ErrRefused):
			return o.fail(ctx, tx, refusalOf(err))
		case err != nil:
			return o.later(ctx, tx, err)
		case sent.HasFailed():
			return o.fail(ctx, tx, sent.FailReason)
		case sent.Status != psp.TransferDone:
			return o.later(ctx, tx, errPending)
		}
		return o.arrive(ctx, tx)
	})
}

func (d *Desk) send(ctx context.Context, o payoutOrder) (psp.Transfer, error) {
	secret, err := d.unseal(o.sealed, o.partyID)
	if err != nil {
		return psp.Transfer{}, err
	}
	kind := pix.CPF
	if len(o.key) == cnpjLength {
		kind = pix.CNPJ
	}
	key, err := pix.ParseKey(kind, o.key)
	if err != nil {
		return psp.Transfer{}, fmt.Errorf("read the key of payout %s: %w", o.id, err)
	}
	ctx, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	return d.Provider.Transfer(ctx, psp.TransferRequest{Account: psp.Account{ID: o.accountID, Key: secret}, Value: o.value, Key: key,
		Reference: o.reference, Description: "Saque", AskedAt: o.askedAt})
}

const cnpjLength = 14

// end closes a payout. It returns false if another worker already did.
func (o payoutOrder) end(ctx context.Context, tx pgx.Tx, status, reason string) (bool, error) {
	ended, err := tx.Exec(ctx, `UPDATE public.payouts SET status = $2, reason = nullif(left($3, 1000), ''), done_at = now() WHERE id = $1 AND status = 'requested'`, o.id, status, reason)
	if err != nil {
		return false, fmt.Errorf("end payout %s: %w", o.id, err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM private.payout_orders WHERE payout_id = $1`, o.id); err != nil {
		return false, fmt.Errorf("end the order of payout %s: %w", o.id, err)
	}
	return ended.RowsAffected() == 1, nil
}

func (o payoutOrder) arrive(ctx context.Context, tx pgx.Tx) error {
	isFirst, err := o.end(ctx, tx, "paid", "")
	if err != nil || !isFirst {
		return err
	}
	about := ledger.Payout{ID: o.id, PartyID: o.partyID}
	if err := o.tell(ctx, tx, "Saque concluído", o.value.BRL()+" foram enviados à sua chave Pix."); err != nil {
		return err
	}
	if err := ledger.PostPayout(ctx, tx, about, o.value); err != nil {
		return err
	}
	return ledger.SettlePayout(ctx, tx, about, o.value)
}

func (o payoutOrder) fail(ctx context.Context, tx pgx.Tx, reason string) error {
	if reason == "" {
		reason = "A instituição de pagamento não concluiu a transferência."
	}
	isFirst, err := o.end(ctx, tx, "failed", reason)
	if err != nil || !isFirst {
		return err
	}
	if err := o.tell(ctx, tx, "Saque não concluído", reason+" O valor voltou ao seu saldo disponível."); err != nil {
		return err
	}
	if err := ledger.VoidPayout(ctx, tx, ledger.Payout{ID: o.id, PartyID: o.partyID}); err != nil {
		return err
	}
	return o.collectOwed(ctx, tx)
}

// collectOwed uses the money that became available again to settle the party's debt from contests.
func (o payoutOrder) collectOwed(ctx context.Context, tx pgx.Tx) error {
	_, err := ledger.CollectOwedAfter(ctx, tx, o.partyID, o.id)
	return err
}

// followTransfer makes the payout that an event is about due now. If a paid payout came back, its
// value becomes available again. An event of an unknown payout, or one that contradicts how the
// payout ended, is parked for an administrator.
func (d *Desk) followTransfer(ctx context.Context, e event) error {
	var o payoutOrder
	var status string
	err := d.Pool.QueryRow(ctx, `
		WITH woken AS (UPDATE private.payout_orders SET next_at = now() WHERE reference = $1)
		SELECT id, party_id, value_cents, reference, created_at, status FROM public.payouts WHERE reference = $1`, e.reference).
		Scan(&o.id, &o.partyID, &o.value, &o.reference, &o.askedAt, &status)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("look up the payout of event %s: %w", e.id, err)
	}
	hasFailed := e.name == "TRANSFER_FAILED" || e.name == "TRANSFER_CANCELLED"
	switch {
	case err != nil, status == "failed" && e.name == "TRANSFER_DONE":
		return d.park(ctx, e, "unknown_event", e.name)
	case status == "requested" && hasFailed:
		// The order runs first and may find that the transfer arrived. The retried event then
		// handles its return.
		return errPending
	case status == "paid" && hasFailed:
		return d.absorbReturn(ctx, o, e)
	}
	return d.done(ctx, e)
}

// absorbReturn ends a paid payout as returned if the institution confirms it: an event alone moves
// no money.
func (d *Desk) absorbReturn(ctx context.Context, o payoutOrder, e event) error {
	account, _, err := d.kept(ctx, d.Pool, o.partyID)
	if err != nil {
		return err
	}
	if account.ID == "" {
		return d.park(ctx, e, "unknown_event", e.name)
	}
	asking, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	seen, err := d.Provider.FetchTransfer(asking, account, psp.TransferKey{Reference: o.reference, AskedAt: o.askedAt})
	switch {
	case errors.Is(err, psp.ErrNotFound), err == nil && (seen.Value != o.value || !seen.HasFailed()):
		return d.park(ctx, e, "unknown_event", e.name)
	case err != nil:
		return err
	}
	return postgres.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		if err := o.giveBack(ctx, tx, seen.FailReason); err != nil {
			return err
		}
		return e.finish(ctx, tx, "done")
	})
}

// giveBack makes the value of a paid payout available again, once.
func (o payoutOrder) giveBack(ctx context.Context, tx pgx.Tx, reason string) error {
	if reason == "" {
		reason = "O banco de destino devolveu a transferência."
	}
	returned, err := tx.Exec(ctx, `UPDATE public.payouts SET status = 'returned', reason = left($2, 1000), done_at = now() WHERE id = $1 AND status = 'paid'`, o.id, reason)
	if err != nil {
		return fmt.Errorf("take payout %s back: %w", o.id, err)
	}
	if returned.RowsAffected() == 0 {
		return nil
	}
	if err := o.tell(ctx, tx, "Saque devolvido", reason+" "+o.value.BRL()+" voltaram ao seu saldo disponível."); err != nil {
		return err
	}
	if err := ledger.ReturnPayout(ctx, tx, ledger.Payout{ID: o.id, PartyID: o.partyID}, o.value); err != nil {
		return err
	}
	return o.collectOwed(ctx, tx)
}

func (o payoutOrder) later(ctx context.Context, tx pgx.Tx, cause error) error {
	_, err := tx.Exec(ctx, `
		UPDATE private.payout_orders SET next_at = `+backoff+`, last_error = left($2, 1000) WHERE payout_id = $1`, o.id, cause.Error(), backoffMax)
	if err != nil {
		return fmt.Errorf("put off payout %s: %w", o.id, err)
	}
	return nil
}

func (o payoutOrder) tell(ctx context.Context, tx pgx.Tx, title, body string) error {
	return notification.TellParty(ctx, tx, o.partyID, party.Pay, notification.News{
		Kind: notification.Account, Title: title, Body: body, SubjectKind: notification.AboutFinance, SubjectID: o.partyID,
	})
}

// refusalOf returns the institution's sentence, or "".
func refusalOf(err error) string {
	var refused *psp.Refusal
	if errors.As(err, &refused) {
		return refused.Message
	}
	return ""
}
