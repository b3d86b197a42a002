package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a proposal's step.
var (
	ErrProposalNotFound = fault.New(http.StatusNotFound, "proposal_not_found", "Proposta não encontrada.")
	ErrNotPending       = fault.New(http.StatusConflict, "proposal_not_pending", "Esta proposta já foi respondida ou retirada.")
	ErrNotDeclined      = fault.New(http.StatusConflict, "proposal_not_declined", "Esta proposta não está recusada.")
)

// offer holds the columns that most states of a proposal write.
var offer = Columns{"decided_at": "@at", "decline_cause": "NULL", "decline_reason": "NULL", "invites_new": "false"}

// Proposal is the state machine of a professional's answer to a project.
var Proposal = Machine{Noun: "proposal", Initial: "pending", Stranger: ErrProposalNotFound,
	Entering: map[string]Columns{
		"pending":   offer.with(Columns{"decided_at": "NULL"}),
		"waiting":   offer.with(Columns{"decided_at": "NULL"}),
		"accepted":  offer,
		"declined":  offer.with(Columns{"decline_cause": "@cause", "decline_reason": "@reason", "invites_new": "@invites_new"}),
		"withdrawn": offer,
		"expired":   offer,
		"ended":     offer.with(Columns{"decided_at": Kept}),
	},
	Args: map[string]string{"cause": "text", "ids": "uuid[]", "invites_new": "boolean", "revision": "integer"},
	Fixed: []string{
		"assumptions", "cover_letter", "deadline_days", "exclusions", "fee_basis_points", "milestones",
		"professional_id", "project_id", "terms", "travel", "valid_until", "value",
	},
	Steps: []Step{
		{Action: "accept_proposal", From: []string{"pending"}, To: "accepted", Actor: Company, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "It becomes a contract, the project is in progress, and the other proposals are declined or kept waiting."},
		{Action: "decline_proposal", From: []string{"pending", "waiting"}, To: "declined", Actor: Company, Right: party.Negotiate, Reason: true, Wrong: ErrNotPending,
			Effects: "The company may invite the same professional to send another proposal."},
		{Action: "undo_decline", From: []string{"declined"}, To: "pending", Actor: Company, Right: party.Negotiate, Wrong: ErrNotDeclined,
			Effects: limits.Say("Within {undo_decline_minutes} minutes of the company's own refusal, while the project is open.")},
		{Action: "reopen_proposal", From: []string{"declined"}, To: "pending", Actor: Company, Right: party.Negotiate, Wrong: ErrNotDeclined,
			Effects: "Only for a proposal declined because another was chosen, while the project is open."},
		{Action: "confirm_proposal", From: []string{"pending", "waiting"}, Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending, Sets: Columns{"project_revision": "@revision"},
			Effects: "The proposal holds for the project's newest revision."},
		{Action: "revise_proposal", From: []string{"pending", "waiting"}, Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "It has new terms, which also answer an open counter-offer. The terms that the company read before can no longer be accepted."},
		{Action: "renew_proposal", From: []string{"expired"}, To: "pending", Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "A revision with a new validity, while the project is open."},
		{Action: "counter_proposal", From: []string{"pending"}, Actor: Company, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "Offers other terms, which change nothing until the professional accepts them."},
		{Action: "answer_counter", From: []string{"pending"}, Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "A yes makes the offer the proposal's terms. A no leaves the terms as they are."},
		{Action: "withdraw_counter", From: []string{"pending"}, Actor: Company, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "The offer is withdrawn."},
		{Action: "expire", From: []string{"pending", "waiting"}, To: "expired", Actor: Time, Wrong: ErrNotPending,
			Effects: "On the day after valid_until. Both sides are told, and the sender may renew it."},
		{Action: "withdraw_proposal", From: []string{"pending", "waiting"}, To: "withdrawn", Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: limits.Say("The sender may send another, {proposals_party_max} in all.")},
		{Action: "keep_waiting", From: []string{"pending"}, To: "waiting", Actor: System, Wrong: ErrNotPending,
			Effects: "Another was accepted, and the company keeps this one waiting until the work starts."},
		{Action: "choose_other", From: []string{"pending", "waiting"}, To: "declined", Actor: System, Wrong: ErrNotPending,
			Effects: "Another was accepted, or work on the accepted one started."},
		{Action: "close_project", From: []string{"pending", "waiting"}, To: "declined", Actor: System, Wrong: ErrNotPending,
			Effects: "The project was closed."},
		{Action: "reopen_project", From: []string{"waiting"}, To: "pending", Actor: System, Wrong: ErrNotPending,
			Effects: "The contract ended before its work did."},
		{Action: "leave", From: []string{"pending", "waiting"}, To: "withdrawn", Actor: System, Wrong: ErrNotPending,
			Effects: "The sender left the market."},
		{Action: "end_contract", From: []string{"accepted"}, To: "ended", Actor: System, Wrong: ErrNotPending,
			Effects: "Its contract was withdrawn, terminated or cancelled."},
	}}
