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
