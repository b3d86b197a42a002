package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

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
