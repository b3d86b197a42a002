// Package psp is the institution that holds the money: what the product asks
// of one, in its own words, and the client that asks a licensed one for it. It
// knows nothing of the market. Money is never here; whose it is is told by the
// institution, and everything it tells may come twice, late or not at all.
//
// Every call that does something carries a reference of ours and is looked up
// by it first, so that whoever has no answer calls again with the same one.
package psp

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"

	"automacao/internal/kernel/money"
)

// Provider is an institution. Its failures are ErrRefused, which the same call
// would meet again, and ErrUnavailable, after which the effect is unknown and
// the same call with the same reference is the way on.
type Provider interface {
	// Institution is the name that people are shown wherever its accounts are used.
	Institution() string
	// OpenReceiver opens the account of somebody who is to be paid. The key in
	// the answer is given once: it is sealed and stored before anything else.
	// ErrKeyLost: the account is there, and its key is not.
	OpenReceiver(ctx context.Context, holder Holder) (Receiver, error)
	// ReceiverState tells how far the institution's approval is, and makes
	// sure that what arrives is held before it says approved.
	ReceiverState(ctx context.Context, account Account) (ReceiverState, error)
	// Balance is what the account can dispose of; what is held is not in it.
	Balance(ctx context.Context, account Account) (money.Money, error)

	// Charge makes a charge, or finds the one that has the reference.
	Charge(ctx context.Context, request ChargeRequest) (Charge, error)
	// Fetch reads a charge, with its code while it can be paid and with the
	// identifier of its payment afterwards. ErrNotFound.
	Fetch(ctx context.Context, account Account, charge ChargeKey) (Charge, error)
	// Cancel withdraws a charge and returns what it is then: cancelled, or
	// paid where the payer was faster.
	Cancel(ctx context.Context, account Account, charge ChargeKey) (Charge, error)
	// Release ends the hold on a paid charge, all that is left of it.
	Release(ctx context.Context, account Account, charge ChargeKey) (Charge, error)
	// Refund gives a part or the whole of a paid charge back to its payer.
	Refund(ctx context.Context, request RefundRequest) (Refund, error)
	// Charges lists what may have changed since a moment, page by page. A
	// charge may come twice, and cursor is what the page before called next.
	// A part given back of a charge that was paid earlier is not a change here.
	Charges(ctx context.Context, account Account, since time.Time, cursor string) (page []Charge, next string, err error)

	// Transfer sends what an account can dispose of to a Pix key.
	Transfer(ctx context.Context, request TransferRequest) (Transfer, error)
	// FetchTransfer reads a transfer. ErrNotFound.
	FetchTransfer(ctx context.Context, account Account, transfer TransferKey) (Transfer, error)

	// Events verifies and reads what was posted to the webhook. ErrUnverified:
	// it is not from the institution. It is answered by 200 and nothing else,
	// after it is stored and before it is worked on.
	Events(header http.Header, body []byte) ([]Event, error)
	// Close ends what Open started.
	Close() error
}

// Failures of a provider.
var (
	// ErrUnavailable is no answer, or none that tells the effect of the call.
	ErrUnavailable = errors.New("the payment institution gives no answer")
	// ErrRefused is what every Refusal is.
	ErrRefused = errors.New("the payment institution refused")
	// ErrNotFound: the institution knows no such charge or transfer.
	ErrNotFound = errors.New("the payment institution knows no such thing")
	// ErrKeyLost: an account exists, and the institution gives its key once.
	ErrKeyLost = errors.New("the account exists and its key was given before")
	// ErrUnverified: a webhook has not the token that was agreed on.
	ErrUnverified = errors.New("the event is not from the payment institution")
)

// Refusal is an answer of the institution's own. Message is its sentence, in
// Portuguese.
type Refusal struct{ Code, Message string }

// Error says why.
func (r *Refusal) Error() string { return ErrRefused.Error() + ": " + r.Code + ": " + r.Message }

// Is makes every refusal ErrRefused.
func (r *Refusal) Is(target error) bool { return target == ErrRefused }

// Codes of refusals that come from here, before the institution is asked.
const (
	CodeInvalid         = "invalid_call"       // the call is wrong in itself
	CodeReferenceReused = "reference_reused"   // the reference has another value
	CodeAboveValue      = "refund_above_value" // more would be given back than was paid
	CodeNotPaid         = "charge_not_paid"    // there is nothing to release or give back
	CodeNotHeld         = "charge_not_held"    // the payment was never held
	CodeTooManyToSearch = "too_many_to_search" // the reference cannot be ruled out
	institutionAsaas    = "Asaas Gestão Financeira Instituição de Pagamento S.A."
	institutionNone     = "Instituição Simulada (demonstração)"
	referenceForm       = "26 to 35 letters and digits"
)

// reference has the form of the txid of a Pix charge.
var reference = regexp.MustCompile(`^[a-zA-Z0-9]{26,35}$`)

// IsReference says whether a text can be a reference.
func IsReference(text string) bool { return reference.MatchString(text) }
