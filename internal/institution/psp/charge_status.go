package psp

import (
	"strings"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

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
