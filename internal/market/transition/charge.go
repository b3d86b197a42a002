package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
)

// ErrChargeOver refuses a step of a charge that is no longer in the state the step starts from.
var ErrChargeOver = fault.New(http.StatusConflict, "charge_over", "Este código Pix já foi pago, venceu ou foi cancelado.")

// Charge is the state machine of a Pix code. The payment institution's word decides: a payment may
// arrive just before the code expires or is cancelled here, so both of those states still lead to
// paid.
var Charge = Machine{Noun: "charge", Initial: "open", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"open":      {"paid_at": "NULL"},
		"expired":   {"paid_at": "NULL"},
		"cancelled": {"paid_at": "NULL"},
		"paid":      {"paid_at": "coalesce(paid_at, @at)"},
		"contested": {"paid_at": "coalesce(paid_at, @at)"},
		"refunded":  {"paid_at": "coalesce(paid_at, @at)"},
	},
	Fixed: []string{"contract_id", "expires_at", "fee_cents", "milestone_id", "txid", "value_cents"},
	Steps: []Step{
		{Action: "pay_charge", From: []string{"open", "expired", "cancelled"}, To: "paid", Actor: System, Wrong: ErrChargeOver,
			Effects: "The payment guarantees the milestone. If the milestone can no longer be funded, the money returns to the payer."},
		{Action: "expire_charge", From: []string{"open"}, To: "expired", Actor: Time, Wrong: ErrChargeOver,
			Effects: limits.Say("{charge_hours} hours after it was made, or as soon as the institution reports it as expired. The code is withdrawn at the institution first.")},
		{Action: "cancel_charge", From: []string{"open"}, To: "cancelled", Actor: System, Wrong: ErrChargeOver,
			Effects: "There is nothing left to pay, or the amount has changed. The institution has withdrawn the code."},
		{Action: "contest_charge", From: []string{"paid"}, To: "contested", Actor: System, Wrong: ErrChargeOver,
			Effects: "The payer asked their bank to return the payment (MED). The money held cannot be released until the bank has decided."},
		{Action: "lift_contest", From: []string{"contested"}, To: "paid", Actor: System, Wrong: ErrChargeOver,
			Effects: "The contestation was refused, and the money is held again."},
		{Action: "refund_charge", From: []string{"paid", "contested"}, To: "refunded", Actor: System, Wrong: ErrChargeOver,
			Effects: "The whole amount went back to the payer."},
	}}
