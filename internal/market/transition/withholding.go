package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// ErrWithholdingsAnswered refuses a word about withheld taxes that wait for none.
var ErrWithholdingsAnswered = fault.New(http.StatusConflict, "withholdings_answered", "Não há retenção deste marco à espera de resposta.")

// Withholding is the way of a line of withheld taxes. It is recorded by
// record_withholdings; the lines of a round go together.
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
		{Action: "agree_withholdings", From: []string{"proposed"}, To: "agreed", Actor: Professional, Right: party.Pay, Wrong: ErrWithholdingsAnswered,
			Effects: "By answer_withholdings. What is released, or paid directly, is the net of it. Nobody on both sides or who recorded it can."},
		{Action: "contest_withholdings", From: []string{"proposed"}, To: "contested", Actor: Professional, Right: party.Pay, Reason: true, Wrong: ErrWithholdingsAnswered,
			Effects: "By answer_withholdings. The gross is released unless the company records others and they are agreed to."},
		{Action: "withhold_by_silence", From: []string{"proposed"}, To: "agreed", Actor: Time, Wrong: ErrWithholdingsAnswered,
			Effects: limits.Say("{withholding_answer_days} working days after they were recorded, and a reminder; never for lines of which one is above what the law has withheld.")},
		{Action: "replace_withholdings", From: []string{"proposed", "agreed"}, To: "replaced", Actor: Company, Right: party.Pay, Wrong: ErrWithholdingsAnswered,
			Effects: "By record_withholdings, also with no line at all. Until the new ones are agreed to nothing is withheld."},
		{Action: "lapse_withholdings", From: []string{"proposed"}, To: "lapsed", Actor: System, Wrong: ErrWithholdingsAnswered,
			Effects: "When the milestone ends before."},
	}}
