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

// Contract is the way of accepted work. Nobody accepts his own: what one side
// delivers the other completes, or silence does at a date both know.
var Contract = Machine{Noun: "contract", Initial: "agreed", Stranger: ErrNotYourStep, Steps: []Step{
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
	{Action: "request_adjustments", From: []string{"delivered"}, To: "active", Actor: Company, Right: party.Fulfil, Reason: true, Wrong: ErrNotDelivered,
		Effects: "The project is in progress again and the date of acceptance is gone."},
	{Action: "accept_amendment", From: []string{"delivered"}, To: "active", Actor: EitherSide, Right: party.Negotiate, Wrong: ErrNotRunning,
		Effects: "There is work again: the project is in progress and the date of acceptance is its milestones' alone."},
	{Action: "follow_milestones", From: []string{"agreed", "active", "delivered"}, To: "completed", Actor: System, Wrong: ErrNotRunning,
		Effects: "Every milestone is over by something else than its acceptance, the end of a dispute say."},
	{Action: "withdraw_contract", From: []string{"agreed"}, To: "withdrawn", Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrWorkHasBegun,
		Effects: "The project is open again, and waiting proposals with it, unless the company that withdraws closes it."},
	{Action: "propose_termination", From: running, Actor: EitherSide, Right: party.Negotiate, Reason: true, Wrong: ErrNotRunning,
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
