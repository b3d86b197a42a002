package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of an amendment's step.
var (
	ErrAmendmentNotFound = fault.New(http.StatusNotFound, "amendment_not_found", "Aditivo não encontrado.")
	ErrAmendmentClosed   = fault.New(http.StatusConflict, "amendment_closed", "Este aditivo já foi respondido, retirado ou venceu.")
)

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
		{Action: "accept_amendment", From: []string{"proposed"}, To: "accepted", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrAmendmentClosed,
			Effects: "Taken by the call answer_amendment, and only by the side that did not propose it. The amendment becomes a milestone, its price is added to the contract's value, and the due dates of undelivered milestones move."},
		{Action: "refuse_amendment", From: []string{"proposed"}, To: "refused", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrAmendmentClosed,
			Effects: "Taken by the call answer_amendment, and only by the side that did not propose it. The contract does not change."},
		{Action: "withdraw_amendment", From: []string{"proposed"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrAmendmentClosed,
			Effects: "Only the side that proposed it may take this step."},
		{Action: "lapse_amendment", From: []string{"proposed"}, To: "lapsed", Actor: Time, Wrong: ErrAmendmentClosed,
			Effects: limits.Say("{amendment_days} days after it was proposed, if nobody answered it.")},
		{Action: "end_amendment", From: []string{"proposed"}, To: "lapsed", Actor: System, Wrong: ErrAmendmentClosed,
			Effects: "Its contract ended, for whatever reason. Both sides are told."},
	}}
