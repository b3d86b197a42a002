package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of an amendment's step.
var (
	ErrAmendmentNotFound = fault.New(http.StatusNotFound, "amendment_not_found", "Aditivo não encontrado.")
	ErrAmendmentClosed   = fault.New(http.StatusConflict, "amendment_closed", "Este aditivo já foi respondido, retirado ou venceu.")
)

// StillRunning is the course of a lapse in which the contract has not ended.
const StillRunning = "the contract still runs"

// closed holds the columns written when an amendment is over.
var closed = Columns{"closed_at": "@at", "answered_by": "NULL", "answer_reason": "@reason", "milestone_id": "NULL"}

// Amendment is the state machine of an offer to add work to a contract. The call propose_amendment
// creates the offer, and no step rewrites its terms.
var Amendment = Machine{Noun: "amendment", Initial: "proposed", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"proposed":  {"closed_at": Kept, "answered_by": Kept, "answer_reason": Kept, "milestone_id": Kept},
		"accepted":  closed.with(Columns{"answered_by": "@person", "milestone_id": "@milestone"}),
		"refused":   closed.with(Columns{"answered_by": "@person"}),
		"withdrawn": closed,
		"lapsed":    closed,
	},
	Args: map[string]string{"milestone": "uuid"},
	Fixed: []string{
		"author", "contract_id", "description", "hours", "lapses_at", "number", "price_cents", "proposed_by", "reason",
		"shift_days", "title",
	},
	Steps: []Step{
		{Action: "accept_amendment", From: []string{"proposed"}, To: "accepted", Actor: EitherSide, Right: party.Negotiate, Call: "answer_amendment", Wrong: ErrAmendmentClosed,
			Effects: "Only the side that did not propose it may take this step. The amendment becomes a milestone, its price is added to the contract's value, and the due dates of undelivered milestones move.",
			Tells:   tellBoth(party.Negotiate, "{label} aceito: {project}")},
		{Action: "refuse_amendment", From: []string{"proposed"}, To: "refused", Actor: EitherSide, Right: party.Negotiate, Reason: true, Call: "answer_amendment", Wrong: ErrAmendmentClosed,
			Effects: "Only the side that did not propose it may take this step. The contract does not change.",
			Tells:   tell(TheOther, party.Negotiate, "{label} recusado: {project}")},
		{Action: "withdraw_amendment", From: []string{"proposed"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrAmendmentClosed,
			Effects: "Only the side that proposed it may take this step.",
			Tells:   tell(TheOther, party.Negotiate, "{label} retirado: {project}")},
		{Action: "lapse_amendment", From: []string{"proposed"}, To: "lapsed", Actor: Time, Wrong: ErrAmendmentClosed,
			Effects: limits.Say("{amendment_days} days after it was proposed, if nobody answered it."),
			Tells:   in(StillRunning, tellBoth(party.Negotiate, "{label} sem resposta: {project}")),
			Silent:  "After the end of the contract, of which both sides were told."},
		{Action: "end_amendment", From: []string{"proposed"}, To: "lapsed", Actor: System, Wrong: ErrAmendmentClosed,
			Effects: "Its contract ended, for whatever reason.",
			Tells:   tellBoth(party.Negotiate, "{label} encerrado: {project}")},
	},
	Occasions: []Occasion{
		{Name: "propose_amendment", When: "A side proposes an amendment.",
			Tells: tell(TheOther, party.Negotiate, "{label} proposto: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
