package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a contract's step.
var (
	ErrNotYourStep       = fault.New(http.StatusForbidden, "not_your_step", "Este passo cabe à outra parte do contrato.")
	ErrContractNotAgreed = fault.New(http.StatusConflict, "contract_not_agreed", "O trabalho deste contrato já começou ou o contrato já terminou.")
	ErrContractNotActive = fault.New(http.StatusConflict, "contract_not_active", "A entrega deste projeto já foi marcada ou o contrato já terminou.")
	ErrNotDelivered      = fault.New(http.StatusConflict, "contract_not_delivered", "Isso só cabe a um projeto entregue.")
	ErrNotRunning        = fault.New(http.StatusConflict, "contract_not_running", "Este contrato já terminou.")
	ErrWorkHasBegun      = fault.New(http.StatusConflict, "contract_has_begun", "O trabalho já começou: para encerrar o contrato, proponha um distrato.")
)

var running = []string{"agreed", "active", "delivered"}

// agreement holds the columns that most states of a contract write.
var agreement = Columns{
	"started_at": Kept, "delivered_at": Kept, "delivered_by": Kept, "acceptance_due_at": "NULL", "adjustments_count": Kept,
	"completed_at": "NULL", "completed_by": "NULL", "ended_at": "NULL", "ended_by": "NULL", "end_reason": "NULL",
	"termination_by": "NULL", "termination_reason": "NULL", "termination_proposed_at": "NULL", "termination_lapses_at": "NULL",
	"termination_reopens": "NULL", "termination_settlement": "NULL",
}

// noTermination holds the columns of a contract whose proposed termination is dropped.
var noTermination = Columns{
	"termination_by": "NULL", "termination_reason": "NULL", "termination_proposed_at": "NULL", "termination_lapses_at": "NULL",
	"termination_reopens": "NULL", "termination_settlement": "NULL",
}

// atWork keeps an open termination proposal while there is still work to end.
var atWork = agreement.with(Columns{
	"started_at":     "coalesce(started_at, @at)",
	"termination_by": Kept, "termination_reason": Kept, "termination_proposed_at": Kept, "termination_lapses_at": Kept,
	"termination_reopens": Kept, "termination_settlement": Kept,
})

// ended holds the columns of a contract that ended before its completion.
var ended = agreement.with(Columns{"ended_at": "@at", "ended_by": "@person", "end_reason": "coalesce(@reason, termination_reason)"})

// AcceptanceDue is the SQL that reads until when the company may answer the last of a contract's
// deliveries.
const AcceptanceDue = "(SELECT max(m.review_until) FROM public.milestones m WHERE m.contract_id = contracts.id)"

// lastDelivery returns the SQL that reads a column of the contract's most recently delivered
// milestone.
func lastDelivery(column string) string {
	return "(SELECT m." + column + " FROM public.milestones m WHERE m.contract_id = contracts.id AND m.delivered_at IS NOT NULL ORDER BY m.delivered_at DESC, m.position DESC LIMIT 1)"
}

