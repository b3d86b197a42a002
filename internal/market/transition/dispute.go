package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a dispute's step.
var (
	ErrDisputeNotFound     = fault.New(http.StatusNotFound, "dispute_not_found", "Disputa não encontrada.")
	ErrDisputeAnswered     = fault.New(http.StatusConflict, "dispute_answered", "Esta disputa já foi respondida ou encerrada.")
	ErrDisputeNotTalking   = fault.New(http.StatusConflict, "dispute_not_negotiating", "Isso só cabe a uma disputa respondida e ainda não decidida.")
	ErrDisputeNotMediated  = fault.New(http.StatusConflict, "dispute_not_in_mediation", "Esta disputa não espera por uma decisão.")
	ErrDisputeNotDecided   = fault.New(http.StatusConflict, "dispute_not_decided", "Não há decisão em aberto nesta disputa.")
	ErrDisputeNotWithdrawn = fault.New(http.StatusConflict, "dispute_decided", "Esta disputa já foi decidida ou encerrada.")
)

var negotiable = []string{"negotiating", "mediation"}

// talks is what the row of a dispute says while it goes on.
var talks = Columns{
	"decided_percent": Kept, "decided_by": Kept, "decided_at": Kept, "appeal_until": Kept, "outcome_percent": "NULL", "ended_at": "NULL",
}

// over is what it says once it has ended.
var over = talks.with(Columns{"outcome_percent": "@percent", "ended_at": "@at"})

// Dispute is the way of a disagreement about one milestone. It is opened by
// open_dispute, and the milestone moves by its end alone.
var Dispute = Machine{Noun: "dispute", Initial: "open", Stranger: ErrDisputeNotFound,
	Entering: map[string]Columns{
		"open":        talks,
		"negotiating": talks,
		"mediation":   talks,
		"decided": talks.with(Columns{
			"decided_percent": "@percent", "decided_by": "@person", "decided_at": "@at", "appeal_until": "@at + private.span_of('dispute_appeal_days')",
		}),
		"appealed":        talks,
		"decided_finally": over,
		"settled":         over,
		"conceded":        over,
		"withdrawn":       over,
	},
	Args: map[string]string{"percent": "integer", "side": "text"},
	Fixed: []string{
		"answer_due_at", "contract_id", "milestone_id", "milestone_status", "opened_by", "opener_id",
		"professional_percent", "reason", "reminded_at", "value_cents",
	},
	Steps: []Step{
		{Action: "answer_dispute", From: []string{"open"}, To: "negotiating", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeAnswered,
			Effects: "Only the other side. The clock of silence stops."},
		{Action: "concede_dispute", From: []string{"open"}, To: "conceded", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeAnswered,
			Effects: "By answer_dispute, only the other side: the claim gets what it asked for."},
		{Action: "concede_by_silence", From: []string{"open"}, To: "conceded", Actor: Time, Wrong: ErrDisputeAnswered,
			Effects: limits.Say("{dispute_answer_days} working days after it was opened, and a reminder: the claim gets what it asked for.")},
		{Action: "mediate_by_silence", From: []string{"open"}, To: "mediation", Actor: Time, Wrong: ErrDisputeAnswered,
			Effects: "Instead of concede_by_silence, where administrators blocked whoever had to answer. They are told."},
		{Action: "add_to_dispute", From: []string{"open", "negotiating", "mediation", "decided", "appealed"}, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotWithdrawn,
			Effects: "Words and evidence, which stay."},
		{Action: "propose_split", From: negotiable, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotTalking,
			Effects: limits.Say("An offer with a number, {dispute_offers_max} of a side at most; the claim is the first.")},
		{Action: "accept_split", From: negotiable, To: "settled", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotTalking,
			Effects: "Only the last offer of the other side, which is posted."},
		{Action: "call_mediation", From: []string{"negotiating"}, To: "mediation", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrDisputeNotTalking,
			Effects: "The administrators are told."},
		{Action: "decide_dispute", From: []string{"mediation"}, To: "decided", Actor: Admin, Reason: true, Wrong: ErrDisputeNotMediated,
			Effects: limits.Say("Recorded, and both sides are told. Nothing is posted before {dispute_appeal_days} days have passed or both have accepted it. Nobody of either side.")},
		{Action: "accept_decision", From: []string{"decided"}, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotDecided, Sets: Columns{
			"company_accepted_at":      ofSide("company", "@at", "company_accepted_at"),
			"professional_accepted_at": ofSide("professional", "@at", "professional_accepted_at"),
		},
			Effects: "When both have, it is posted."},
		{Action: "appeal_dispute", From: []string{"decided"}, To: "appealed", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrDisputeNotDecided,
			Effects: limits.Say("Within {dispute_appeal_days} days, once, and by no side that accepted the decision.")},
		{Action: "enforce_decision", From: []string{"decided"}, To: "decided_finally", Actor: Time, Wrong: ErrDisputeNotDecided,
			Effects: "Nobody appealed: the decision is posted."},
		{Action: "enforce_decision", From: []string{"decided"}, To: "decided_finally", Actor: System, Wrong: ErrDisputeNotDecided,
			Effects: "Both sides accepted the decision, which is posted."},
		{Action: "decide_dispute", From: []string{"appealed"}, To: "decided_finally", Actor: Admin, Reason: true, Wrong: ErrDisputeNotMediated,
			Effects: "Recorded and posted. By another administrator where there is one; otherwise the entry says so."},
		{Action: "withdraw_dispute", From: []string{"open", "negotiating", "mediation"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotWithdrawn,
			Effects: "Only whoever opened it, while the contract runs: the milestone is where it was, with what was left of its date. Of a payment it says that it was received, also after the contract."},
	}}
