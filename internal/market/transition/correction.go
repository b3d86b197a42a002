package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/party"
)

// Refusals of a correction's step.
var (
	ErrCorrectionNotFound = fault.New(http.StatusNotFound, "correction_not_found", "Pedido de correção não encontrado.")
	ErrCorrectionOver     = fault.New(http.StatusConflict, "correction_over", "Este pedido de correção já foi decidido ou retirado.")
)

// Correction is the way of a registered CPF or CNPJ that its owner says is
// wrong. Both decisions are taken by decide_correction.
var Correction = Machine{Noun: "correction", Initial: "waiting", Stranger: ErrCorrectionNotFound,
	Entering: map[string]Columns{
		"waiting":   {"answer": "NULL", "decided_by": "NULL", "decided_at": "NULL"},
		"approved":  {"answer": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"refused":   {"answer": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"withdrawn": {"answer": "NULL", "decided_by": "NULL", "decided_at": "@at"},
	},
	Fixed: []string{"asked_by", "kind", "new_document", "old_document", "party_id", "reason"},
	Steps: []Step{
		{Action: "approve_correction", From: []string{"waiting"}, To: "approved", Actor: Admin, Wrong: ErrCorrectionOver,
			Effects: "By decide_correction, where nobody else has the number and nothing of the party is with the institution. What was signed and issued keeps the earlier number; an account to be paid into is opened anew."},
		{Action: "refuse_correction", From: []string{"waiting"}, To: "refused", Actor: Admin, Reason: true, Wrong: ErrCorrectionOver,
			Effects: "By decide_correction. The number stays; its owner is told why."},
		{Action: "withdraw_correction", From: []string{"waiting"}, To: "withdrawn", Actor: Colleague, Right: party.Manage, Wrong: ErrCorrectionOver,
			Effects: "Whoever may ask for one; the number stays."},
	}}
