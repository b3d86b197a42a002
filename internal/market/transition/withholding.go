package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// ErrWithholdingsAnswered refuses an answer to withheld taxes when none of them waits for one.
var ErrWithholdingsAnswered = fault.New(http.StatusConflict, "withholdings_answered", "Não há retenção deste marco à espera de resposta.")

// The two courses of a record of withholdings.
const (
	WithLines    = "there are lines"
	WithoutLines = "there are none"
)

// Withholding is the state machine of one line of withheld taxes. The call record_withholdings
// creates the lines of a round, and they move together.
var Withholding = Machine{Noun: "withholding", Initial: "proposed", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"proposed":  {"answered_at": Kept, "answered_by": Kept, "reason": "@reason"},
		"agreed":    {"answered_at": "@at", "answered_by": "@person", "reason": "@reason"},
		"contested": {"answered_at": "@at", "answered_by": "@person", "reason": "@reason"},
		"replaced":  {"answered_at": Kept, "answered_by": Kept, "reason": "@reason"},
		"lapsed":    {"answered_at": Kept, "answered_by": Kept, "reason": "@reason"},
	},
	Args: map[string]string{"round": "integer"},
	Fixed: []string{
		"answer_due_at", "base_cents", "contract_id", "gross_cents", "law", "lawful_cents", "milestone_id", "payee",
		"rate_basis_points", "recorded_at", "recorded_by", "reminded_at", "round", "settled_cents", "tax", "value_cents",
	},
	Steps: []Step{
		{Action: "agree_withholdings", From: []string{"proposed"}, To: "agreed", Actor: Professional, Right: party.Pay, Call: "answer_withholdings", Wrong: ErrWithholdingsAnswered,
			Effects: "The amount released, or paid directly, is then the net amount. Not allowed to a person who belongs to both sides or who recorded the lines.",
			Tells:   tell(TheCompany, party.Pay, "Retenções aceitas: {project}")},
		{Action: "contest_withholdings", From: []string{"proposed"}, To: "contested", Actor: Professional, Right: party.Pay, Reason: true, Call: "answer_withholdings", Wrong: ErrWithholdingsAnswered,
			Effects: "The gross amount is released, unless the company records other lines and the professional agrees to them.",
			Tells:   tell(TheCompany, party.Pay, "Retenções contestadas: {project}")},
		{Action: "withhold_by_silence", From: []string{"proposed"}, To: "agreed", Actor: Time, Wrong: ErrWithholdingsAnswered,
			Effects: limits.Say("{withholding_answer_days} working days after they were recorded, and after a reminder. Never if any of the lines is above what the law allows to be withheld."),
			Tells:   tellBoth(party.Pay, "Retenções aceitas pelo prazo: {project}")},
		{Action: "replace_withholdings", From: []string{"proposed", "agreed"}, To: "replaced", Actor: Company, Right: party.Pay, Call: "record_withholdings", Wrong: ErrWithholdingsAnswered,
			Effects: "Also with no line at all. Nothing is withheld until the new lines are agreed to.",
			Silent:  "The call tells of the new lines, or that there are none."},
		{Action: "lapse_withholdings", From: []string{"proposed"}, To: "lapsed", Actor: System, Wrong: ErrWithholdingsAnswered,
			Effects: "The milestone ended before they were answered.",
			Silent:  toldByMilestone},
	},
	Occasions: []Occasion{
		{Name: "record_withholdings", When: "The company records lines, or withdraws them all.",
			Tells: append(in(WithLines, tell(TheProfessional, party.Pay, "Retenções de tributos informadas: {project}")), in(WithoutLines, tell(TheProfessional, party.Pay, "Retenções retiradas: {project}"))...)},
		{Name: "remind_of_withholdings", When: "Recorded lines wait for their answer.",
			Tells: tell(TheProfessional, party.Pay, "Responda às retenções: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}

// Refusals of a step of a proof.
var (
	ErrProofNotFound    = fault.New(http.StatusNotFound, "withheld_not_found", "Tributo retido não encontrado.")
	ErrProofOver        = fault.New(http.StatusConflict, "withheld_over", "Este tributo retido já não espera comprovante.")
	ErrProofNotShown    = fault.New(http.StatusConflict, "withheld_not_shown", "Nenhum comprovante deste tributo retido espera resposta.")
	ErrProofNotMediated = fault.New(http.StatusConflict, "withheld_not_in_mediation", "Este tributo retido não espera por uma decisão.")
	ErrNotOwed          = fault.New(http.StatusConflict, "withheld_not_owed", "Este tributo retido não é devido ao profissional.")
)

// The states in which the company's deadline for a proof runs, those in which it may give one, and
// all those in which the money held waits.
var (
	unproved  = []string{"due", "contested"}
	provable  = []string{"due", "contested", "owed"}
	unsettled = []string{"due", "shown", "contested", "mediation"}
)

// openTax holds the columns of a withheld tax that is not settled.
var openTax = Columns{
	"round": "nullif(@round, 0)", "reminded_at": "NULL", "answer_until": "NULL", "due_at": Kept, "acceptances_stop_on": Kept, "ended_at": "NULL",
	"decision": "coalesce(nullif(@decision, ''), decision)", "decided_by": "CASE WHEN @decision <> '' THEN @person ELSE decided_by END",
	"decided_at": "CASE WHEN @decision <> '' THEN @at ELSE decided_at END",
}

// endedTax holds the columns of a withheld tax that is settled.
var endedTax = openTax.with(Columns{"ended_at": "coalesce(ended_at, @at)"})

// answerUntil is the SQL of the last moment to answer the proof that a step shows.
const answerUntil = "private.end_of(private.market_day(@at) + private.limit_of('withholding_proof_answer_days')::integer)"

// The courses of a question for proofs, by the side of whoever paid the milestone.
const (
	ByCompany      = "a person of the company paid"
	ByProfessional = "a person of the professional confirmed"
)

// toJudge asks the administrators for a decision.
var toJudge = Notice{To: TheJudges, About: notification.AboutWithheldProof, Title: "Comprovante de tributo a decidir: {project}"}

// WithholdingProof is the state machine of a withheld tax from the payment of its milestone on. The
// money belongs to nobody until a proof counts, by the professional's word, their silence or a
// decision. Until then the company may give two proofs at most, and more for a tax that is owed, so
// that a professional who says nothing cannot keep a company in debt after it has paid.
var WithholdingProof = Machine{Noun: "withholding_proof", Initial: "due", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"due": openTax,
		"shown": openTax.with(Columns{
			"answer_until": answerUntil, "decision": "nullif(@decision, '')", "decided_by": "CASE WHEN @decision <> '' THEN @person END",
			"decided_at": "CASE WHEN @decision <> '' THEN @at END",
		}),
		"contested": openTax.with(Columns{"due_at": "greatest(due_at, " + answerUntil + ")"}),
		"mediation": openTax,
		"proved":    endedTax,
		"released":  endedTax,
		"owed":      endedTax.with(Columns{"acceptances_stop_on": "coalesce(acceptances_stop_on, private.market_day(@at) + private.limit_of('debt_grace_days')::integer)"}),
		"settled":   endedTax,
		"lost":      endedTax,
	},
	Args:  map[string]string{"round": "integer", "decision": "text"},
	Fixed: []string{"contract_id", "milestone_id", "settlement", "tax", "value_cents", "withholding_id"},
	Steps: []Step{
		{Action: "prove_withheld", From: provable, To: "shown", Actor: Company, Right: party.Pay, Wrong: ErrProofOver,
			Effects: limits.Say("With the number of the guia or DARF and its PDF, before the deadline. After a contest the company may give another proof, or the same one once more. If the tax is owed, a proof of payment to the professional counts too, {withholding_proofs_max} proofs in all at most. The money stays held, and the professional has {withholding_proof_answer_days} days to answer. A person who belongs to both sides may not take this step."),
			Tells:   tell(TheProfessional, party.Pay, "Confira o comprovante do tributo retido: {project}")},
		{Action: "accept_withheld_proof", From: []string{"shown"}, To: "proved", Actor: Professional, Right: party.Pay, Wrong: ErrProofNotShown,
			Effects: "Before the deadline. The money held returns to the company, which paid the tax. Not allowed to a person who belongs to both sides or who gave the proof.",
			Tells:   tell(TheCompany, party.Pay, "Comprovante aceito: {project}")},
		{Action: "prove_withheld_by_silence", From: []string{"shown"}, To: "proved", Actor: Time, Wrong: ErrProofNotShown,
			Effects: limits.Say("{withholding_proof_answer_days} days after the proof, and after a reminder, without an answer. The money held returns to the company. Not while the payer's bank contests the payment."),
			Tells:   tellBoth(party.Pay, "Comprovante aceito pelo prazo: {project}")},
		{Action: "contest_withheld_proof", From: []string{"shown"}, To: "contested", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrProofNotShown,
			Effects: limits.Say("The first proof. The company has {withholding_proof_answer_days} days to give another, or until its first deadline if that is later. Not allowed to a person who belongs to both sides or who gave the proof."),
			Tells:   tell(TheCompany, party.Pay, "Comprovante contestado: {project}")},
		{Action: "mediate_withheld", From: []string{"shown"}, To: "mediation", Actor: Professional, Right: party.Pay, Reason: true, Call: "contest_withheld_proof", Wrong: ErrProofNotShown,
			Effects: "For the second proof or a later one.",
			Tells:   append(tell(TheCompany, party.Pay, "Comprovante em mediação: {project}"), toJudge)},
		{Action: "mediate_withheld", From: []string{"shown", "contested"}, To: "mediation", Actor: Time, Wrong: ErrProofNotShown,
			Effects: "Instead of silence, if administrators have blocked everybody who could have answered. The administrators are to decide.",
			Tells:   append(tellBoth(party.Pay, "Comprovante em mediação: {project}"), toJudge)},
		{Action: "uphold_withheld_proof", From: []string{"mediation"}, To: "proved", Actor: Admin, Reason: true, Call: "decide_withheld", Wrong: ErrProofNotMediated,
			Effects: "The tax was paid, and the money held returns to the company. An administrator who belongs to either side may not decide.",
			Tells:   tellBoth(party.Pay, "Tributo retido comprovado: {project}")},
		{Action: "release_withheld", From: []string{"mediation"}, To: "released", Actor: Admin, Reason: true, Call: "decide_withheld", Wrong: ErrProofNotMediated,
			Effects: "In a guarantee contract: the tax was not proved, and the money held goes to the professional. An administrator who belongs to either side may not decide.",
			Tells:   tellBoth(party.Pay, "Tributo retido não comprovado: {project}")},
		{Action: "owe_withheld", From: []string{"mediation"}, To: "owed", Actor: Admin, Reason: true, Call: "decide_withheld", Wrong: ErrProofNotMediated,
			Effects: "In a direct contract: the tax was not proved, and the company owes the amount. An administrator who belongs to either side may not decide.",
			Tells:   tellBoth(party.Pay, "Tributo retido não comprovado: {project}")},
		{Action: "release_withheld", From: unproved, To: "released", Actor: Time, Wrong: ErrProofOver,
			Effects: limits.Say("In a guarantee contract, {withholding_proof_days} days after the milestone was paid, or after the deadline that a contest set. The money held goes to the professional."),
			Tells:   tellBoth(party.Pay, "Tributo retido não comprovado: {project}")},
		{Action: "owe_withheld", From: unproved, To: "owed", Actor: Time, Wrong: ErrProofOver,
			Effects: limits.Say("In a direct contract, at the same deadlines: the company owes the amount to the professional. From the next day on it is an overdue debt, and {debt_grace_days} days later the company can accept no proposals."),
			Tells:   tellBoth(party.Pay, "Tributo retido não comprovado: {project}")},
		{Action: "confirm_withheld", From: []string{"owed"}, To: "settled", Actor: Professional, Right: party.Pay, Wrong: ErrNotOwed,
			Effects: "The professional says that the company paid it. A person who belongs to both sides may not take this step.",
			Tells:   tell(TheCompany, party.Pay, "Recebimento confirmado: {project}")},
		{Action: "lose_withheld", From: unsettled, To: "lost", Actor: System, Wrong: ErrProofOver,
			Effects: "In a guarantee contract, when the payer's bank has returned the whole payment. No money is held any more.",
			Silent:  toldByCharge},
	},
	Occasions: []Occasion{
		{Name: "ask_for_proof", When: "A milestone with withheld taxes was paid. Whoever took that step is told too, because the deadline concerns them.",
			Tells: []Notice{
				{To: TheCompany, Right: party.Pay, Title: "Comprove os tributos retidos: {project}"},
				{To: TheProfessional, Right: party.Pay, Title: "Tributos retidos: {project}"},
				{To: TheTaker, Case: ByCompany, Title: "Comprove os tributos retidos: {project}"},
				{To: TheTaker, Case: ByProfessional, Title: "Tributos retidos: {project}"},
			}},
		{Name: "remind_of_proof", When: "A withheld tax waits for its proof.",
			Tells: tell(TheCompany, party.Pay, "Comprove os tributos retidos: {project}")},
		{Name: "remind_of_proof_answer", When: "A proof waits for its answer.",
			Tells: tell(TheProfessional, party.Pay, "Confira o comprovante do tributo retido: {project}")},
		{Name: "extend_proof", When: "The company is blocked, and its deadline for a proof moves.",
			Tells: tell(TheProfessional, party.Pay, "Prazo do comprovante estendido: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
