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

// Refusals of an invoice's step.
var (
	ErrInvoiceNotFound = fault.New(http.StatusNotFound, "invoice_not_found", "Nota fiscal não encontrada.")
	ErrInvoiceAnswered = fault.New(http.StatusConflict, "invoice_answered", "Esta nota fiscal já foi conferida, recusada ou substituída.")
	ErrInvoiceChecked  = fault.New(http.StatusConflict, "invoice_checked", "A nota fiscal deste marco já foi conferida. Para trocá-la, peça à empresa que a recuse.")
)

// paper holds the columns that most states of an invoice write.
var paper = Columns{"answered_at": Kept, "answered_by": Kept, "reason": "coalesce(@reason, reason)", "remind_at": "NULL", "reminded": "0"}

// Invoice is the state machine of a milestone's invoice. A released milestone needs one, which is
// pending until it is sent.
var Invoice = Machine{Noun: "invoice", Initial: "pending", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"pending":  paper,
		"sent":     paper,
		"checked":  paper.with(Columns{"answered_at": "@at", "answered_by": "@person"}),
		"refused":  paper.with(Columns{"answered_at": "@at", "answered_by": "@person", "remind_at": "@at + private.span_of('invoice_reminder_days')"}),
		"replaced": paper,
	},
	Fixed: []string{
		"access_key", "contract_id", "differences", "expected_cents", "file_id", "is_read", "issued_on", "kind",
		"milestone_id", "number", "professional_id", "provider_document", "sent_at", "sent_by", "taker_document",
		"value_cents", "verification_code", "version",
	},
	Steps: []Step{
		{Action: "send_invoice", From: []string{"pending"}, To: "sent", Actor: Professional, Right: party.Pay, Wrong: ErrInvoiceChecked,
			Effects: "Of a milestone that is owed or settled. Both sides see a list of whatever does not agree with the milestone. A person who belongs to both sides may not take this step.",
			Tells:   tell(TheCompany, party.Pay, "Nota fiscal enviada: {project}")},
		{Action: "replace_invoice", From: []string{"sent", "refused"}, To: "replaced", Actor: Professional, Right: party.Pay, Call: "send_invoice", Wrong: ErrInvoiceChecked,
			Effects: "The next invoice is in force, and this one stays readable.",
			Silent:  "The step that sends the next invoice tells."},
		{Action: "confirm_invoice", From: []string{"sent"}, To: "checked", Actor: Company, Right: party.Pay, Call: "answer_invoice", Wrong: ErrInvoiceAnswered,
			Effects: "Not allowed to a person who belongs to both sides or who sent the invoice.",
			Tells:   tell(TheProfessional, party.Pay, "Nota fiscal conferida: {project}")},
		{Action: "refuse_invoice", From: []string{"sent", "checked"}, To: "refused", Actor: Company, Right: party.Pay, Reason: true, Call: "answer_invoice", Wrong: ErrInvoiceAnswered,
			Effects: "Also for an invoice that was cancelled after it was checked. The professional has to send another, and is reminded.",
			Tells:   tell(TheProfessional, party.Pay, "Nota fiscal recusada: {project}")},
	},
	Occasions: []Occasion{
		{Name: "remind_of_invoice", When: "A milestone was paid, and its invoice is missing or was refused.",
			Tells: tell(TheProfessional, party.Pay, "Nota fiscal pendente: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
