package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
)

// ErrChargeOver refuses a step of a charge that is no longer where it was.
var ErrChargeOver = fault.New(http.StatusConflict, "charge_over", "Este código Pix já foi pago, venceu ou foi cancelado.")

// Charge is the way of a Pix code. What the institution says counts: a payer
// may be faster than its end.
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
			Effects: "What was paid guarantees the milestone. Where it cannot any more, it goes back to the payer."},
		{Action: "expire_charge", From: []string{"open"}, To: "expired", Actor: Time, Wrong: ErrChargeOver,
			Effects: limits.Say("{charge_hours} hours after it was made, or once the institution calls it expired; it is withdrawn there first.")},
		{Action: "cancel_charge", From: []string{"open"}, To: "cancelled", Actor: System, Wrong: ErrChargeOver,
			Effects: "Nothing is to be paid any more, or another value, and the institution has withdrawn it."},
		{Action: "contest_charge", From: []string{"paid"}, To: "contested", Actor: System, Wrong: ErrChargeOver,
			Effects: "The payer asked his bank to give it back (MED). What is held is released by nobody until that is decided."},
		{Action: "lift_contest", From: []string{"contested"}, To: "paid", Actor: System, Wrong: ErrChargeOver,
			Effects: "The contestation was refused: what was held is held again."},
		{Action: "refund_charge", From: []string{"paid", "contested"}, To: "refunded", Actor: System, Wrong: ErrChargeOver,
			Effects: "All of it went back to the payer."},
	}}
