// Package ledger records who owes what to whom. The product never holds money: a licensed
// institution does. The workflow that learns of a movement there posts it here, in its own
// transaction. The package moves no money, checks no permissions and notifies nobody; its callers
// do.
//
// A transfer is a list of entries that add up to zero. It is posted once, under a business key that
// names the event. These are the accounts, with their owners:
//
//	outside:company:<party>  what a company paid in (negative) and got back
//	held:<milestone>         the guarantee of a milestone, and the taxes withheld from it; never negative
//	available:<party>        what a professional may be paid out; never negative
//	paying:<party>           payouts in progress; never negative
//	outside:payout:<party>   what a professional was paid out
//	fee                      what the product earned
//	contested:<milestone>    what a payer asks their bank to return
//	owed:<party>             what a professional lacks to cover contests (negative)
//
// A company's statement shows its entries in outside:company, and a professional's those in
// available. Neither changes the sign: a company's payment is negative, a professional's earning is
// positive, and the professional's entries add up to the available balance. Taxes that a company
// withholds move from available to held. They go to the company's account once it proves that it
// paid them, and otherwise back to available.
//
// Posting takes a lock that the transaction keeps until it ends. So post last, after taking every
// other lock, and do not wait for anything external while holding it.
package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
)

// The ledger's refusals. A refusal by the database aborts the transaction.
var (
	// ErrKeyReused is returned for a business key under which something else was posted.
	ErrKeyReused = fault.New(http.StatusConflict, "ledger_key_reused", "Este movimento já foi lançado com outro conteúdo.")
	// ErrShort is returned for a movement that exceeds the balance of an account.
	ErrShort = fault.New(http.StatusConflict, "balance_short", "O saldo não é suficiente.")
	// ErrHoldEnded is returned for a hold that was posted, released or never made.
	ErrHoldEnded = fault.New(http.StatusConflict, "hold_ended", "Este valor já foi movimentado ou devolvido.")
	// ErrHoldExceeded is returned for a posting of more than the reserved value, or of nothing.
	ErrHoldExceeded = fault.New(http.StatusConflict, "hold_exceeded", "O valor é maior do que o que foi reservado.")
	// ErrAmounts is a caller's mistake: an amount that is not positive, or parts that exceed the
	// whole.
	ErrAmounts = errors.New("the amounts of a transfer do not fit")
)

// refusals maps the name of a violated database constraint to the ledger's error.
var refusals = map[string]error{
	"ledger_transfers_business_key_key": ErrKeyReused,
	"ledger_holds_business_key_key":     ErrKeyReused,
	"ledger_balances_floor_kept":        ErrShort,
	"ledger_holds_ended_once":           ErrHoldEnded,
	"ledger_holds_posted_within":        ErrHoldExceeded,
}

// The kinds of transfers and entries.
const (
	guarantee       = "guarantee"
	release         = "release"
	fee             = "fee"
	refund          = "refund"
	split           = "split"
	payout          = "payout"
	payoutReturned  = "payout_returned"
	withheld        = "withheld"
	contest         = "contest"
	contestReturned = "contest_returned"
	adjustment      = "adjustment"
)

// account is an account of the ledger and the parties that it belongs to.
type account struct {
	Name         string     `json:"account"`
	PartyID      *uuid.UUID `json:"party_id"`
	OtherPartyID *uuid.UUID `json:"other_party_id"`
}

func of(kind string, partyID uuid.UUID) account {
	return account{Name: kind + partyID.String(), PartyID: &partyID}
}

func (d Deal) of(kind string) account {
	return account{Name: kind + d.MilestoneID.String(), PartyID: &d.ProfessionalID, OtherPartyID: &d.CompanyID}
}

func outside(partyID uuid.UUID) account   { return of("outside:company:", partyID) }
func available(partyID uuid.UUID) account { return of("available:", partyID) }
func paying(partyID uuid.UUID) account    { return of("paying:", partyID) }
func paidOut(partyID uuid.UUID) account   { return of("outside:payout:", partyID) }
func owed(partyID uuid.UUID) account      { return of("owed:", partyID) }
func held(d Deal) account                 { return d.of("held:") }
func contested(d Deal) account            { return d.of("contested:") }

var fees = account{Name: "fee"}

// entry is one line of a transfer.
type entry struct {
	account
	Kind       string `json:"kind"`
	ValueCents int64  `json:"value_cents"`
}

// transfer is an event with its entries.
type transfer struct {
	key, kind, memo         string
	contractID, milestoneID uuid.UUID
	entries                 []entry
	isWrong                 bool
}

// move moves a value from one account to another. Zero adds no entries; a negative value makes the
// transfer invalid.
func (t *transfer) move(kind string, value money.Money, from, to account) {
	if value != 0 {
		t.entries = append(t.entries, entry{from, kind, -int64(value)}, entry{to, kind, int64(value)})
	}
	t.isWrong = t.isWrong || value < 0
}

// check refuses an invalid transfer, and one without entries.
func (t transfer) check() error {
	if t.isWrong || len(t.entries) == 0 {
		return fmt.Errorf("post %s: %w", t.key, ErrAmounts)
	}
	return nil
}

type dateKey struct{}

// Dated makes every posting under ctx carry the given time instead of now. Demonstration data uses
// it for its past, and must post in chronological order.
func Dated(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(ctx, dateKey{}, at)
}

// date passes the time set by Dated to the database, if there is one.
func date(ctx context.Context, tx pgx.Tx) error {
	at, ok := ctx.Value(dateKey{}).(time.Time)
	if !ok {
		return nil
	}
	if _, err := tx.Exec(ctx, `SELECT set_config('ledger.moment', $1::timestamptz::text, true)`, at); err != nil {
		return fmt.Errorf("say the moment: %w", err)
	}
	return nil
}

// post posts a transfer, from a reservation if one is named.
func (t transfer) post(ctx context.Context, tx pgx.Tx, reservation string) error {
	if err := t.check(); err != nil {
		return err
	}
	entries, err := json.Marshal(t.entries)
	if err != nil {
		return fmt.Errorf("write the entries of %s: %w", t.key, err)
	}
	function, arguments := `private.post_transfer($1, $2, nullif($3, $7::uuid), nullif($4, $7::uuid), nullif($5, ''), $6)`,
		[]any{t.key, t.kind, t.contractID, t.milestoneID, t.memo, string(entries), uuid.Nil}
	if reservation != "" {
		function, arguments = `private.post_hold($8, $1, $2, nullif($3, $7::uuid), nullif($4, $7::uuid), nullif($5, ''), $6)`, append(arguments, reservation)
	}
	if err := date(ctx, tx); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `SELECT `+function, arguments...)
	return refusal("post "+t.key, err)
}

// refusal translates a database error to the ledger's error, by the constraint that it names.
func refusal(step string, err error) error {
	if err == nil {
		return nil
	}
	if violated, ok := errors.AsType[*pgconn.PgError](err); ok && refusals[violated.ConstraintName] != nil {
		return fmt.Errorf("%s: %w", step, refusals[violated.ConstraintName])
	}
	return fmt.Errorf("%s: %w", step, err)
}
