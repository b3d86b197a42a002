package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a step of a proof.
var (
	ErrProofNotFound    = fault.New(http.StatusNotFound, "withheld_not_found", "Tributo retido não encontrado.")
	ErrProofOver        = fault.New(http.StatusConflict, "withheld_over", "Este tributo retido já não espera comprovante.")
	ErrProofNotShown    = fault.New(http.StatusConflict, "withheld_not_shown", "Nenhum comprovante deste tributo retido espera resposta.")
	ErrProofNotMediated = fault.New(http.StatusConflict, "withheld_not_in_mediation", "Este tributo retido não espera por uma decisão.")
	ErrNotOwed          = fault.New(http.StatusConflict, "withheld_not_owed", "Este tributo retido não é devido ao profissional.")
)

// Where the time of the company's proof runs, where it may give one, and everywhere that
// what is held waits.
var (
	unproved  = []string{"due", "contested"}
	provable  = []string{"due", "contested", "owed"}
	unsettled = []string{"due", "shown", "contested", "mediation"}
)

// openTax is what the row of a withheld tax says while it is not settled.
var openTax = Columns{
	"round": "nullif(@round, 0)", "reminded_at": "NULL", "answer_until": "NULL", "due_at": Kept, "acceptances_stop_on": Kept, "ended_at": "NULL",
	"decision": "coalesce(nullif(@decision, ''), decision)", "decided_by": "CASE WHEN @decision <> '' THEN @person ELSE decided_by END",
	"decided_at": "CASE WHEN @decision <> '' THEN @at ELSE decided_at END",
}

// endedTax is what it says once it is.
var endedTax = openTax.with(Columns{"ended_at": "coalesce(ended_at, @at)"})

// answerUntil is the last moment to answer a proof that is shown at the step.
const answerUntil = "private.end_of(private.market_day(@at) + private.limit_of('withholding_proof_answer_days')::integer)"

// WithholdingProof is the way of a withheld tax from the payment of its milestone on.
// Until its proof counts, by the professional's word, their silence or a decision, the
// value is nobody's. There are two proofs at most until then, and of what is owed more:
// a professional who says nothing cannot keep a company in debt that has paid.
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
			Effects: limits.Say("With the number of the guia or DARF and its PDF, until its date; contested, another or the same once more; owed, also of what was paid to the professional, {withholding_proofs_max} proofs in all at most. What is held stays held; the professional has {withholding_proof_answer_days} days to answer. Nobody on both sides can.")},
		{Action: "accept_withheld_proof", From: []string{"shown"}, To: "proved", Actor: Professional, Right: party.Pay, Wrong: ErrProofNotShown,
			Effects: "Until its date. What is held returns to the company, who paid the tax. Nobody on both sides or who gave the proof can."},
		{Action: "prove_withheld_by_silence", From: []string{"shown"}, To: "proved", Actor: Time, Wrong: ErrProofNotShown,
			Effects: limits.Say("{withholding_proof_answer_days} days after the proof, and a reminder, without an answer: what is held returns to the company. Not while the payer's bank contests the payment.")},
		{Action: "contest_withheld_proof", From: []string{"shown"}, To: "contested", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrProofNotShown,
			Effects: limits.Say("The first proof. The company has {withholding_proof_answer_days} days, or until its first date if that is later, to give another. Nobody on both sides or who gave the proof can.")},
		{Action: "mediate_withheld", From: []string{"shown"}, To: "mediation", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrProofNotShown,
			Effects: "By contest_withheld_proof, the second proof or a later one. The administrators are told."},
		{Action: "mediate_withheld", From: []string{"shown", "contested"}, To: "mediation", Actor: Time, Wrong: ErrProofNotShown,
			Effects: "Instead of silence, where administrators blocked whoever had to answer. They are told."},
		{Action: "uphold_withheld_proof", From: []string{"mediation"}, To: "proved", Actor: Admin, Reason: true, Wrong: ErrProofNotMediated,
			Effects: "By decide_withheld: the tax was paid, and what is held returns to the company. Nobody of either side."},
		{Action: "release_withheld", From: []string{"mediation"}, To: "released", Actor: Admin, Reason: true, Wrong: ErrProofNotMediated,
			Effects: "By decide_withheld, in a guarantee contract: not proved, what is held is the professional's. Nobody of either side."},
		{Action: "owe_withheld", From: []string{"mediation"}, To: "owed", Actor: Admin, Reason: true, Wrong: ErrProofNotMediated,
			Effects: "By decide_withheld, in a direct contract: not proved, the company owes it. Nobody of either side."},
		{Action: "release_withheld", From: unproved, To: "released", Actor: Time, Wrong: ErrProofOver,
			Effects: limits.Say("In a guarantee contract, {withholding_proof_days} days after the milestone was paid, or after the date that a contest gave: what is held is the professional's.")},
		{Action: "owe_withheld", From: unproved, To: "owed", Actor: Time, Wrong: ErrProofOver,
			Effects: limits.Say("In a direct contract, at the same dates: the company owes it to the professional. From the next day on that is an overdue debt, and {debt_grace_days} days later the company accepts no proposals.")},
		{Action: "confirm_withheld", From: []string{"owed"}, To: "settled", Actor: Professional, Right: party.Pay, Wrong: ErrNotOwed,
			Effects: "The professional says that the company paid it. Nobody on both sides can."},
		{Action: "lose_withheld", From: unsettled, To: "lost", Actor: System, Wrong: ErrProofOver,
			Effects: "In a guarantee contract, when the payer's bank gave the whole payment back: nothing is held any more."},
	}}
