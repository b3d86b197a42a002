package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
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

// agreement is what the row of a contract says in most states.
var agreement = Columns{
	"started_at": Kept, "delivered_at": Kept, "delivered_by": Kept, "acceptance_due_at": "NULL", "adjustments_count": Kept,
	"completed_at": "NULL", "completed_by": "NULL", "ended_at": "NULL", "ended_by": "NULL", "end_reason": "NULL",
	"termination_by": "NULL", "termination_reason": "NULL", "termination_proposed_at": "NULL", "termination_lapses_at": "NULL",
	"termination_reopens": "NULL", "termination_settlement": "NULL",
}

// atWork keeps a termination that is proposed, as long as there is work to end.
var atWork = agreement.with(Columns{
	"started_at":     "coalesce(started_at, @at)",
	"termination_by": Kept, "termination_reason": Kept, "termination_proposed_at": Kept, "termination_lapses_at": Kept,
	"termination_reopens": Kept, "termination_settlement": Kept,
})

// ended is what a contract says that ended before its completion.
var ended = agreement.with(Columns{"ended_at": "@at", "ended_by": "@person", "end_reason": "coalesce(@reason, termination_reason)"})

// lastDelivery reads a column of the milestone of a contract that was delivered last.
func lastDelivery(column string) string {
	return "(SELECT m." + column + " FROM public.milestones m WHERE m.contract_id = @id AND m.delivered_at IS NOT NULL ORDER BY m.delivered_at DESC, m.position DESC LIMIT 1)"
}

// Contract is the way of accepted work. Nobody accepts his own: what one side
// delivers the other completes, or silence does at a date both know.
var Contract = Machine{Noun: "contract", Initial: "agreed", Stranger: ErrNotYourStep,
	Entering: map[string]Columns{
		"agreed": agreement,
		"active": atWork.with(Columns{"delivered_at": "NULL", "delivered_by": "NULL"}),
		"delivered": atWork.with(Columns{
			"delivered_at": lastDelivery("delivered_at"), "delivered_by": lastDelivery("delivered_by"),
			"acceptance_due_at": "(SELECT max(m.review_until) FROM public.milestones m WHERE m.contract_id = @id)",
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
			Effects: "Proposals kept waiting are declined, because another was chosen."},
		{Action: "start_contract", From: []string{"agreed"}, To: "active", Actor: System, Wrong: ErrContractNotAgreed,
			Effects: "One of its milestones is in dispute or was settled by one, and another still has to be delivered."},
		{Action: "deliver_contract", From: []string{"agreed", "active"}, To: "delivered", Actor: Professional, Right: party.Fulfil, Wrong: ErrContractNotActive,
			Effects: limits.Say("Every milestone that still has to be is delivered; the company has {acceptance_days} days to answer; the project is delivered.")},
		{Action: "deliver_contract", From: []string{"agreed", "active"}, To: "delivered", Actor: System, Wrong: ErrContractNotActive,
			Effects: "What kept it from being delivered was a dispute, which is over."},
		{Action: "complete_contract", From: []string{"delivered"}, To: "completed", Actor: Company, Right: party.Fulfil, Wrong: ErrNotDelivered,
			Effects: "Every delivered milestone is accepted; the project is completed and the reviews open. Whoever delivered, or acts for both sides, cannot."},
		{Action: "accept_by_silence", From: []string{"delivered"}, To: "completed", Actor: Time, Wrong: ErrNotDelivered,
			Effects: "With the last of its milestones, as complete_contract."},
		{Action: "request_adjustments", From: []string{"delivered"}, To: "active", Actor: Company, Right: party.Fulfil, Reason: true, Wrong: ErrNotDelivered, Sets: Columns{"adjustments_count": "adjustments_count + 1"},
			Effects: "The project is in progress again and the date of acceptance is gone."},
		{Action: "accept_amendment", From: []string{"delivered"}, To: "active", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrNotRunning,
			Effects: "There is work again: the project is in progress and the date of acceptance is its milestones' alone."},
		{Action: "follow_milestones", From: []string{"agreed", "active", "delivered"}, To: "completed", Actor: System, Wrong: ErrNotRunning,
			Effects: "Every milestone is over by something else than its acceptance, the end of a dispute say."},
		{Action: "withdraw_contract", From: []string{"agreed"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrWorkHasBegun,
			Effects: "The project is open again, and waiting proposals with it, unless the company that withdraws closes it."},
		{Action: "propose_termination", From: running, Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrNotRunning, Sets: Columns{
			"termination_by": "@party", "termination_reason": "@reason", "termination_proposed_at": "@at", "termination_lapses_at": "@at + private.span_of('termination_days')",
			"termination_reopens": "@reopens", "termination_settlement": "nullif(@parts, 'null')",
		},
			Effects: limits.Say("The other side has {termination_days} days to answer; then the proposal lapses.")},
		{Action: "withdraw_termination", From: running, Actor: EitherSide, Right: party.Negotiate, Wrong: ErrNotRunning,
			Effects: "Only whoever proposed it."},
		{Action: "answer_termination", From: running, To: "terminated", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrNotRunning,
			Effects: "Only the other side. A no leaves the contract as it is; a yes ends it, and the company says whether the project is open again."},
		{Action: "lapse_termination", From: running, Actor: Time, Wrong: ErrNotRunning,
			Effects: limits.Say("{termination_days} days after it was proposed.")},
		{Action: "cancel_contract", From: []string{"agreed", "active"}, To: "cancelled", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrContractNotActive,
			Effects: "Only when the other side is blocked or removed. The project is open again, or closed with its company."},
		{Action: "leave", From: []string{"agreed"}, To: "withdrawn", Actor: System, Wrong: ErrNotRunning,
			Effects: "A side leaves the market. The project is open again, or closed with its company."},
		{Action: "leave", From: []string{"active"}, To: "cancelled", Actor: System, Wrong: ErrNotRunning,
			Effects: "A side leaves the market. The project is open again, or closed with its company."},
		{Action: "leave", From: []string{"delivered"}, To: "completed", Actor: System, Wrong: ErrNotRunning,
			Effects: "The company leaves: what was delivered counts as accepted. When the professional leaves, the company or silence decides."},
	}}
