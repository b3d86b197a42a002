// Package psp connects to the payment institution that holds the money. It defines what the product
// asks of an institution, in the product's own terms, and implements that for a licensed one. It
// knows nothing about the market. Money is never here: the institution reports whose it is, and
// every report may come twice, late or not at all.
//
// Every call with an effect carries our reference and first looks for it at the institution. After
// a missing answer the caller therefore repeats the call with the same reference.
package psp

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"

	"automacao/internal/kernel/money"
)

// Provider is an institution. Its failures are ErrRefused, which the same call would meet again,
// and ErrUnavailable, after which the effect is unknown: then the caller repeats the call with the
// same reference.
type Provider interface {
	// Institution returns the name to show wherever its accounts are used.
	Institution() string
	// OpenReceiver opens the account of somebody who will be paid. The answer contains the
	// account's key, which is given only once: the caller must seal and store it before anything
	// else. ErrKeyLost means that the account exists but its key is lost.
	OpenReceiver(ctx context.Context, holder Holder) (Receiver, error)
	// ReceiverState returns the state of the institution's approval. Before it reports an approval
	// it makes sure that payments to the account are held.
	ReceiverState(ctx context.Context, account Account) (ReceiverState, error)
	// Balance returns what the account can dispose of, without what is held.
	Balance(ctx context.Context, account Account) (money.Money, error)

	// Charge makes a charge, or returns the one with the same reference.
	Charge(ctx context.Context, request ChargeRequest) (Charge, error)
	// Fetch reads a charge, with its code while it can be paid and with the identifier of its
	// payment afterwards. The error may be ErrNotFound.
	Fetch(ctx context.Context, account Account, charge ChargeKey) (Charge, error)
	// Cancel withdraws a charge and returns its state then: cancelled, or paid if the payer was
	// faster.
	Cancel(ctx context.Context, account Account, charge ChargeKey) (Charge, error)
	// Release ends the hold on all that is left of a paid charge.
	Release(ctx context.Context, account Account, charge ChargeKey) (Charge, error)
	// Refund returns part or all of a paid charge to its payer.
	Refund(ctx context.Context, request RefundRequest) (Refund, error)
	// Charges lists the charges that may have changed since a moment, page by page. A charge may be
	// listed twice. cursor is the previous page's next. A partial refund of a charge that was paid
	// earlier does not count as a change here.
	Charges(ctx context.Context, account Account, since time.Time, cursor string) (page []Charge, next string, err error)

	// Transfer sends money that an account can dispose of to a Pix key.
	Transfer(ctx context.Context, request TransferRequest) (Transfer, error)
	// FetchTransfer reads a transfer. The error may be ErrNotFound.
	FetchTransfer(ctx context.Context, account Account, transfer TransferKey) (Transfer, error)

	// Events verifies and parses the body of a webhook call. ErrUnverified means that it is not
	// from the institution. The caller must answer exactly 200, after the events are stored and
	// before they are processed.
	Events(header http.Header, body []byte) ([]Event, error)
	// Close stops what Open started.
	Close() error
}

// Failures of a provider.
var (
	// ErrUnavailable means no answer, or one that does not show the effect of the call.
	ErrUnavailable = errors.New("no usable answer from the payment institution")
	// ErrRefused matches every Refusal.
	ErrRefused = errors.New("the payment institution refused")
	// ErrNotFound means that the institution knows no such charge or transfer.
	ErrNotFound = errors.New("the payment institution does not know it")
	// ErrKeyLost means that the account exists and that the institution does not give its key
	// again.
	ErrKeyLost = errors.New("the account exists, but its key was given before")
	// ErrUnverified means that a webhook call lacks the agreed token.
	ErrUnverified = errors.New("the event is not from the payment institution")
)

// Refusal is a refusal by the institution. Message is its sentence, in Portuguese.
type Refusal struct{ Code, Message string }

// Error returns the reason.
func (r *Refusal) Error() string { return ErrRefused.Error() + ": " + r.Code + ": " + r.Message }

// Is makes every Refusal match ErrRefused.
func (r *Refusal) Is(target error) bool { return target == ErrRefused }

// Codes of refusals by this package, before the institution is asked.
const (
	CodeInvalid         = "invalid_call"       // the call itself is wrong
	CodeReferenceReused = "reference_reused"   // the reference was used for another value
	CodeAboveValue      = "refund_above_value" // the refunds would exceed the payment
	CodeNotPaid         = "charge_not_paid"    // there is nothing to release or refund
	CodeNotHeld         = "charge_not_held"    // the payment was never held
	CodeTooManyToSearch = "too_many_to_search" // it cannot be ruled out that the reference was used
	institutionAsaas    = "Asaas Gestão Financeira Instituição de Pagamento S.A."
	institutionNone     = "Instituição Simulada (demonstração)"
	referenceForm       = "26 to 35 letters and digits"
)

// reference has the form of the txid of a Pix charge.
var reference = regexp.MustCompile(`^[a-zA-Z0-9]{26,35}$`)

// IsReference reports whether a text can be a reference.
func IsReference(text string) bool { return reference.MatchString(text) }
