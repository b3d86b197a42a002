package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// ErrChargeOver refuses a step of a charge that is no longer in the state the step starts from.
var ErrChargeOver = fault.New(http.StatusConflict, "charge_over", "Este código Pix já foi pago, venceu ou foi cancelado.")

// The courses of a charge's steps that people are told of.
const (
	Unexpected  = "no milestone waits for the payment"
	OfMilestone = "the payment guarantees a milestone or was released"
	KeptWhole   = "the bank returned no part of the payment"
	Unordered   = "nobody here ordered the refund"
)

// toldOfPayments is a notice to the administrators, merged with unread ones about payments.
func toldOfPayments(title string) Notice {
	return Notice{To: TheAdmins, Kind: notification.Account, About: notification.AboutLedger, Title: title, Group: "payments"}
}

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
			Effects: "The payment guarantees the milestone. If the milestone can no longer be funded, the money returns to the payer.",
			Tells:   in(Unexpected, tell(TheCompany, party.Pay, "Pagamento devolvido: {project}")),
			Silent:  "The step of the milestone that it pays tells."},
		{Action: "expire_charge", From: []string{"open"}, To: "expired", Actor: Time, Wrong: ErrChargeOver,
			Effects: limits.Say("{charge_hours} hours after it was made, or as soon as the institution reports it as expired. The code is withdrawn at the institution first."),
			Silent:  toldByMilestone},
		{Action: "cancel_charge", From: []string{"open"}, To: "cancelled", Actor: System, Wrong: ErrChargeOver,
			Effects: "There is nothing left to pay, or the amount has changed. The institution has withdrawn the code.",
			Silent:  toldByMilestone},
		{Action: "contest_charge", From: []string{"paid"}, To: "contested", Actor: System, Wrong: ErrChargeOver,
			Effects: "The payer asked their bank to return the payment (MED). The money held cannot be released until the bank has decided.",
			Tells:   in(OfMilestone, append(tellBoth(party.Pay, "Pagamento contestado: {project}"), toldOfPayments("Pagamento contestado"))),
			Silent:  "A payment that is on its way back concerns no milestone."},
		{Action: "lift_contest", From: []string{"contested"}, To: "paid", Actor: System, Wrong: ErrChargeOver,
			Effects: "The contestation was refused, and the money is held again.",
			Tells:   in(KeptWhole, tellBoth(party.Pay, "Contestação encerrada: {project}")),
			Silent:  "The administrators are told of a difference."},
		{Action: "refund_charge", From: []string{"paid", "contested"}, To: "refunded", Actor: System, Wrong: ErrChargeOver,
			Effects: "The whole amount went back to the payer.",
			Tells:   in(Unordered, append(tellBoth(party.Pay, "Pagamento devolvido: {project}"), toldOfPayments("Pagamento devolvido sem ordem nossa"))),
			Silent:  "The step that ordered the refund told."},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
