package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a payment's step.
var (
	ErrPaymentNotFound = fault.New(http.StatusNotFound, "payment_not_found", "Pagamento não encontrado.")
	ErrPaymentAnswered = fault.New(http.StatusConflict, "payment_answered", "Este pagamento já foi respondido.")
)

// answered holds the columns written when the professional answers a payment.
var answered = Columns{"answered_at": "@at", "answered_by": "@person", "reason": "@reason"}

// DirectPayment is the state machine of a company's statement that it paid, in a contract whose
// sides settle directly. The call record_payment creates it.
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
			Effects: "The milestone is released. A person who belongs to both sides may not take this step.",
			Tells:   tell(TheCompany, party.Pay, "Recebimento confirmado: {project}")},
		{Action: "contest_receipt", From: []string{"declared"}, To: "contested", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrPaymentAnswered,
			Effects: limits.Say("The milestone stays owed, and the company may declare a payment again, with a proof. After {payment_contests_max} or more contests it becomes a dispute. A person who belongs to both sides may not take this step."),
			Tells:   tell(TheCompany, party.Pay, "Recebimento contestado: {project}")},
		{Action: "uphold_payment", From: []string{"contested"}, To: "upheld", Actor: System, Wrong: ErrPaymentAnswered,
			Effects: "For the last contested payment of a milestone, when its dispute ended with nothing owed any more or the professional withdrew it.",
			Silent:  toldByDispute},
		{Action: "receive_by_silence", From: []string{"declared"}, To: "by_silence", Actor: Time, Wrong: ErrPaymentAnswered,
			Effects: limits.Say("{receipt_days} days after the payment was declared, and after two reminders. The milestone is released."),
			Tells:   tellBoth(party.Pay, "Recebimento confirmado pelo prazo: {project}")},
	},
	Occasions: []Occasion{
		{Name: "record_payment", When: "The company declares a payment.",
			Tells: tell(TheProfessional, party.Pay, "Pagamento informado: {project}")},
		{Name: "remind_of_receipt", When: "A declared payment waits for its answer.",
			Tells: tell(TheProfessional, party.Pay, "Confirme o recebimento: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
