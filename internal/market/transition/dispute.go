package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
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

// talks holds the columns of a dispute that goes on.
var talks = Columns{
	"decided_percent": Kept, "decided_by": Kept, "decided_at": Kept, "appeal_until": Kept, "outcome_percent": "NULL", "ended_at": "NULL",
}

// over holds the columns of a dispute that has ended.
var over = talks.with(Columns{"outcome_percent": "@percent", "ended_at": "@at"})

// Dispute is the state machine of a disagreement about one milestone. The call open_dispute creates
// it, and while it lasts only its end moves the milestone.
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
			Effects: "Only the side that did not open it may take this step. The deadline for an answer no longer applies.",
			Tells:   tell(TheOther, party.Negotiate, "Disputa respondida: {project}")},
		{Action: "concede_dispute", From: []string{"open"}, To: "conceded", Actor: EitherSide, Right: party.Negotiate, Call: "answer_dispute", Wrong: ErrDisputeAnswered,
			Effects: "Only the side that did not open it may take this step. The claimant gets what they asked for.",
			Tells:   tell(TheOther, party.Negotiate, "Disputa encerrada: {project}")},
		{Action: "concede_by_silence", From: []string{"open"}, To: "conceded", Actor: Time, Wrong: ErrDisputeAnswered,
			Effects: limits.Say("{dispute_answer_days} working days after it was opened, and after a reminder. The claimant gets what they asked for."),
			Tells:   tellBoth(party.Negotiate, "Disputa encerrada pelo prazo: {project}")},
		{Action: "mediate_by_silence", From: []string{"open"}, To: "mediation", Actor: Time, Wrong: ErrDisputeAnswered,
			Effects: "Instead of concede_by_silence, if administrators have blocked everybody who could have answered. The administrators are to decide.",
			Tells:   append(tellBoth(party.Negotiate, "Disputa em mediação: {project}"), tell(TheJudges, "", "Mediação sem resposta possível: {project}")...)},
		{Action: "add_to_dispute", From: []string{"open", "negotiating", "mediation", "decided", "appealed"}, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotWithdrawn,
			Effects: "Adds words and evidence, which cannot be removed.",
			Tells:   tell(TheOther, party.Negotiate, "Novidade na disputa: {project}")},
		{Action: "propose_split", From: negotiable, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotTalking,
			Effects: limits.Say("An offer of a percentage, at most {dispute_offers_max} for each side. The claim is the first offer."),
			Tells:   tell(TheOther, party.Negotiate, "Divisão proposta: {project}")},
		{Action: "accept_split", From: negotiable, To: "settled", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotTalking,
			Effects: "Only for the last offer of the other side, which is then posted.",
			Tells:   tell(TheOther, party.Negotiate, "Disputa encerrada por acordo: {project}")},
		{Action: "call_mediation", From: []string{"negotiating"}, To: "mediation", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrDisputeNotTalking,
			Effects: "The administrators are to decide.",
			Tells:   append(tell(TheOther, party.Negotiate, "Mediação pedida: {project}"), tell(TheJudges, "", "Mediação pedida: {project}")...)},
		{Action: "decide_dispute", From: []string{"mediation"}, To: "decided", Actor: Admin, Reason: true, Wrong: ErrDisputeNotMediated,
			Effects: limits.Say("The decision is recorded. Nothing is posted until {dispute_appeal_days} days have passed or both sides have accepted it. An administrator who belongs to either side may not decide."),
			Tells:   tellBoth(party.Negotiate, "Disputa decidida: {project}")},
		{Action: "accept_decision", From: []string{"decided"}, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotDecided, Sets: Columns{
			"company_accepted_at":      ofSide("company", "@at", "company_accepted_at"),
			"professional_accepted_at": ofSide("professional", "@at", "professional_accepted_at"),
		},
			Effects: "When both sides have accepted it, the decision is posted.",
			Tells:   tell(TheOther, party.Negotiate, "A outra parte aceitou a decisão: {project}")},
		{Action: "appeal_dispute", From: []string{"decided"}, To: "appealed", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrDisputeNotDecided,
			Effects: limits.Say("Within {dispute_appeal_days} days, once, and not by a side that accepted the decision."),
			Tells:   append(tell(TheOther, party.Negotiate, "Recurso na disputa: {project}"), tell(TheJudges, "", "Recurso em disputa: {project}")...)},
		{Action: "enforce_decision", From: []string{"decided"}, To: "decided_finally", Actor: Time, Wrong: ErrDisputeNotDecided,
			Effects: "Nobody appealed, and the decision is posted.",
			Tells:   tellBoth(party.Negotiate, "Decisão em vigor: {project}")},
		{Action: "enforce_decision", From: []string{"decided"}, To: "decided_finally", Actor: System, Wrong: ErrDisputeNotDecided,
			Effects: "Both sides accepted the decision, which is posted.",
			Tells:   tell(TheOther, party.Negotiate, "Disputa encerrada: {project}")},
		{Action: "decide_dispute", From: []string{"appealed"}, To: "decided_finally", Actor: Admin, Reason: true, Wrong: ErrDisputeNotMediated,
			Effects: "The decision is recorded and posted. Another administrator decides if there is one. Otherwise the entry says that the same one decided.",
			Tells:   tellBoth(party.Negotiate, "Recurso decidido: {project}")},
		{Action: "withdraw_dispute", From: []string{"open", "negotiating", "mediation"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrDisputeNotWithdrawn,
			Effects: "Only by the side that opened it, while the contract runs: the milestone returns to its earlier state, with the time that was left to answer it.",
			Tells:   tell(TheOther, party.Negotiate, "Disputa retirada: {project}")},
		{Action: "withdraw_payment_dispute", From: []string{"open", "negotiating", "mediation"}, To: "withdrawn", Actor: Professional, Right: party.Negotiate, Call: "withdraw_dispute", Wrong: ErrDisputeNotWithdrawn,
			Effects: "Of a dispute over a payment, also after the contract. The payment counts as received.",
			Tells:   tell(TheOther, party.Negotiate, "Pagamento reconhecido: {project}")},
	},
	Occasions: []Occasion{
		{Name: "open_dispute", When: "A side opens a dispute, or the professional contests the receipt of a payment for the second time.",
			Tells: tell(TheOther, party.Negotiate, "Disputa aberta: {project}")},
		{Name: "remind_of_dispute", When: "A dispute waits for its answer. The other side is that of whoever opened it.",
			Tells: tell(TheOther, party.Negotiate, "Responda à disputa: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutDispute,
}
