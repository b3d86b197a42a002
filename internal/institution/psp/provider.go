package psp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

// provider is an institution with the API of Asaas.
type provider struct {
	api         *asaas.Client
	root        Secret // key of our own account
	wallet      string // our own, which fees go to
	token       Secret // shared secret of the webhook
	institution string
	webhookURL  string
	contact     string
	holdDays    int
	now         func() time.Time
	log         *slog.Logger
	running     turns
	end         func() error // stops what Open started besides the client
}

// Institution returns the name to show to people.
func (p *provider) Institution() string { return p.institution }

// Close stops what Open started.
func (p *provider) Close() error {
	p.api.Close()
	if p.end == nil {
		return nil
	}
	return p.end()
}

// translated turns an error of the client into one of this package.
func translated(step string, err error) error {
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*asaas.Refused](err); ok {
		refusal := &Refusal{Code: refused.Code, Message: refused.Message}
		if refused.Status == http.StatusNotFound {
			return fmt.Errorf("%s: %w: %w", step, ErrNotFound, refusal)
		}
		return fmt.Errorf("%s: %w", step, refusal)
	}
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrRefused) {
		return fmt.Errorf("%s: %w", step, err)
	}
	return fmt.Errorf("%s: %w: %w", step, ErrUnavailable, err)
}

// invalid returns the refusal of a call that is wrong in itself.
func invalid(what string) error { return &Refusal{Code: CodeInvalid, Message: what} }

// chargeStatuses maps the institution's statuses to ours. Any other status may involve money, so it
// counts as contested and a person looks at it.
var chargeStatuses = map[string]ChargeStatus{
	asaas.PaymentPending: ChargePending, asaas.PaymentOverdue: ChargeExpired,
	asaas.PaymentConfirmed: ChargePaid, asaas.PaymentReceived: ChargePaid,
	asaas.PaymentRefunded: ChargeRefunded, asaas.PaymentRefundRequested: ChargeRefunding, asaas.PaymentRefundInProgress: ChargeRefunding,
}

func chargeOf(payment asaas.Payment) Charge {
	status, known := chargeStatuses[payment.Status]
	switch {
	case payment.Deleted:
		status = ChargeCancelled
	case !known:
		status = ChargeContested
	}
	charge := Charge{
		ID: payment.ID, Reference: payment.ExternalReference, Status: status, Value: money.Money(payment.Value),
		Net: money.Money(payment.NetValue), PaidAt: payment.PaymentDate.Time,
	}
	if charge.PaidAt.IsZero() {
		charge.PaidAt = payment.ClientPaymentDate.Time
	}
	for _, split := range payment.Split {
		charge.Fee += money.Money(split.FixedValue)
	}
	if hold := payment.Escrow; hold != nil {
		charge.EscrowID, charge.IsHeld = hold.ID, hold.Status == asaas.EscrowActive
		charge.HeldUntil, charge.ReleasedAt = hold.ExpirationDate.Time, hold.FinishDate.Time
	}
	for _, entry := range payment.Refunds {
		charge.Refunds = append(charge.Refunds, refundOf(entry))
	}
	return charge
}

func refundOf(entry asaas.RefundEntry) Refund {
	status := RefundPending
	switch entry.Status {
	case asaas.RefundDone:
		status = RefundDone
	case asaas.RefundCancelled:
		status = RefundFailed
	}
	return Refund{
		Reference: referenceIn(entry.Description), Status: status, Value: money.Money(entry.Value),
		EndToEndID: entry.EndToEndIdentifier, CreatedAt: entry.DateCreated.Time,
	}
}

// refundDescription puts our reference into the description, because the API has no field for it.
func refundDescription(reference, reason string) string {
	return strings.TrimSpace(reference + " " + reason)
}

// referenceIn returns the reference at the beginning of a description.
func referenceIn(description string) string {
	first, _, _ := strings.Cut(description, " ")
	if !IsReference(first) {
		return ""
	}
	return first
}

func transferOf(transfer asaas.Transfer) Transfer {
	status := TransferPending
	switch transfer.Status {
	case asaas.TransferDone:
		status = TransferDone
	case asaas.TransferFailed:
		status = TransferFailed
	case asaas.TransferCancelled:
		status = TransferCancelled
	}
	return Transfer{
		ID: transfer.ID, Reference: transfer.ExternalReference, Status: status, Value: money.Money(transfer.Value),
		EndToEndID: transfer.EndToEndIdentifier, FailReason: transfer.FailReason,
		CreatedAt: transfer.DateCreated.Time, DoneAt: transfer.EffectiveDate.Time,
	}
}

// turns serialises the calls about one reference: two concurrent calls that first look and then act
// would both act.
type turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{}
}

// take waits for the turn of a reference and returns the function that ends it.
func (t *turns) take(ctx context.Context, reference string) (done func(), err error) {
	for {
		before := t.claim(reference)
		if before == nil {
			return func() { t.release(reference) }, nil
		}
		select {
		case <-before:
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for the previous call: %w: %w", ErrUnavailable, ctx.Err())
		}
	}
}

// claim takes the turn, or returns a channel that closes when its holder is done.
func (t *turns) claim(reference string) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if before, isTaken := t.taken[reference]; isTaken {
		return before
	}
	if t.taken == nil {
		t.taken = map[string]chan struct{}{}
	}
	t.taken[reference] = make(chan struct{})
	return nil
}

func (t *turns) release(reference string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	close(t.taken[reference])
	delete(t.taken, reference)
}
