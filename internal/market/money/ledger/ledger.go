// Package ledger keeps who owes what to whom. The product never holds money: a
// licensed institution does, and every movement there is posted here, by the
// workflow that learned of it and in its transaction. The package moves no
// money, asks nobody's permission and tells nobody: that is its callers'.
//
// A transfer is a list of entries that add up to nothing, posted once under the
// key of what happened. The accounts, by name and whose they are:
//
//	outside:company:<party>  what a company paid in (below zero) and got back
//	held:<milestone>         what guarantees a milestone, and the taxes withheld of it; never below zero
//	available:<party>        what a professional may be paid out; never below zero
//	paying:<party>           payouts under way; never below zero
//	outside:payout:<party>   what a professional was paid out
//	fee                      what the product earned
//	contested:<milestone>    what a payer asks back of his bank
//	owed:<party>             what a professional lacks for that (below zero)
//
// A company's statement are its entries in outside:company, a professional's
// those in available; neither sign is turned: paying in is below zero on the
// one, earning above zero on the other, and the latter adds up to what is
// available. Taxes that a company withholds leave available to be held, and go to
// its account once it proves that it paid them, or else to available again.
//
// Posting takes a lock that the transaction keeps until its end: it comes last,
// after every other lock, and nothing outside is waited for behind it.
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

// What the ledger refuses. A refusal by the database ends the transaction.
var (
	// ErrKeyReused answers a business key that something else was posted under.
	ErrKeyReused = fault.New(http.StatusConflict, "ledger_key_reused", "Este movimento já foi lançado com outro conteúdo.")
	// ErrShort answers a movement that an account does not have the money for.
	ErrShort = fault.New(http.StatusConflict, "balance_short", "O saldo não é suficiente.")
	// ErrHoldEnded answers a hold that was posted, given back or never made.
	ErrHoldEnded = fault.New(http.StatusConflict, "hold_ended", "Este valor já foi movimentado ou devolvido.")
	// ErrHoldExceeded answers a posting of more than was set aside, or of nothing.
	ErrHoldExceeded = fault.New(http.StatusConflict, "hold_exceeded", "O valor é maior do que o que foi reservado.")
	// ErrAmounts is a caller's mistake: an amount that is not positive, or parts
	// that are more than the whole.
	ErrAmounts = errors.New("the amounts of a transfer do not fit")
)

// refusals are the ledger's own, by the constraint that the database names.
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

// account is where money is, and whose it is there.
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

// transfer is what happened, with its entries.
type transfer struct {
	key, kind, memo         string
	contractID, milestoneID uuid.UUID
	entries                 []entry
	isWrong                 bool
}

// move takes a value from one account to another. Nothing is no movement, and
// less than nothing makes the transfer wrong.
func (t *transfer) move(kind string, value money.Money, from, to account) {
	if value != 0 {
		t.entries = append(t.entries, entry{from, kind, -int64(value)}, entry{to, kind, int64(value)})
	}
	t.isWrong = t.isWrong || value < 0
}

// check refuses a transfer that moves nothing, or less.
func (t transfer) check() error {
	if t.isWrong || len(t.entries) == 0 {
		return fmt.Errorf("post %s: %w", t.key, ErrAmounts)
	}
	return nil
}

type dateKey struct{}

// Dated has what is posted below ctx say another moment than now: the past that
// a demonstration has, which it posts in the order of time.
func Dated(ctx context.Context, at time.Time) context.Context {
	return context.WithValue(ctx, dateKey{}, at)
}

// date says the moment of Dated to the database, where there is one.
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

// post posts a transfer, out of a hold if it names one.
func (t transfer) post(ctx context.Context, tx pgx.Tx, hold string) error {
	if err := t.check(); err != nil {
		return err
	}
	entries, err := json.Marshal(t.entries)
	if err != nil {
		return fmt.Errorf("write the entries of %s: %w", t.key, err)
	}
	function, arguments := `private.post_transfer($1, $2, nullif($3, $7::uuid), nullif($4, $7::uuid), nullif($5, ''), $6)`,
		[]any{t.key, t.kind, t.contractID, t.milestoneID, t.memo, string(entries), uuid.Nil}
	if hold != "" {
		function, arguments = `private.post_hold($8, $1, $2, nullif($3, $7::uuid), nullif($4, $7::uuid), nullif($5, ''), $6)`, append(arguments, hold)
	}
	if err := date(ctx, tx); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `SELECT `+function, arguments...)
	return refusal("post "+t.key, err)
}

// refusal says what the database refused, by the constraint it names.
func refusal(step string, err error) error {
	if err == nil {
		return nil
	}
	if violated, ok := errors.AsType[*pgconn.PgError](err); ok && refusals[violated.ConstraintName] != nil {
		return fmt.Errorf("%s: %w", step, refusals[violated.ConstraintName])
	}
	return fmt.Errorf("%s: %w", step, err)
}