// Contract is the state machine of accepted work. Nobody accepts their own work: what one side
// delivers is accepted by the other, or by silence at a date that both sides know.
var Contract = Machine{Noun: "contract", Initial: "agreed", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"agreed": agreement,
		"active": atWork.with(Columns{"delivered_at": "NULL", "delivered_by": "NULL"}),
		"delivered": atWork.with(Columns{
			"delivered_at": lastDelivery("delivered_at"), "delivered_by": lastDelivery("delivered_by"),
			"acceptance_due_at": AcceptanceDue,
		}),
		"completed":  agreement.with(Columns{"completed_at": "@at", "completed_by": "@person"}),
		"withdrawn":  ended,
		"terminated": ended,
		"cancelled":  ended,
	},
	Args: map[string]string{"party": "uuid", "reopens": "boolean", "parts": "jsonb"},
	Fixed: []string{
		"company_id", "company_reviewed", "fee_basis_points", "number", "professional_id", "professional_reviewed",
		"project_id", "project_revision", "proposal_id", "scope", "settlement", "terms", "value_cents",
	},
	Steps: []Step{
		{Action: "start_contract", From: []string{"agreed"}, To: "active", Actor: Professional, Right: party.Fulfil, Wrong: ErrContractNotAgreed,
			Effects: "Proposals that were kept waiting are declined because another was chosen.",
			Tells:   tell(TheCompany, party.Fulfil, "Trabalho iniciado: {project}")},
		{Action: "start_contract", From: []string{"agreed"}, To: "active", Actor: System, Wrong: ErrContractNotAgreed,
			Effects: "One of its milestones is in dispute or was settled by a dispute, and another still has to be delivered.",
			Silent:  toldByDispute},
		{Action: "deliver_contract", From: []string{"agreed", "active"}, To: "delivered", Actor: Professional, Right: party.Fulfil, Wrong: ErrContractNotActive,
			Effects: limits.Say("Every undelivered milestone is delivered. The company has {acceptance_days} days to answer, and the project is delivered."),
			Tells:   tell(TheCompany, party.Fulfil, "Entrega marcada: {project}")},
		{Action: "deliver_contract", From: []string{"agreed", "active"}, To: "delivered", Actor: System, Wrong: ErrContractNotActive,
			Effects: "The dispute that kept it from being delivered is over.",
			Silent:  toldByDispute},
		{Action: "complete_contract", From: []string{"delivered"}, To: "completed", Actor: Company, Right: party.Fulfil, Wrong: ErrNotDelivered,
			Effects: "Every delivered milestone is accepted, the project is completed and the reviews open. Not allowed to a person who delivered the work or belongs to both sides.",
			Tells:   tell(TheProfessional, party.Fulfil, "Projeto concluído: {project}")},
		{Action: "accept_by_silence", From: []string{"delivered"}, To: "completed", Actor: Time, Wrong: ErrNotDelivered,
			Effects: "When its last milestone is accepted by silence. Same effects as complete_contract.",
			Tells:   tellBoth(party.Fulfil, "Entrega aceita pelo prazo: {project}")},
		{Action: "request_adjustments", From: []string{"delivered"}, To: "active", Actor: Company, Right: party.Fulfil, Reason: true, Wrong: ErrNotDelivered, Sets: Columns{"adjustments_count": "adjustments_count + 1"},
			Effects: "The project is in progress again and the acceptance date is cleared.",
			Tells:   tell(TheProfessional, party.Fulfil, "Ajustes pedidos: {project}")},
		{Action: "accept_amendment", From: []string{"delivered"}, To: "active", Actor: EitherSide, Right: party.Negotiate, Call: "answer_amendment", Wrong: ErrNotRunning,
			Effects: "There is work again: the project is in progress, and only the milestones keep their acceptance dates.",
			Silent:  "The step of the amendment tells."},
		{Action: "follow_milestones", From: []string{"agreed", "active", "delivered"}, To: "completed", Actor: System, Wrong: ErrNotRunning,
			Effects: "Every milestone is over, and the last one ended otherwise than by acceptance, for example by the end of a dispute.",
			Silent:  toldByMilestone},
		{Action: "withdraw_contract", From: []string{"agreed"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrWorkHasBegun,
			Effects: "The project is open again and waiting proposals compete again, unless the company withdraws and closes the project.",
			Tells:   tell(TheOther, party.Negotiate, "Contrato desfeito antes do início: {project}")},
		{Action: "propose_termination", From: running, Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrNotRunning, Sets: Columns{
			"termination_by": "@party", "termination_reason": "@reason", "termination_proposed_at": "@at", "termination_lapses_at": "@at + private.span_of('termination_days')",
			"termination_reopens": "@reopens", "termination_settlement": "nullif(@parts, 'null')",
		},
			Effects: limits.Say("The other side has {termination_days} days to answer. After that the proposal lapses."),
			Tells:   tell(TheOther, party.Negotiate, "Distrato proposto: {project}")},
		{Action: "withdraw_termination", From: running, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrNotRunning, Sets: noTermination,
			Effects: "Only the side that proposed it may take this step.",
			Tells:   tell(TheOther, party.Negotiate, "Distrato retirado: {project}")},
		{Action: "refuse_termination", From: running, Actor: EitherSide, Right: party.Negotiate, Call: "answer_termination", Wrong: ErrNotRunning, Sets: noTermination,
			Effects: "Only the side that did not propose it may take this step. The contract stays as it is.",
			Tells:   tell(TheOther, party.Negotiate, "Distrato recusado: {project}")},
		{Action: "answer_termination", From: running, To: "terminated", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrNotRunning,
			Effects: "Only the side that did not propose it may take this step. It ends the contract, and the company says whether the project opens again.",
			Tells:   tell(TheOther, party.Negotiate, "Distrato aceito: {project}")},
		{Action: "lapse_termination", From: running, Actor: Time, Wrong: ErrNotRunning, Sets: noTermination,
			Effects: limits.Say("{termination_days} days after it was proposed."),
			Tells:   tellBoth(party.Negotiate, "Distrato sem resposta: {project}")},
		{Action: "cancel_contract", From: []string{"agreed", "active"}, To: "cancelled", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrContractNotActive,
			Effects: "Only if the other side is blocked or removed. The project is open again, unless the company is the side that is gone or chooses to close it.",
			Tells:   tell(TheOther, party.Negotiate, "Contrato cancelado: {project}")},
		{Action: "leave", From: []string{"agreed"}, To: "withdrawn", Actor: System, Wrong: ErrNotRunning,
			Effects: "A side leaves the market. The project is open again, or closed if the company left.",
			Tells:   tell(TheOther, party.Negotiate, "Contrato encerrado: {project}")},
		{Action: "leave", From: []string{"active"}, To: "cancelled", Actor: System, Wrong: ErrNotRunning,
			Effects: "A side leaves the market. The project is open again, or closed if the company left.",
			Tells:   tell(TheOther, party.Negotiate, "Contrato encerrado: {project}")},
		{Action: "leave", From: []string{"delivered"}, To: "completed", Actor: System, Wrong: ErrNotRunning,
			Effects: "The company leaves, and what was delivered counts as accepted. If the professional leaves, the contract stays: the company or silence accepts it.",
			Tells:   tell(TheProfessional, party.Fulfil, "Projeto concluído: {project}")},
	},
	Occasions: []Occasion{
		{Name: "leave_delivered", When: "The professional leaves after the delivery, and the contract stays.",
			Tells: tell(TheCompany, party.Fulfil, "O profissional deixou a plataforma: {project}")},
		{Name: "accept_in_dispute", When: "complete_contract accepts every delivery while a milestone is in dispute, and the contract stays.",
			Tells: tell(TheProfessional, party.Fulfil, "Entrega aceita: {project}")},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
