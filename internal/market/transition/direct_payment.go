package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a payment's step.
var (
	ErrPaymentNotFound = fault.New(http.StatusNotFound, "payment_not_found", "Pagamento não encontrado.")
	ErrPaymentAnswered = fault.New(http.StatusConflict, "payment_answered", "Este pagamento já foi respondido.")
)

// answered is what the row of a payment says once the professional answered it.
var answered = Columns{"answered_at": "@at", "answered_by": "@person", "reason": "@reason"}

// DirectPayment is the way of the company's word that it paid, where nobody
// stands between the sides. It is said by record_payment.
var DirectPayment = Machine{Noun: "direct_payment", Initial: "declared", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"declared":   {"answered_at": Kept, "answered_by": Kept, "reason": Kept},
		"confirmed":  answered,
		"contested":  answered,
		"by_silence": answered.with(Columns{"answered_by": "NULL"}),
		"upheld":     {"answered_at": Kept, "answered_by": Kept, "reason": Kept},
	},
	Fixed: []string{
		"confirm_due_at", "contract_id", "declared_at", "declared_by", "end_to_end_id", "milestone_id", "note",
		"paid_on", "receipt", "reminded", "value_cents", "withheld_cents",
	},
	Steps: []Step{
		{Action: "confirm_receipt", From: []string{"declared"}, To: "confirmed", Actor: Professional, Right: party.Pay, Wrong: ErrPaymentAnswered,
			Effects: "The milestone is released. Nobody on both sides can."},
		{Action: "contest_receipt", From: []string{"declared"}, To: "contested", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrPaymentAnswered,
			Effects: limits.Say("The milestone stays owed, and the company may say again that it paid, with a proof. Contested {payment_contests_max} times or more, it is a dispute. Nobody on both sides can.")},
		{Action: "uphold_payment", From: []string{"contested"}, To: "upheld", Actor: System, Wrong: ErrPaymentAnswered,
			Effects: "The last of a milestone, when its dispute ended with nothing owed any more, or the professional took it back."},
		{Action: "receive_by_silence", From: []string{"declared"}, To: "by_silence", Actor: Time, Wrong: ErrPaymentAnswered,
			Effects: limits.Say("{receipt_days} days after it was said, and two reminders, the milestone is released.")},
	}}
