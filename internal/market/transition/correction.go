package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a correction's step.
var (
	ErrCorrectionNotFound = fault.New(http.StatusNotFound, "correction_not_found", "Pedido de correção não encontrado.")
	ErrCorrectionOver     = fault.New(http.StatusConflict, "correction_over", "Este pedido de correção já foi decidido ou retirado.")
)

// Correction is the state machine of a request to correct a registered CPF or CNPJ that its owner
// says is wrong. The call decide_correction takes both decisions.
var Correction = Machine{Noun: "correction", Initial: "waiting", Stranger: ErrCorrectionNotFound,
	Entering: map[string]Columns{
		"waiting":   {"answer": "NULL", "decided_by": "NULL", "decided_at": "NULL"},
		"approved":  {"answer": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"refused":   {"answer": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"withdrawn": {"answer": "NULL", "decided_by": "NULL", "decided_at": "@at"},
	},
	Fixed: []string{"asked_by", "kind", "new_document", "old_document", "party_id", "reason"},
	Steps: []Step{
		{Action: "approve_correction", From: []string{"waiting"}, To: "approved", Actor: Admin, Call: "decide_correction", Wrong: ErrCorrectionOver,
			Effects: "Only if nobody else has the number and the institution holds nothing of the party. Documents already signed or issued keep the earlier number. The party's receiving account has to be opened again.",
			Tells:   tell(TheHolder, "", "Correção do {number} aprovada")},
		{Action: "refuse_correction", From: []string{"waiting"}, To: "refused", Actor: Admin, Reason: true, Call: "decide_correction", Wrong: ErrCorrectionOver,
			Effects: "The number stays.",
			Tells:   tell(TheHolder, "", "Correção do {number} recusada")},
		{Action: "withdraw_correction", From: []string{"waiting"}, To: "withdrawn", Actor: Colleague, Right: party.Manage, Wrong: ErrCorrectionOver,
			Effects: "Anybody who may request a correction may take it. The number stays.",
			Silent:  "Nothing changes, and the administrators no longer see the request."},
	},
	Occasions: []Occasion{
		{Name: "request_correction", When: "Somebody asks for a correction.",
			Tells: append(tell(TheHolder, "", "Correção do {number} pedida"), Notice{
				To: TheAdmins, About: notification.AboutCorrection, Title: "Correção de {number} a conferir",
				Many: "{n} correções de CPF ou CNPJ a conferir", Group: "corrections",
			})},
	},
	Kind: notification.Account, About: notification.AboutAccount,
}
